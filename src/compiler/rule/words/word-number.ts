import pluralize from 'pluralize';
import { countNouns } from './count-nouns.ts';
import { readWords } from './read-words.ts';
import { splitWords } from './split-words.ts';

/** Words that end as plurals do and are none, or are as often used as singulars. */
const seemingPlurals = new Set(
  readWords(`
  data metadata aws https kubernetes macos saas paas iaas canvas basis always across this plus versus sans
  means lens atlas chaos cosmos exists contains needs
`),
);

/** What follows one of these qualifies what stands before: `codes_of_conduct` are codes. */
const prepositions = new Set(
  readWords(`
    of for by with per from along near within to
  `),
);

/**
 * Whether a name stands for one or for many, by the word that it turns on: `dog_owners` is plural. It is ambiguous,
 * so that nobody is blamed for it, unless that word surely is a singular noun, or a plural.
 */
export function numberOf(name: string): WordNumber {
  const known = judged.get(name);
  if (known) return known;
  if (judged.size === mostJudged) judged.clear();
  const number = judge(headOf(name).toLowerCase());
  judged.set(name, number);
  return number;
}

type WordNumber = 'singular' | 'plural' | 'ambiguous';

/** The names of late, since a document has the same ones again and again. */
const judged = new Map<string, WordNumber>();
const mostJudged = 10_000;

function judge(word: string): WordNumber {
  if (countNouns.has(word)) return 'singular';
  return isSurelyPlural(word) ? 'plural' : 'ambiguous';
}

/** Three letters with an `s` at the end are as likely an acronym. */
function isSurelyPlural(word: string): boolean {
  if (seemingPlurals.has(word) || !pluralize.isPlural(word) || pluralize.isSingular(word)) return false;
  return word.length > 3 || countNouns.has(pluralize.singular(word));
}

/** Whether a name is no plural by its form, be its word known or not. */
export function isPluralless(name: string): boolean {
  const word = headOf(name).toLowerCase();
  return (
    /^[a-z]*[aeiouy][a-z]*$/.test(word) &&
    word.length > 3 &&
    pluralize.isSingular(word) &&
    !pluralize.isPlural(word)
  );
}

/** The name of many of what a name stands for: `dog_owner` becomes `dog_owners`. */
export function pluralOf(name: string): string {
  const head = headOf(name);
  const start = name.lastIndexOf(head);
  return name.slice(0, start) + pluralize.plural(head) + name.slice(start + head.length);
}

function headOf(name: string): string {
  const words = splitWords(name);
  const preposition = words.findIndex((word) => prepositions.has(word.toLowerCase()));
  return words[(preposition > 0 ? preposition : words.length) - 1] ?? '';
}
