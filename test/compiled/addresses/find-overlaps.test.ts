import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOverlaps } from '#compiled/addresses.ts';
import { draws } from '../../full-run.ts';

const segment = fc.constantFrom('a', 'A', 'b', 'ab', 'a.b');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
const apis = fc.array(
  fc.record({ main: fc.array(path, { maxLength: 2 }), further: fc.array(path, { maxLength: 3 }) }),
  { maxLength: 5 },
);

/** As the words of the rule say it: equal, or one is the beginning of the other by whole segments. */
function overlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => `${text.toLowerCase()}/`) as [string, string];
  return first.startsWith(second) || second.startsWith(first);
}

test('a further address is reported if it overlaps with a usual one or with an accepted one before it', () => {
  fc.assert(
    fc.property(apis, (drawn) => {
      const addressed = drawn.map((one, api) => ({ api, ...one }));
      const reported = findOverlaps(addressed).map(({ api, index }) => `${api} ${index}`);
      const taken = drawn.flatMap(({ main }) => main);
      const expected = drawn.flatMap(({ further }, api) =>
        further.flatMap((each, index) => {
          if (taken.some((other) => overlap(each, other))) return [`${api} ${index}`];
          taken.push(each);
          return [];
        }),
      );
      expect(reported).toEqual(expected);
    }),
    { numRuns: draws(5000) },
  );
});

test('the address that is named overlaps indeed', () => {
  fc.assert(
    fc.property(apis, (drawn) => {
      const addressed = drawn.map((one, api) => ({ api, ...one }));
      for (const { api, index, other } of findOverlaps(addressed)) {
        const { main = [], further = [] } = drawn[other.api] ?? {};
        expect([...main, ...further]).toContain(other.path);
        expect(overlap(drawn[api]?.further[index] ?? '', other.path)).toBe(true);
      }
    }),
    { numRuns: draws(1000) },
  );
});

test('ten thousand APIs with addresses take no time that grows with their square', () => {
  const addressed = Array.from({ length: 10_000 }, (_, api) => ({
    api,
    main: [`/api_${api}/v1`],
    further: [`/service-${api}/v1`, `/v1/service-${api}`],
  }));
  expect(findOverlaps([...addressed, { api: -1, main: [], further: ['/V1/service-9999'] }])).toEqual([
    { api: -1, index: 0, other: { api: 9999, path: '/v1/service-9999' } },
  ]);
});
