import { type RuleTopic, topics } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import type { RuleDescription } from '#compiler/rule/define-rule.ts';
import type { BuiltInCode } from '#diagnostic/built-in-codes.ts';
import { describeHistoryRule } from './describe-history-rule.ts';
import { describeRule } from './describe-rule.ts';
import { heading, type Page, paragraph } from './page.ts';

/** All rules by topic, including the history rules. */
export const allTopics: readonly (Pick<RuleTopic, 'title'> & {
  readonly rules: readonly RuleDescription[];
})[] = [...topics, { title: 'Changes', rules: historyRules }];

/** The page of each rule, rendered on demand. */
export const rulePages: ReadonlyMap<string, () => Page> = new Map<string, () => Page>([
  ...topics.flatMap(({ rules }) => rules.map((rule) => [rule.name, () => describeRule(rule)] as const)),
  ...historyRules.map((rule) => [rule.name, () => describeHistoryRule(rule)] as const),
]);

/** The page of a diagnostic code that does not belong to a rule. */
export function describeCode(code: string, { summary, help }: BuiltInCode): Page {
  return [
    heading(1, code),
    paragraph(summary),
    paragraph(help),
    paragraph('This is not a design rule: its severity cannot be changed and it cannot be suppressed.'),
  ];
}
