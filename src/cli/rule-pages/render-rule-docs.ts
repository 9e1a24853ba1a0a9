import { describeCoverage } from './describe-coverage.ts';
import { rulePages } from './all-rules.ts';
import { describeTopics } from './describe-topics.ts';
import { paragraph } from './page.ts';
import { renderPageAsMarkdown } from './render-markdown.ts';

const generated = '<!-- `npm run generate` writes this file from the rules. -->\n\n';

/** The pages of docs/rules, by file name. */
export function renderRuleDocs(): Readonly<Record<string, string>> {
  const index = [
    ...describeTopics(),
    paragraph('`coverage.md` tells which statement of the requirements each rule keeps.'),
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
