import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';

/** The same value with the members of every object the other way round. */
function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reorder(member)]),
  );
}

describe('canonical JSON', () => {
  test('sorts keys, at every depth, and leaves out undefined', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x', e: undefined })).toBe(
      '{"a":"x","b":[{"c":null,"d":1}]}',
    );
  });

  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reorder(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test.each([
    ['a Map', new Map()],
    ['a Set', [new Set()]],
    ['a function', { a: () => 1 }],
    ['NaN', Number.NaN],
    ['undefined in a list', [undefined]],
    ['a bigint', 1n],
  ])('refuses %s', (_title, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
