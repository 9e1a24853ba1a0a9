import { expect, test } from 'vitest';
import { hasUniqueItems } from '#compiler/load/validators/unique-items.ts';

test.each([
  [[], true],
  [
    [
      { name: 'limit', in: 'query' },
      { name: 'limit', in: 'header' },
    ],
    true,
  ],
  [
    [
      { name: 'limit', in: 'query' },
      { in: 'query', name: 'limit' },
    ],
    false,
  ],
  [[{ name: 'limit' }, { name: 'limit', in: 'query' }, ['limit'], { 0: 'limit' }, 'limit'], true],
  [[{ enum: ['a', 1] }, { type: 'string' }, { enum: ['a', 1] }], false],
  [['1', 1], true],
  [['a', 'b', 'a'], false],
  [
    [
      [1, 2],
      [2, 1],
    ],
    true,
  ],
  [[null, 0, false, ''], true],
])('the items of %j are unique: %s', (items, expected) => {
  expect(hasUniqueItems(items)).toBe(expected);
});

test('reads each item once', () => {
  let reads = 0;
  const items = Array.from({ length: 1000 }, (_, index) => ({
    get name() {
      reads += 1;
      return `name${index}`;
    },
  }));
  expect(hasUniqueItems(items)).toBe(true);
  expect(reads).toBe(1000);
});
