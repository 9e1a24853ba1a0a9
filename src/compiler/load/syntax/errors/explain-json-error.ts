import type { SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { JsonSyntaxError, readJsonPlaces } from '../json-places.ts';
import { type Explanation, explainExtra, explainUnclosed, explainUnclosedQuote } from './explain-unclosed.ts';
import { findFlowBrackets } from './flow-brackets.ts';
import type { OpenBrackets } from './open-brackets.ts';

/** The number of characters around an error that are searched for its cause. */
const maxRead = 1000;

/** Advice by the text at the error. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/[/*]|#)/, 'Remove the comment; JSON has none.'],
  [/^'/, 'Write double quotes in place of single ones.'],
  [/^[-+]?(?:NaN|Infinity)\b/i, 'Write a number, or null; JSON has no such value.'],
  [/^(?:undefined|none|nil)\b/i, 'Write null, or remove the member.'],
  [/^(?:true|false|null)\b/i, 'Write it in lower case.'],
  [/^\+\d/, 'Remove the plus sign.'],
  [/^[A-Za-z_$][\w$-]*\s*:/, 'Put the key in double quotes.'],
  [/^[A-Za-z_$]/, 'Put text in double quotes.'],
];

/** Explains the error in a text that JSON.parse refuses, with its location. */
export function explainJsonError(text: string): SyntaxProblem {
  const error = findError(text);
  return { code: 'json-syntax', ...(explainCause(text, error.offset) ?? describeError(text, error)) };
}

function findError(text: string): JsonSyntaxError {
  try {
    readJsonPlaces(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error;
  }
  throw new Error('Two readers of JSON differ.');
}

/** The unclosed quote or the bracket that causes an error at an offset; undefined if there is another cause. */
function explainCause(text: string, offset: number): Explanation | undefined {
  if (isOpenQuote(text, offset)) return explainUnclosedQuote(offset);
  const brackets = findFlowBrackets(text, 0, offset);
  const character = text.charAt(offset);
  if (brackets.unclosed === undefined) return isCloser(character) ? explainExtra(text, offset) : undefined;
  return isMissing(brackets, character) ? explainUnclosed(text, brackets.unclosed) : undefined;
}

const openQuote = /"(?:[^"\\\r\n]|\\.)*\\?(?=[\r\n]|$)/y;

/** The maximum length of a string that is searched for its end. */
const maxQuoted = 100_000;

/** Whether a string begins at an offset but does not end on its line. */
function isOpenQuote(text: string, at: number): boolean {
  if (text.charAt(at) !== '"') return false;
  openQuote.lastIndex = 0;
  return openQuote.test(text.slice(at, at + maxQuoted));
}

function isCloser(character: string): boolean {
  return character === ']' || character === '}';
}

/** Whether a character, or the end of the text, shows that a closing bracket is missing before it. */
function isMissing({ innermost }: OpenBrackets, character: string): boolean {
  const isInArray = innermost.endsWith('[');
  if (character === '') return true;
  if (isCloser(character)) return isInArray === (character === '}');
  // True for an object after a complete object, or for the colon of a key after a complete array.
  return isInArray ? character === ':' : character === '{' && innermost === '[{';
}

function describeError(text: string, { message, offset }: JsonSyntaxError): Explanation {
  const span = { start: offset, end: Math.min(offset + 1, text.length) };
  const help = adviseOnPlace(text, offset, message) ?? adviseOnJson(text, offset);
  return { message, ...(help !== undefined && { help }), span };
}

function adviseOnPlace(text: string, offset: number, message: string): string | undefined {
  if (message.startsWith('Expected the end')) return 'Remove what follows the first value.';
  const isNext = /["{[a-z]/.test(text.charAt(offset));
  return isNext && message.startsWith('Expected `,`') ? 'Write a comma before it.' : undefined;
}

/** The advice for text that a JSON parser does not expect at an offset. */
function adviseOnJson(text: string, offset: number): string | undefined {
  const rest = text.slice(offset, offset + maxRead);
  const before = text.slice(Math.max(0, offset - maxRead), offset).trimEnd();
  if (before === '' && /^(?:---|%YAML|[\w-]+: )/.test(rest)) {
    return 'Write JSON, or give a file with YAML a name that ends in `.yaml`.';
  }
  if (before.endsWith(',') && /^[\]}]/.test(rest)) return 'Remove the comma before it.';
  if (/^\d/.test(rest) && /[\s:,[]-?0$/.test(before)) return 'Remove the zero before it.';
  return advice.find(([pattern]) => pattern.test(rest))?.[1];
}
