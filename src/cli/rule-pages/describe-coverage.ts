import { coverage, furtherRules } from '../../compiler/lint/coverage.ts';
import type { Statement } from '../../compiler/lint/coverage/statement.ts';
import { heading, paragraph, table, type Page } from './page.ts';

/** What becomes of each statement of the requirements on the design of APIs. */
export function describeCoverage(): Page {
  return [
    heading(1, 'Coverage of the requirements'),
    paragraph(
      'Each statement of the requirements on how APIs are designed, in our own words and under an id of our own, ' +
        'with the rules that keep it, or with the reason why no rule can.',
    ),
    ...coverage.flatMap(({ section, title, statements }) => [
      heading(2, `${section} ${title}`),
      table(
        ['Id', 'Statement', 'Kept by'],
        statements.map((statement) => [statement.id, statement.says, describeKeepers(statement)]),
      ),
    ]),
    heading(2, 'Design rules beside these statements'),
    table(
      ['Rule', 'Reason'],
      Object.entries(furtherRules).map(([rule, reason]) => [`\`${rule}\``, reason]),
    ),
  ];
}

function describeKeepers(statement: Statement): string {
  const rules = 'rules' in statement ? statement.rules.map((rule) => `\`${rule}\``).join(', ') : 'no rule';
  return statement.reason === undefined ? rules : `${rules}: ${statement.reason}`;
}
