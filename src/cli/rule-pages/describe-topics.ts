import { builtInCodes } from '#diagnostic/built-in-codes.ts';
import { ruleSets, severityInSet } from '#compiler/rule/rule-sets.ts';
import { allTopics } from './all-rules.ts';
import { heading, paragraph, table, type Page } from './page.ts';

/** All rules by topic, and then the other diagnostic codes. */
export function describeTopics(): Page {
  const rules = allTopics.flatMap((topic) => topic.rules);
  const onHistory = rules.filter(({ group }) => group === 'history').length;
  return [
    heading(1, 'Rules'),
    paragraph(
      `\`gatewright lint\` checks ${rules.length - onHistory} rules. \`gatewright plan\` checks ${onHistory} more, the history ` +
        'rules, which check changes. `gatewright explain RULE` prints the page of a rule: its reason, options and ' +
        'examples, and how to suppress a finding.',
    ),
    paragraph(
      '`lint.extends` in `gateway.config.yaml` selects a set of rules: `strict` (the default), `recommended` or `minimal`. ' +
        'The tables show the severity of each rule in each set.',
    ),
    ...allTopics
      .filter((topic) => topic.rules.length > 0)
      .flatMap((topic) => [
        heading(2, topic.title),
        table(
          ['Rule', ...ruleSets.toReversed(), 'Requirement'],
          topic.rules.map((rule) => [
            `\`${rule.name}\``,
            ...ruleSets.toReversed().map((set) => severityInSet(rule, set)),
            rule.summary,
          ]),
        ),
      ]),
    heading(2, 'Codes that are not rules'),
    paragraph('These codes are not rules. They are always reported:'),
    table(
      ['Code', 'Meaning'],
      Object.entries(builtInCodes).map(([code, { summary }]) => [`\`${code}\``, summary]),
    ),
  ];
}
