import type { ChangeField } from '#compiled/proposals/proposed-change.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { ChangeError, ChangeErrors } from './change-error.ts';

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

/**
 * Throws ChangeErrors unless each text fits on one line and contains only visible characters. Descriptions and reasons may
 * also have joiners.
 */
export function checkLines(noun: string, texts: readonly string[], field?: ChangeField): void {
  const isProse = field === 'description' || field === 'reason';
  const wrong = texts.flatMap((text, index) => {
    const problem = findLineProblem(text, isProse ? withoutJoiners(text) : text);
    const item = field !== undefined && listFields.has(field) ? index : undefined;
    return problem === undefined ? [] : [new ChangeError(`The ${noun} ${problem}.`, undefined, field, item)];
  });
  if (wrong.length > 0) throw new ChangeErrors(wrong);
}

/** The fields in which each line is a text of its own. */
const listFields: ReadonlySet<ChangeField> = new Set<ChangeField>(['callbackUrls', 'tags']);

/** Whether `checkLines` accepts a text. */
export function fitsLine(text: string): boolean {
  return findLineProblem(text, text) === undefined;
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Joiners between letters, which Persian and other languages need, and in emoji. */
const joiners =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{EMod}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])/gu;

function withoutJoiners(text: string): string {
  return text.replaceAll(joiners, '');
}

/** Names the first character that cannot be shown; undefined if there is none. */
function findHidden(text: string): string | undefined {
  const code = hidden.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return undefined;
  return `has a character that cannot be shown. It is U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `searched` is the part of the text that may have no hidden character. */
function findLineProblem(text: string, searched: string): string | undefined {
  const found = findHidden(searched);
  if (found !== undefined) return found;
  if (text.length > maxTextLength) return `has more than ${maxTextLength} characters`;
  return text.trim() === '' ? 'is empty' : undefined;
}

/** Throws a ChangeError unless a text of several lines contains only visible characters, and joiners. */
export function checkText(noun: string, text: string, field: ChangeField): void {
  const problem = findHidden(withoutJoiners(text).replaceAll(/[\n\t]/g, ''));
  if (problem !== undefined) throw new ChangeError(`The ${noun} ${problem}.`, undefined, field);
  if (text.length > maxLongText)
    throw new ChangeError(`The ${noun} has more than ${maxLongText} characters.`, undefined, field);
}
