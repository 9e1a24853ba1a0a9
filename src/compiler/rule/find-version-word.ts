import { splitWords } from './split-words.ts';

/**
 * The part of an API's name or context that is a version: a word such as V2, a number of its own at the
 * end, or at the very end the API's own version after a v. The number of `Base64` is part of a word.
 */
export function findVersionWord(identifier: string, version: string): string | undefined {
  const words = splitWords(identifier);
  const last = words.at(-1) ?? '';
  const own = `v${version.replace(/^v/, '')}`;
  const word = words.find((candidate) => /^v(ersion)?\d+$/i.test(candidate));
  if (word !== undefined || /^\d+$/.test(last)) return word ?? last;
  return identifier.endsWith(own) ? own : undefined;
}
