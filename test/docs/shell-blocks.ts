import { readFileSync } from 'node:fs';
import { type PageBlock, pageBlocks } from './page-blocks.ts';

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'console']);

/** Lines that a page has people paste into a shell. */
export const shellBlocks = pageBlocks.filter(({ language }) => shells.has(language));

/** Everything else that a page shows: declarations, answers, what a command prints. */
export const dataBlocks = pageBlocks.filter(({ language }) => !shells.has(language));

/** The block that begins with these words, wherever it is; throws unless there is exactly one. */
export function findBlock(beginning: string): PageBlock {
  const found = pageBlocks.filter(({ name }) => name.startsWith(beginning));
  if (found.length === 1 && found[0]) return found[0];
  throw new Error(`${found.length} blocks begin with ${beginning}`);
}

/** Whether a test file calls `findBlock` with exactly these words. */
export function readsBlock(file: string, beginning: string): boolean {
  const calls = readFileSync(file, 'utf8').matchAll(/\bfindBlock\((?:'([^'\n]*)'|"([^"\n]*)")\)/g);
  return [...calls].some(([, single, double]) => (single ?? double) === beginning);
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
