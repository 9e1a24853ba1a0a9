import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { applyEdits, type JsonEdit, diffJson } from '#compiler/plan/delta/json-edit.ts';

/** Some mean much to JavaScript or to pointers. */
const names = fc.constantFrom('a', 'b', '', 'a/b', '~', '0', '__proto__', 'constructor');

/** Values with few names, so that two have much in common. */
const values = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, 1, '', 'a'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

test('edits lead from one value to another, whatever they are, and leave the first as it is', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const text = canonicalJson(before);
      const edits = JSON.parse(JSON.stringify(diffJson(before, after))) as readonly JsonEdit[];
      expect(canonicalJson(applyEdits(before, edits))).toBe(canonicalJson(after));
      expect(canonicalJson(before)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('edits are as small as what changes', () => {
  const dogs = Array.from({ length: 100 }, (_, index) => ({ name: `dog ${index}`, tags: ['a', 'b'] }));
  expect(diffJson({ dogs }, { dogs: dogs.with(7, { name: 'Rex', tags: ['a', 'b'] }) })).toEqual([
    { at: '/dogs/7/name', set: 'Rex' },
  ]);
  expect(diffJson({ dogs }, { dogs: dogs.toSpliced(7, 1) })).toEqual([
    { at: '/dogs', items: [{ keep: 7 }, { drop: 1 }, { keep: 92 }] },
  ]);
  expect(diffJson({ a: 1, 'b/c': 2 }, { a: 1, d: 3 })).toEqual([
    { at: '/b~1c', remove: true },
    { at: '/d', set: 3 },
  ]);
  const moved = [...dogs.slice(1), ...dogs.slice(0, 1)];
  expect(diffJson(dogs, moved)).toEqual([{ at: '', items: [{ drop: 1 }, { keep: 99 }, { add: [dogs[0]] }] }]);
});
