import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { HistoryRuleName } from '../../declaration/parts/history-rule-name.ts';
import type { ExampleEdit, RuleDescription } from '../../rule/define-rule.ts';
import type { Change } from '../change.ts';
import type { History } from './history.ts';

/** What is wrong with some changes. */
export interface HistoryFinding extends Pick<Diagnostic, 'at' | 'message' | 'help' | 'related'> {
  /** What would have to be approved for it to pass; where there is nothing it cannot be. */
  readonly changes: readonly Change[];
  /** Its place is one of base, since head has none. */
  readonly isInBase?: true;
}

/** Two states of the clean sources, and exactly what the rule says of them: run as a test, printed on the rule's page. */
export interface HistoryExample {
  readonly title: string;
  /** What makes the first state of the clean sources. */
  readonly base: readonly ExampleEdit[];
  /** What makes the second state of the first. */
  readonly head: readonly ExampleEdit[];
  /** `file:line:column message`, one for each finding of this rule; none where the example is a good one. */
  readonly findings: readonly string[];
}

/** A rule that looks at what makes one state of a repository of another. */
export interface HistoryRule extends RuleDescription {
  readonly name: HistoryRuleName;
  readonly group: 'history';
  /**
   * The design rule that says much the same of one state. Where it is switched off, so is this one; where both are
   * told, this one is silent of the places that the other one tells of.
   */
  readonly twin?: string;
  readonly examples: readonly HistoryExample[];
  readonly check: (history: History, report: (finding: HistoryFinding) => void) => void;
}

/** Declares such a rule: one file that exports one of these, its name beside the others, and one line in `history-rules.ts`. */
export function defineHistoryRule(rule: Omit<HistoryRule, 'group'>): HistoryRule {
  return { ...rule, group: 'history' };
}
