import type { SyntaxProblem } from '../../../workspace/source-file.ts';
import { JsonSyntaxError, readJsonPlaces } from '../json-places.ts';
import { explainUnclosed } from './explain-unclosed.ts';
import { OpenBrackets } from './open-brackets.ts';

/** The error of a text that JSON.parse refuses, by a reader that finds the place. */
export function explainJsonError(text: string): SyntaxProblem {
  const error = findError(text);
  const unclosed = error.offset === text.length ? findUnclosed(text) : undefined;
  const span = { start: error.offset, end: Math.min(error.offset + 1, text.length) };
  return { code: 'json-syntax', ...(unclosed ?? { message: error.message, span }) };
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

const stringOrBracket = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

function findUnclosed(text: string): Omit<SyntaxProblem, 'code'> | undefined {
  const brackets = new OpenBrackets(text);
  for (const { index } of text.matchAll(stringOrBracket)) brackets.take(index);
  return brackets.unclosed === undefined ? undefined : explainUnclosed(text, brackets.unclosed);
}
