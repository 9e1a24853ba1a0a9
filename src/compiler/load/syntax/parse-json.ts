import { splitPointer } from '#source/place.ts';
import {
  SourceFile,
  type SourceDocument,
  type Span,
  type SyntaxProblem,
} from '#compiler/workspace/source-file.ts';
import { findUnfitValue, maxValues } from './find-unfit-value.ts';
import { explainJsonError } from './errors/explain-json-error.ts';
import { readJsonPlaces } from './json-places.ts';
import { PlaceIndex } from './place-index.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';
import { maximumDepth } from './nesting.ts';
import { hasExactNumbers, numberTextsAt } from './number-texts.ts';

/** Parses a JSON file (RFC 8259). The locations of its values are found on first use. */
export function parseJson(path: string, text: string): SourceFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new SourceFile(path, text, [], [explainJsonError(text)]);
  }
  const survey = surveyJson(value);
  const document = toDocument(text, value, survey.values);
  const problems = findProblems(text, document, survey);
  return new SourceFile(
    path,
    text,
    [problems.length > 0 ? { ...document, value: undefined } : document],
    problems,
  );
}

function toDocument(text: string, value: unknown, values: number): SourceDocument {
  let tape: PlaceTape | undefined;
  let index: PlaceIndex | undefined;
  const readTape = (): PlaceTape => (tape ??= readJsonPlaces(text, values));
  const places = (): PlaceIndex => (index ??= new PlaceIndex(text, readTape(), 0));
  return {
    value,
    locate: (pointer, part) => places().locate(pointer, part),
    scalarText: (pointer) => places().scalarAt(pointer)?.replaceAll('"', ''),
    numberTexts: () => (hasExactNumbers(text) ? numberTextsAt(text, readTape(), 0) : undefined),
  };
}

function findProblems(
  text: string,
  document: SourceDocument,
  { members, isSuspect }: JsonSurvey,
): readonly SyntaxProblem[] {
  const isRepeating = members < countWrittenMembers(text);
  const repeated = isRepeating ? findRepeatedKeys(text, readJsonPlaces(text)) : [];
  const unfit = isSuspect ? findUnfitValue(document.value) : undefined;
  if (!unfit) return repeated;
  const span = document.locate(splitPointer(unfit.pointer), 'value');
  return [
    ...repeated,
    { code: 'unfit-value', message: unfit.message, help: 'Write a smaller number.', span },
  ];
}

function repeatedKey(name: string, span: Span): SyntaxProblem {
  const message = `The key \`${name}\` is repeated in its object.`;
  return { code: 'duplicate-key', message, help: 'Keep one of the two.', span };
}

/** The keys that repeat an earlier key of their object, however they are escaped, in the order of the text. */
function findRepeatedKeys(text: string, places: PlaceTape): readonly SyntaxProblem[] {
  const repeated: SyntaxProblem[] = [];
  for (let value = 0; value < places.size; value += 1) {
    const names = new Set<string>();
    for (let child = value + 1; child < places.next(value); child = places.next(child)) {
      const span = { start: places.keyStart(child), end: places.keyEnd(child) };
      if (span.end === 0) break;
      const name = decodeKey(text, span.start, span.end);
      if (names.has(name)) repeated.push(repeatedKey(name, span));
      names.add(name);
    }
  }
  return repeated.toSorted((a, b) => a.span.start - b.span.start);
}

/** The facts found in one pass over every value of parsed JSON. */
interface JsonSurvey {
  /** The number of values: fewer than in the text if a key is repeated. */
  readonly values: number;
  /** The number of members of all objects. */
  readonly members: number;
  /** Whether a number is not finite, or there are too many values. */
  readonly isSuspect: boolean;
}

/** Visits every value once. Throws a RangeError if the values are nested too deeply. */
function surveyJson(root: unknown): JsonSurvey {
  let members = 0;
  let values = 0;
  let isSuspect = false;

  const look = (value: unknown, depth: number): void => {
    values += 1;
    if (typeof value === 'number' && !Number.isFinite(value)) isSuspect = true;
    if (typeof value !== 'object' || value === null) return;
    if (depth > maximumDepth) throw new RangeError(`deeper than ${maximumDepth}`);
    const children: readonly unknown[] = Object.values(value);
    if (!Array.isArray(value)) members += children.length;
    for (const child of children) look(child, depth + 1);
  };

  look(root, 0);
  return { values, members, isSuspect: isSuspect || values > maxValues };
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** The number of members in the text of a JSON document: more than in the parsed objects if a key is repeated. */
function countWrittenMembers(json: string): number {
  let members = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInString = !isInString;
    else if (code === backslash) at += 1;
    else if (code === colon && !isInString) members += 1;
  }
  return members;
}
