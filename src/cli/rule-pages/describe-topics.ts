import { builtInCodes } from '../../diagnostic/built-in-codes.ts';
import { allTopics } from './all-rules.ts';
import { heading, paragraph, table, type Page } from './page.ts';

/** All rules by their matter, and then the other codes that a finding can have. */
export function describeTopics(): Page {
  const rules = allTopics.flatMap((topic) => topic.rules);
  const onHistory = rules.filter(({ group }) => group === 'history').length;
  return [
    heading(1, 'Rules'),
    paragraph(
      `\`gatewright lint\` keeps ${rules.length - onHistory} rules, and \`gatewright plan\` ${onHistory} more, which look at ` +
        'what changes. `gatewright explain RULE` prints the page of one: why it is there, its options, examples, and how ' +
        'to live with a finding.',
    ),
    ...allTopics
      .filter((topic) => topic.rules.length > 0)
      .flatMap((topic) => [
        heading(2, topic.title),
        table(
          ['Rule', 'Severity', 'Section', 'It asks'],
          topic.rules.map(({ name, severity, section, summary }) => [
            `\`${name}\``,
            severity,
            section,
            summary,
          ]),
        ),
      ]),
    heading(2, 'Codes that are not rules'),
    paragraph('These codes are not rules. They are always reported:'),
    table(
      ['Code', 'It says'],
      Object.entries(builtInCodes).map(([code, { summary }]) => [`\`${code}\``, summary]),
    ),
  ];
}
