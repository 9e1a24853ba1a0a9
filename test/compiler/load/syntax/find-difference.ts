import { isDeepStrictEqual } from 'node:util';
import { parseAnyYaml } from '#compiler/load/syntax/parse-any-yaml.ts';
import { parseSimpleYaml } from '#compiler/load/syntax/parse-source.ts';
import { readSimpleYaml } from '#compiler/load/syntax/simple-yaml/read-simple-yaml.ts';
import type { SourceDocument } from '#compiler/workspace/source-file.ts';

/** Whether the fast reader reads a text, rather than leaving it to the library. */
export function isSimple(text: string): boolean {
  return readSimpleYaml(text) !== undefined;
}

/** The difference in what the fast reader reads from the library; undefined if nothing, or if it gives up. */
export function findDifference(text: string): string | undefined {
  const simple = parseSimpleYaml('x.yaml', text);
  if (!simple) return undefined;
  const expected = parseAnyYaml('x.yaml', text);
  if (expected.problems.length > 0) return `missed: ${expected.problems[0]!.message}`;
  const { documents } = simple;
  if (documents.length !== expected.documents.length) return `${documents.length} documents`;
  return documents.map((document, index) => compare(document, expected.documents[index]!)).find(Boolean);
}

/** Of documents with more pointers, this many are checked, evenly spread. */
const maxPointers = 20_000;

function compare(document: SourceDocument, expected: SourceDocument): string | undefined {
  const { value } = document;
  const isSame =
    isDeepStrictEqual(value, expected.value) && JSON.stringify(value) === JSON.stringify(expected.value);
  if (!isSame) return `value: ${JSON.stringify(value)}, not ${JSON.stringify(expected.value)}`;
  const pointers = [...pointersOf(value, [])];
  const step = Math.ceil(pointers.length / maxPointers);
  for (const pointer of pointers.filter((_, index) => index % step === 0)) {
    const actual = describe(document, pointer);
    const wanted = describe(expected, pointer);
    if (actual !== wanted) return `/${pointer.join('/')}: ${actual}, not ${wanted}`;
  }
  return undefined;
}

/** Every pointer, and at each value some that have no target or are not plain numbers. */
function* pointersOf(value: unknown, pointer: readonly string[]): Generator<readonly string[]> {
  yield pointer;
  for (const token of ['nowhere', '', '01', '99']) yield [...pointer, token];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* pointersOf(member, [...pointer, key]);
}

function describe(document: SourceDocument, pointer: readonly string[]): string {
  const key = document.locate(pointer, 'key');
  const value = document.locate(pointer, 'value');
  const scalar = JSON.stringify(document.scalarText(pointer));
  return `key ${key.start}-${key.end}, value ${value.start}-${value.end}, scalar ${scalar}`;
}
