import type { RuleTopic } from '../../compiler/lint/rules.ts';
import { builtInCodes } from '../../diagnostic/built-in-codes.ts';
import { heading, paragraph, table, type Page } from './page.ts';

/** All rules by their matter, and then the other codes that a finding can have. */
export function describeTopics(topics: readonly RuleTopic[]): Page {
  const count = topics.flatMap(({ rules }) => rules).length;
  return [
    heading(1, 'Rules'),
    paragraph(
      `\`gatewright lint\` keeps ${count} rules. \`gatewright explain RULE\` prints the page of one: why it is ` +
        'there, its options, examples, and how to suppress a finding.',
    ),
    ...topics
      .filter(({ rules }) => rules.length > 0)
      .flatMap(({ title, rules }) => [
        heading(2, title),
        table(
          ['Rule', 'Severity', 'Section', 'It asks'],
          rules.map(({ name, severity, section, summary }) => [`\`${name}\``, severity, section, summary]),
        ),
      ]),
    heading(2, 'Codes that are no rules'),
    paragraph('These are found while the sources are read, or beside the rules, and are always reported:'),
    table(
      ['Code', 'It says'],
      Object.entries(builtInCodes).map(([code, { summary }]) => [`\`${code}\``, summary]),
    ),
  ];
}
