import pluralize from 'pluralize';
import { splitWords } from './split-words.ts';

/**
 * Whether a name stands for one or for many, by its last word: `dog_owners` is plural. A word that is both, as
 * `series` is, or that the dictionary cannot judge, is ambiguous, so that nobody is blamed for it.
 */
export function numberOf(name: string): 'singular' | 'plural' | 'ambiguous' {
  const word = splitWords(name).at(-1)?.toLowerCase() ?? '';
  const [singular, plural] = [pluralize.isSingular(word), pluralize.isPlural(word)];
  if (singular === plural) return 'ambiguous';
  return singular ? 'singular' : 'plural';
}
