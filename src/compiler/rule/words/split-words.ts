/**
 * `API` before the next word, an acronym before the next word, a word, an acronym, a number.
 * A number belongs to the word that it follows, so that `Base64` is one word.
 */
const wordPattern =
  /APIs?\d*(?=[A-Z][a-z0-9]|[^A-Za-z0-9]|$)|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+/g;

/** The words of an identifier in UpperCamelCase, camelCase or snake_case, without accents. */
export function splitWords(identifier: string): readonly string[] {
  return withoutAccents(identifier).match(wordPattern) ?? [];
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}
