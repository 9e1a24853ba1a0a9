import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EditableText, type EditPlace } from '#compiler/edit/editable-text.ts';
import { removeItems } from '#compiler/edit/remove-items.ts';
import { applyEdits, EditError } from '#compiler/edit/text-edit.ts';
import { draws } from '../../full-run.ts';
import { changeValue, parseText } from './edited-values.ts';
import { writtenJson, writtenYaml, type WrittenFile } from './file-arbitraries.ts';

const files: readonly (readonly [string, fc.Arbitrary<WrittenFile>])[] = [
  ['YAML', writtenYaml],
  ['JSON', writtenJson],
];

describe.each(files)('in %s', (format, file) => {
  const parseFile = format === 'JSON' ? (text: string) => [JSON.parse(text) as unknown] : parseText;

  test('removing items leaves the others, and all else, as they are', () => {
    let refused = 0;
    let removed = 0;
    const indices = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(file, fc.nat(), indices, ({ text, values, sequences }, choice, chosen) => {
        fc.pre(sequences.length > 0);
        const place = sequences[choice % sequences.length]!;
        const after = tryToRemove(text, place, chosen);
        if (after === undefined) {
          refused += 1;
          return;
        }
        removed += 1;
        expect(parseFile(after)).toEqual(
          changeValue(values, place, (items) =>
            (items as unknown[]).filter((_, index) => !chosen.includes(index)),
          ),
        );
      }),
      { numRuns: draws(1000) },
    );
    expect(removed).toBeGreaterThan(refused / 4);
  });
});

function tryToRemove(text: string, place: EditPlace, indices: readonly number[]): string | undefined {
  try {
    return applyEdits(text, removeItems(new EditableText(text), place, indices));
  } catch (error) {
    if (error instanceof EditError) return undefined;
    throw error;
  }
}

test('a comment below an item does not become part of a text above it', () => {
  const text = 'keys:\n - |-\n   two\n   lines\n - {}\n   # beside or below\n';
  const message = 'A comment would become part of the text above, so it has to be edited by hand.';
  expect(() => removeItems(new EditableText(text), { document: 0, pointer: '/keys' }, [1])).toThrow(
    new EditError(message),
  );
});

const at = { document: 0, pointer: '/keys' };
const remove = (text: string, ...indices: readonly number[]) =>
  applyEdits(text, removeItems(new EditableText(text), at, indices));

test.each([
  [
    'keys:\n  - a # one\n  # of two\n  - b: 1\n    c: 2 # here\n\n  - d\n',
    [1],
    'keys:\n  - a # one\n  # of two\n\n  - d\n',
  ],
  ['keys:\n- a\n- b', [1], 'keys:\n- a\n'],
  ['keys:\n- a\n- b', [0], 'keys:\n- b'],
  ['keys:\n  -\n  - b\n', [0], 'keys:\n  - b\n'],
  ['keys: [a, b, c] # all\n', [0, 1], 'keys: [c] # all\n'],
  ['keys: [ a, b, c, ]\n', [1, 2], 'keys: [ a, ]\n'],
  ['keys: [\n  a,\n  b,\n  c\n]\n', [0, 2], 'keys: [\n  b\n]\n'],
  ['{"keys": ["a", {"b": 1}]}', [0], '{"keys": [{"b": 1}]}'],
])('of %j the items %j go', (text, indices, after) => {
  expect(remove(text, ...indices)).toBe(after);
});

test.each([
  ['keys: [a]\n', 'The value at /keys would be left empty.'],
  ['keys: { 0: a }\n', 'The value at /keys is not a sequence.'],
  [
    'keys:\n  - &a a\n  - *a\n',
    'The value at /keys has an item with an anchor or a tag, so it has to be edited by hand.',
  ],
  ['keys: [a, # first\n  b]\n', 'The value at /keys may hold a comment, so it has to be edited by hand.'],
  ['? keys\n: - a\n  - b\n', 'An item is on the line of its parent, so it has to be edited by hand.'],
])('of %j nothing goes', (text, message) => {
  expect(() => remove(text, 0)).toThrow(new EditError(message));
});
