/**
 * In this order: `API` before the next word, an acronym before the next word, a word, an acronym, a number. A number
 * belongs to the word that it follows, so that `Base64` is one word.
 */
const wordPattern =
  /APIs?\d*(?=[A-Z][a-z0-9]|[^A-Za-z0-9]|$)|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+/g;

/** The words of an identifier in UpperCamelCase, camelCase or snake_case, without accents. */
export function splitWords(identifier: string): readonly string[] {
  return withoutAccents(identifier).match(wordPattern) ?? [];
}

/** Fast path: printable ASCII, which nearly all names are, has no accents. */
const ascii = /^[ -~]*$/;

function withoutAccents(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}

/** The words of a list that is written as text, with white space between them. */
export function readWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * A name in snake_case, without accents; empty if it has no letter and no number. `userIDs` and `CSVtoJSON` are
 * `user_ids` and `csv_to_json`, and `IMDBid` is `imdb_id`.
 */
export function toSnakeCase(name: string): string {
  return withoutAccents(name)
    .replaceAll(/(?<=[A-Z]{2})(for|ids?|to)(?![a-z])/g, '_$1_')
    .replaceAll(/IoT|VMware/g, (word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
    .replaceAll(/(?<![A-Z])([A-Z])([A-Z]+s)(?![a-z])/g, (_, first, rest) => `${first}${rest.toLowerCase()}`)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
}

/** A name in camelCase: `dogBreed` for `dog_breed`. */
export function toCamelCase(name: string): string {
  const [first = '', ...others] = toSnakeCase(name).split('_');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Whether two names differ at most in case and in the separators of words: `dog_walks` and `dogWalks`. */
export function haveSameWords(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

/** A name in lower case, without separators. */
export function lettersOf(name: string): string {
  const lower = name.toLowerCase();
  return /[^a-z0-9]/.test(lower) ? lower.replaceAll(/[^a-z0-9]/g, '') : lower;
}
