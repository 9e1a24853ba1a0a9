import { globSync, readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface PageBlock {
  /** The page, and the first line of the block, with the next one if that is a comment or a bracket alone. */
  readonly name: string;
  /** `sh`, `yaml` …; empty if none is named. */
  readonly language: string;
  /** Without the margin of the block. */
  readonly text: string;
}

/** The pages of rules are generated from examples, which are the tests of the rules. */
const isGenerated = (page: string) => page.startsWith('docs/rules/');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  'src/README.md',
  ...globSync('docs/**/*.md').filter((page) => !isGenerated(page)),
];

/** All of them, in the order of the pages. */
export const pageBlocks: readonly PageBlock[] = pages
  .toSorted()
  .flatMap((page) => readBlocks(page, readFileSync(page, 'utf8')));

function readBlocks(page: string, text: string): readonly PageBlock[] {
  const blocks = text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms);
  return [...blocks].map(([, margin = '', language = '', written = '']) => {
    const lines = written.split('\n').map((line) => line.slice(margin.length));
    return { name: `${page}: ${firstWords(lines)}`, language, text: lines.join('\n') };
  });
}

function firstWords([first = '', second = '']: readonly string[]): string {
  return /^(#.*|[{[])$/.test(first) && second !== '' ? `${first} ${second.trim()}` : first;
}
