import { splitPointer } from '../../../source/place.ts';
import {
  SourceFile,
  type SourceDocument,
  type Span,
  type SyntaxProblem,
} from '../../workspace/source-file.ts';
import { findRepeatedKeys } from './find-repeated-keys.ts';
import { findUnfitValue } from './find-unfit-value.ts';
import { JsonSyntaxError, readJsonPlaces } from './json-places.ts';
import { PlaceIndex } from './place-index.ts';
import { countWrittenMembers, surveyJson } from './survey-json.ts';

/** Parses a JSON file (RFC 8259). Where its values stand is read when it is first asked for. */
export function parseJson(path: string, text: string): SourceFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new SourceFile(path, text, [], [findSyntaxProblem(text)]);
  }
  const document = toDocument(text, value);
  const problems = findProblems(text, document);
  return new SourceFile(
    path,
    text,
    [problems.length > 0 ? { ...document, value: undefined } : document],
    problems,
  );
}

/** What is wrong with a text that JSON.parse refuses, by a reader that tells the place. */
function findSyntaxProblem(text: string): SyntaxProblem {
  try {
    readJsonPlaces(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const span = { start: error.offset, end: Math.min(error.offset + 1, text.length) };
    return { code: 'json-syntax', message: error.message, span };
  }
  throw new Error('Two readers of JSON differ.');
}

function toDocument(text: string, value: unknown): SourceDocument {
  let index: PlaceIndex | undefined;
  const places = (): PlaceIndex => (index ??= new PlaceIndex(text, readJsonPlaces(text), 0));
  return {
    value,
    locate: (pointer, part) => places().locate(pointer, part),
    scalarText: (pointer) => places().scalarAt(pointer)?.replaceAll('"', ''),
  };
}

function findProblems(text: string, document: SourceDocument): readonly SyntaxProblem[] {
  const { members, isSuspect } = surveyJson(document.value);
  const isRepeating = members < countWrittenMembers(text);
  const repeated = isRepeating ? findRepeatedKeys(text, readJsonPlaces(text)).map(repeatedKey) : [];
  const unfit = isSuspect ? findUnfitValue(document.value) : undefined;
  if (!unfit) return repeated;
  const span = document.locate(splitPointer(unfit.pointer), 'value');
  return [
    ...repeated,
    { code: 'unfit-value', message: unfit.message, help: 'Write a smaller number.', span },
  ];
}

function repeatedKey(span: Span): SyntaxProblem {
  const message = 'This key stands twice in its object.';
  return { code: 'duplicate-key', message, help: 'Keep one of the two.', span };
}
