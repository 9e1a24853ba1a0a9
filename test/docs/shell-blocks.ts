import { globSync, readFileSync } from 'node:fs';

/** Lines that a page has people paste into a shell. */
export interface ShellBlock {
  /** The page, and the first line of the block: unique. */
  readonly name: string;
  readonly text: string;
}

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...globSync('docs/**/*.md'),
];

/** All of them, in the order of the pages. */
export const shellBlocks: readonly ShellBlock[] = pages.toSorted().flatMap((page) => {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```(?:sh|bash|console)\n(.*?)^\1```/gms);
  return [...blocks].map(([, margin = '', written = '']) => {
    const lines = written.split('\n').map((line) => line.slice(margin.length));
    return { name: `${page}: ${lines[0]}`, text: lines.join('\n') };
  });
});

/** The block that begins with these words, wherever it is; throws unless there is exactly one. */
export function findBlock(beginning: string): ShellBlock {
  const found = shellBlocks.filter(({ name }) => name.startsWith(beginning));
  if (found.length === 1 && found[0]) return found[0];
  throw new Error(`${found.length} blocks begin with ${beginning}`);
}

/** The commands of gatewright in a block, as the words after `gatewright`. */
export function findCalls(text: string): readonly (readonly string[])[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ');
  const calls = joined.matchAll(/(?:^|\$\(|\| )(?:[A-Z_]+='[^']*' )?gatewright ([^|>\n)&]+)/gm);
  return [...calls].map(([, words = '']) =>
    [...words.replace(/\s#.*/, '').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"<])+/g)].map(([word]) =>
      word.replaceAll(/['"]/g, ''),
    ),
  );
}
