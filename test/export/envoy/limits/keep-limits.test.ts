import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCalls } from '#export/envoy/limits/count-calls.ts';
import { keepLimits } from '#export/envoy/limits/keep-limits.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { generatedTables } from '../generate-table.ts';

function limitsOf(table: Compiled) {
  return { '@type': 'any', name: 'limits', typed_config: countCalls(table) };
}

/** What of one list is not in another one, by value. */
function missing(list: readonly object[], other: unknown): readonly object[] {
  const texts = new Set((other as readonly object[]).map((each) => JSON.stringify(each)));
  return list.filter((each) => !texts.has(JSON.stringify(each)));
}

test('the limits of every table are counted, each once', () => {
  fc.assert(
    fc.property(generatedTables, fc.array(generatedTables, { maxLength: 2 }), (table, earlier) => {
      const kept = keepLimits(limitsOf(table), earlier.map(limitsOf))['typed_config'] as ReturnType<
        typeof countCalls
      >;
      for (const { descriptors, rate_limits: kinds } of [table, ...earlier].map(countCalls)) {
        expect(missing(descriptors, kept.descriptors)).toEqual([]);
        expect(missing(kinds, kept.rate_limits)).toEqual([]);
      }
      const texts = [...kept.descriptors, ...kept.rate_limits].map((each) => JSON.stringify(each));
      expect(new Set(texts).size).toBe(texts.length);
    }),
  );
});

test('a call is counted once by limits of an export that stated them in another way', () => {
  fc.assert(
    fc.property(generatedTables, (table) => {
      const limits = countCalls(table);
      const kinds = limits.rate_limits.map(({ actions }) => ({ actions }));
      const earlier = { '@type': 'any', name: 'limits', typed_config: { ...limits, rate_limits: kinds } };
      expect(keepLimits(limitsOf(table), [earlier])).toEqual(limitsOf(table));
    }),
  );
});
