import type { ChangeField } from '#compiled/proposals/proposed-change.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { ChangeError } from './change-error.ts';

/** The maximum length of a name, which is also the name of a file. */
const maxNameLength = 100;
const maxTextLength = 2000;
/** The maximum length of a text of several lines. */
const maxLongText = 10_000;

/** A name in snake_case, as in paths: DogPark becomes dog_park. */
export function toSnakeCase(name: string): string {
  return splitWords(name).join('_').toLowerCase();
}

/** The name of something: a noun without an article, such as `application name`, its format, and advice on it. */
interface NameFormat {
  readonly noun: string;
  readonly field: ChangeField;
  readonly format: RegExp;
  readonly help: string;
}

/** Throws a ChangeError unless a name has the format. */
export function checkName(name: string, { noun, field, format, help }: NameFormat): void {
  if (format.test(name) && name.length <= maxNameLength) return;
  const shown = JSON.stringify(name.slice(0, maxNameLength));
  throw new ChangeError(`${shown} is not a valid ${noun}.`, help, field);
}

/** Throws a ChangeError unless each text fits on one line and contains only visible characters. */
export function checkLines(noun: string, texts: readonly string[], field?: ChangeField): void {
  for (const text of texts) {
    const problem = findLineProblem(text);
    if (problem !== undefined) throw new ChangeError(`The ${noun} ${problem}.`, undefined, field);
  }
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const hasHidden = 'has a character that cannot be shown';

function findLineProblem(text: string): string | undefined {
  if (hidden.test(text)) return hasHidden;
  if (text.length > maxTextLength) return `has more than ${maxTextLength} characters`;
  return text.trim() === '' ? 'is empty' : undefined;
}

/** Throws a ChangeError unless a text of several lines contains only visible characters. */
export function checkText(noun: string, text: string, field: ChangeField): void {
  if (hidden.test(text.replaceAll(/[\n\t]/g, '')))
    throw new ChangeError(`The ${noun} ${hasHidden}.`, undefined, field);
  if (text.length > maxLongText)
    throw new ChangeError(`The ${noun} has more than ${maxLongText} characters.`, undefined, field);
}
