import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextIndex } from '#runtime/gateway/route/text-index.ts';

test('each part of a text leads to what a map has for it', () => {
  // `Aa` and `BB` have the same hash.
  const text = fc
    .array(fc.constantFrom('Aa', 'BB', 'a', '/'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), text, text, text, (known, before, asked, after) => {
      const index = new TextIndex<number>();
      const map = new Map<string, number>();
      known.forEach((each, number) => {
        if (!map.has(each)) map.set(each, number);
        expect(index.open(each, () => number)).toBe(map.get(each));
      });
      const found = index.find(before + asked + after, before.length, before.length + asked.length);
      expect(found).toBe(map.get(asked));
    }),
    { numRuns: 2000 },
  );
});
