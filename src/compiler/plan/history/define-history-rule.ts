import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { HistoryRuleName } from '#compiler/declaration/parts/ignore-entry.ts';
import type { ExampleEdit, RuleDescription } from '#compiler/rule/define-rule.ts';
import type { Change } from '../change.ts';
import type { History } from './history.ts';

/** A problem that one or more changes cause. */
export interface HistoryFinding extends Pick<Diagnostic, 'at' | 'message' | 'help' | 'related'> {
  /** A sentence about who is affected, for readers who do not see the changes. */
  readonly impact?: string;
  /** The changes to approve; empty if the finding cannot be approved. */
  readonly changes: readonly Change[];
  /** Set if the location is in base because head does not contain it. */
  readonly isInBase?: true;
}

/**
 * Two states of the clean sources, and their exact findings. Each example runs as a test and appears on the page of the
 * rule. Tests that the page does not show are in `test/compiler/plan/rules/`.
 */
export interface HistoryExample {
  readonly title: string;
  /** The edits that turn the clean sources into the first state. */
  readonly base: readonly ExampleEdit[];
  /** The edits that turn the first state into the second. */
  readonly head: readonly ExampleEdit[];
  /** `file:line:column message` of each finding; empty for a valid example. */
  readonly findings: readonly string[];
}

/** A rule that compares two states of a repository. */
export interface HistoryRule extends RuleDescription {
  readonly name: HistoryRuleName;
  readonly group: 'history';
  /**
   * The design rule that finds the same problem in a single state. If it is off, so is this rule; if both report a
   * location, only the finding of the design rule is shown.
   */
  readonly twin?: string;
  readonly examples: readonly HistoryExample[];
  readonly check: (history: History, report: (finding: HistoryFinding) => void) => void;
}

/** Defines a history rule: one file, its name in `history-rule-name.ts`, and one line in `history-rules.ts`. */
export function defineHistoryRule(rule: Omit<HistoryRule, 'group'>): HistoryRule {
  return { ...rule, group: 'history' };
}
