import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { addMembers, appendItem, appendDocument } from '#compiler/edit/insert-content.ts';
import { EditableText, type EditPlace } from '#compiler/edit/editable-text.ts';
import { applyEdits, EditError } from '#compiler/edit/text-edit.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import { draws } from '../../full-run.ts';
import { changeValue, commentsOf, parseText } from './edited-values.ts';
import { anything, writtenJson, writtenYaml, type WrittenFile } from './file-arbitraries.ts';

const added = fc.constantFrom<Json>('x', 'two\nlines', '# y', 7, null, [], {}, ['sha256:00', 'b'], {
  a: { b: ['c'] },
});

/** How many lines of the text are not in the edited one. */
function touchedLines(text: string, after: string): number {
  const before = text.split('\n');
  const lines = after.split('\n');
  const first = before.findIndex((line, index) => line !== lines[index]);
  if (first === -1) return 0;
  const last = before.findLastIndex((line, index) => line !== lines[index + lines.length - before.length]);
  return last - first + 1;
}

const files: readonly (readonly [string, fc.Arbitrary<WrittenFile>])[] = [
  ['YAML', writtenYaml],
  ['JSON', writtenJson],
];

describe.each(files)('in %s', (format, file) => {
  const parseFile = format === 'JSON' ? (text: string) => [JSON.parse(text) as unknown] : parseText;

  test('setting a member changes that value and no other line', () => {
    fc.assert(
      fc.property(file, fc.nat(), added, ({ text, values, maps }, choice, value) => {
        const place = maps[choice % maps.length]!;
        const after = applyEdits(text, addMembers(new EditableText(text), place, { added: value, more: 1 }));
        expect(parseFile(after)).toEqual(
          changeValue(values, place, (map) => ({ ...(map as object), added: value, more: 1 })),
        );
        expect(touchedLines(text, after)).toBeLessThanOrEqual(1);
      }),
      { numRuns: draws(300) },
    );
  });

  test('appending an item changes that sequence and no other line', () => {
    fc.assert(
      fc.property(file, fc.nat(), added, ({ text, values, sequences }, choice, value) => {
        fc.pre(sequences.length > 0);
        const place = sequences[choice % sequences.length]!;
        const after = applyEdits(text, appendItem(new EditableText(text), place, value));
        expect(parseFile(after)).toEqual(
          changeValue(values, place, (items) => [...(items as unknown[]), value]),
        );
        expect(touchedLines(text, after)).toBeLessThanOrEqual(1);
      }),
      { numRuns: draws(300) },
    );
  });

  test('replacing a value changes that value, and loses no comment', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.oneof(added, anything), ({ text, values, places }, choice, value) => {
        const place = places[choice % places.length]!;
        const after = tryToReplace(text, place, value);
        fc.pre(after !== undefined);
        expect(parseFile(after)).toEqual(changeValue(values, place, () => value));
        expect(commentsOf(after)).toEqual(commentsOf(text));
      }),
      { numRuns: draws(500) },
    );
  });
});

/** The text with the value replaced; undefined if a comment prevents that. */
function tryToReplace(text: string, place: EditPlace, value: Json): string | undefined {
  try {
    return applyEdits(text, replaceValue(new EditableText(text), place, value));
  } catch (error) {
    if (!(error instanceof EditError) || !error.message.includes('may hold a comment')) throw error;
    return undefined;
  }
}

test('appending a document leaves the others as they are', () => {
  fc.assert(
    fc.property(writtenYaml, ({ text, values }) => {
      const after = applyEdits(text, appendDocument(text, 'kind: Tier\nname: gold\n'));
      expect(parseText(after)).toEqual([...values, { kind: 'Tier', name: 'gold' }]);
      expect(after.startsWith(text)).toBe(true);
    }),
    { numRuns: draws(300) },
  );
});

test('a value with a line break stays on its line, also where texts have single quotes', () => {
  const text = "a: '\"'\n";
  const after = applyEdits(
    text,
    replaceValue(new EditableText(text), { document: 0, pointer: '/a' }, 'two\nlines'),
  );
  expect(after).toBe('a: "two\\nlines"\n');
});
