import { coverage, additionalRules } from '#compiler/lint/coverage.ts';
import type { Statement } from '#compiler/lint/coverage/statement.ts';
import { rulePages } from './all-rules.ts';
import { describeTopics } from './describe-topics.ts';
import { heading, type Page, paragraph, table } from './page.ts';
import { renderPageAsMarkdown } from './render-markdown.ts';

const generated = '<!-- `npm run generate` writes this file from the rules. -->\n\n';

/** The pages of docs/rules, by file name. */
export function renderRuleDocs(): Readonly<Record<string, string>> {
  const index = [
    ...describeTopics(),
    paragraph('`coverage.md` lists the requirement that each rule checks.'),
  ];
  const pages = Object.fromEntries([
    ['README.md', index],
    ['coverage.md', describeCoverage()],
    ...[...rulePages].map(([name, describe]) => [fileOf(name), describe()] as const),
  ]);
  const links = new Map([
    ['coverage.md', 'coverage.md'],
    ...[...rulePages.keys()].map((name) => [name, fileOf(name)] as const),
  ]);
  return Object.fromEntries(
    Object.entries(pages).map(([file, page]) => [
      file,
      generated +
        renderPageAsMarkdown(page, (code) => (links.get(code) === file ? undefined : links.get(code))),
    ]),
  );
}

function fileOf(rule: string): string {
  return `${rule}.md`;
}

/** The rules that enforce each statement of the requirements on the design of APIs. */
function describeCoverage(): Page {
  return [
    heading(1, 'Coverage of the requirements'),
    paragraph(
      'The requirements on the design of APIs: each statement in our own words and with our own ID, ' +
        'with the rules that enforce it, or the reason why no rule can.',
    ),
    ...coverage.flatMap(({ section, title, statements }) => [
      heading(2, `${section} ${title}`),
      table(
        ['ID', 'Statement', 'Enforced by'],
        statements.map((statement) => [statement.id, statement.says, describeEnforcement(statement)]),
      ),
    ]),
    heading(2, 'Design rules without a statement'),
    table(
      ['Rule', 'Reason'],
      Object.entries(additionalRules).map(([rule, reason]) => [`\`${rule}\``, reason]),
    ),
  ];
}

function describeEnforcement(statement: Statement): string {
  const rules = 'rules' in statement ? statement.rules.map((rule) => `\`${rule}\``).join(', ') : 'no rule';
  return statement.reason === undefined ? rules : `${rules}: ${statement.reason}`;
}
