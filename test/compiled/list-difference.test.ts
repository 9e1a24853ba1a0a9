import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLists } from '#compiled/list-difference.ts';
import { draws } from '../full-run.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

const keyOf = ({ key }: Item) => key;

const items = fc.uniqueArray(
  fc.record({ key: fc.integer({ min: 0, max: 30 }).map(String), value: fc.integer({ min: 0, max: 1 }) }),
  { selector: keyOf, maxLength: 30 },
);

/** Two lists of which the second one is the first with some items removed, changed, added or moved. */
const pairs = fc.oneof(
  fc.tuple(items, items),
  fc.tuple(items, items).map(([one, other]) => [one, one.toSpliced(3, 2, ...missingIn(one, other))] as const),
);

/** A list as long as blocks of new items are compared by keys alone, with two blocks of them and two items less. */
const blocks = fc
  .record({ length: fc.nat(300), first: fc.nat(300), second: fc.nat(300), size: fc.nat(100) })
  .map(({ length, first, second, size }) => {
    const itemsOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `${name}${index}`, value: 0 }));
    const one = itemsOf('', length);
    const other = one.toSpliced(first, 1, ...itemsOf('a', size)).toSpliced(second, 1, ...itemsOf('b', size));
    return [one, other] as const;
  });

function missingIn(one: readonly Item[], other: readonly Item[]): readonly Item[] {
  const keys = new Set(one.map(keyOf));
  return other.filter(({ key }) => !keys.has(key)).slice(0, 7);
}

test('two lists differ in what is added, removed and changed by their keys, in whatever order they are', () => {
  fc.assert(
    fc.property(fc.oneof(pairs, blocks), ([before, after]) => {
      const [old, now] = [before, after].map((list) => new Map(list.map((item) => [item.key, item])));
      expect(compareLists(before, after, keyOf)).toEqual({
        added: after.filter(({ key }) => !old?.has(key)),
        removed: before.filter(({ key }) => !now?.has(key)),
        changed: after.flatMap((item) => {
          const earlier = old?.get(item.key);
          return earlier && earlier.value !== item.value ? [[earlier, item]] : [];
        }),
      });
    }),
    { numRuns: draws(5000) },
  );
});

test('without a key, items are the same if they are the same object', () => {
  const [one, two, three] = [{}, {}, {}];
  expect(compareLists([one, two], [two, three])).toEqual({ added: [three], removed: [one], changed: [] });
});
