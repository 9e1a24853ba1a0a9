import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimitField } from '#runtime/gateway/policies/enforce-limits.ts';

test('the field says what it is asked for, whatever it has said before', () => {
  const names = constantFrom('"subscription"', '"application"', '"api"', '"operation"');
  const numbers = integer({ min: 0, max: 40 });
  assert(
    property(names, numbers, numbers, integer({ min: 0, max: 2 }), (name, remaining, seconds, step) => {
      for (const left of [remaining, remaining + step * 1024, remaining, 1e9, 2 ** 51]) {
        for (const until of [seconds, seconds + step * 1024, 86_400 * 1e9]) {
          expect(rateLimitField(name, left, until)).toBe(`${name};r=${left};t=${until}`);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
