import { splitWords } from './split-words.ts';

/**
 * The part of an API's name or context that is a version: a word such as V2 at its end, a number of its own
 * after an underscore, or at the very end the API's own version after a v. In `Base64` and `V8Engine` the number
 * is part of a word.
 */
export function findVersionWord(identifier: string, version: string): string | undefined {
  const last = splitWords(identifier).at(-1) ?? '';
  if (/^(v(ersion)?)?\d+$/i.test(last)) return last;
  const number = /_(\d+)(?![^_])/.exec(identifier)?.[1];
  if (number !== undefined) return number;
  const own = `v${version.replace(/^v/, '')}`;
  return identifier.endsWith(own) ? own : undefined;
}
