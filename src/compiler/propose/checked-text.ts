import { splitWords } from '#compiler/rule/words/split-words.ts';
import { ChangeError } from './change-error.ts';

/** The maximum length of a name, which is also the name of a file. */
const maxNameLength = 100;
const maxTextLength = 2000;

/** A name in snake_case, as in paths: DogPark becomes dog_park. */
export function toSnakeCase(name: string): string {
  return splitWords(name).join('_').toLowerCase();
}

/**
 * Throws a ChangeError unless a name has the format. `noun` describes the name, without an article: `application name`.
 */
export function checkName(noun: string, name: string, format: RegExp, help: string): void {
  if (format.test(name) && name.length <= maxNameLength) return;
  throw new ChangeError(`${JSON.stringify(name.slice(0, maxNameLength))} is not a valid ${noun}.`, help);
}

/** Throws a ChangeError unless each text fits on one line and contains only visible characters. */
export function checkLines(field: string, texts: readonly string[]): void {
  for (const text of texts) {
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text))
      throw new ChangeError(`The ${field} has a character that cannot be shown.`);
    if (text.length > maxTextLength)
      throw new ChangeError(`The ${field} has more than ${maxTextLength} characters.`);
    if (text.trim() === '') throw new ChangeError(`The ${field} is empty.`);
  }
}
