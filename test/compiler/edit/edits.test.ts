import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Json } from '../../../src/compiled/json.ts';
import { appendDocument } from '../../../src/compiler/edit/append-document.ts';
import { appendItem } from '../../../src/compiler/edit/append-item.ts';
import { setMember } from '../../../src/compiler/edit/set-member.ts';
import { applyEdits, type TextEdit } from '../../../src/compiler/edit/text-edit.ts';
import { splitPointer } from '../../../src/source/place.ts';
import { writtenYaml } from './yaml-arbitrary.ts';

const added = fc.constantFrom<Json>('x', 'two\nlines', '# y', 7, null, [], {}, ['sha256:00', 'b'], {
  a: { b: ['c'] },
});

/** Changes a copy of the value at a pointer of one document. */
function changed(
  values: readonly Json[],
  place: { document: number; pointer: string },
  change: (target: never) => void,
) {
  const copy = structuredClone(values);
  const target = splitPointer(place.pointer).reduce<unknown>(
    (value, token) => (value as Record<string, unknown>)[token],
    copy[place.document],
  );
  change(target as never);
  return copy;
}

function parse(text: string): readonly unknown[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

/** How many lines of the text are not in the edited one: none in block style, one at most in flow style. */
function touchedLines(text: string, edits: readonly TextEdit[]): number {
  const before = text.split('\n');
  const after = applyEdits(text, edits).split('\n');
  const first = before.findIndex((line, index) => line !== after[index]);
  if (first === -1) return 0;
  const last = before.findLastIndex((line, index) => line !== after[index + after.length - before.length]);
  return last - first + 1;
}

test('setting a member changes that value and no other line', () => {
  fc.assert(
    fc.property(writtenYaml, fc.nat(), added, ({ text, values, maps }, choice, value) => {
      const place = maps[choice % maps.length]!;
      const edits = setMember(text, place, 'added', value);
      expect(parse(applyEdits(text, edits))).toEqual(
        changed(values, place, (map: Record<string, Json>) => (map['added'] = value)),
      );
      expect(touchedLines(text, edits)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('appending an item changes that sequence and no other line', () => {
  fc.assert(
    fc.property(writtenYaml, fc.nat(), added, ({ text, values, sequences }, choice, value) => {
      fc.pre(sequences.length > 0);
      const place = sequences[choice % sequences.length]!;
      const edits = appendItem(text, place, value);
      expect(parse(applyEdits(text, edits))).toEqual(
        changed(values, place, (items: Json[]) => items.push(value)),
      );
      expect(touchedLines(text, edits)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('appending a document leaves the others as they are', () => {
  fc.assert(
    fc.property(writtenYaml, ({ text, values }) => {
      const after = applyEdits(text, appendDocument(text, 'kind: Tier\nname: gold\n'));
      expect(parse(after)).toEqual([...values, { kind: 'Tier', name: 'gold' }]);
      expect(after.startsWith(text)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
