import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HistoryRuleName } from '#compiler/declaration/parts/ignore-entry.ts';
import type { ExampleEdit, RuleDescription } from '#compiler/rule/define-rule.ts';
import type { Change } from '../change.ts';
import type { History } from './history.ts';

/** A problem with some changes. */
export interface HistoryFinding extends Pick<Diagnostic, 'at' | 'message' | 'help' | 'related'> {
  /** A sentence about who is affected, for readers who do not see the changes. */
  readonly impact?: string;
  /** The changes to approve; empty if it cannot be approved. */
  readonly changes: readonly Change[];
  /** Whether its location is in base, since head has none. */
  readonly isInBase?: true;
}

/**
 * Two states of the clean sources with the exact findings: run as a test, printed on the page of the rule. Tests that the
 * page does not show are in `test/compiler/plan/rules/`.
 */
export interface HistoryExample {
  readonly title: string;
  /** The edits of the clean sources that make the first state. */
  readonly base: readonly ExampleEdit[];
  /** The edits of the first state that make the second. */
  readonly head: readonly ExampleEdit[];
  /** `file:line:column message` of each finding; empty for a valid example. */
  readonly findings: readonly string[];
}

/** A rule that compares two states of a repository. */
export interface HistoryRule extends RuleDescription {
  readonly name: HistoryRuleName;
  readonly group: 'history';
  /**
   * The design rule that checks one state for the same problem. If it is off, so is this rule; if both report a
   * location, only the twin's finding is shown.
   */
  readonly twin?: string;
  readonly examples: readonly HistoryExample[];
  readonly check: (history: History, report: (finding: HistoryFinding) => void) => void;
}

/** Defines a history rule: one file, its name in `history-rule-name.ts`, and one line in `history-rules.ts`. */
export function defineHistoryRule(rule: Omit<HistoryRule, 'group'>): HistoryRule {
  return { ...rule, group: 'history' };
}
