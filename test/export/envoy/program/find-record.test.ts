import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeRecords } from '#export/envoy/calls/calls-program.ts';
import { declareLua, recordKey } from '#export/envoy/text/lua-text.ts';
import { draws } from '../../../full-run.ts';
import { runLua } from './lua-in-test.ts';

test('each record is found by its key, and nothing by any other', async () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'b', '/', ' ', '%', 'é', '\t', '\n', ']', '"'),
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), name, async (names, other) => {
      const records = writeRecords(names.map((one) => [recordKey('s', one), { name: one }] as const));
      const call = await runLua(['find-record.lua'], ['findRecord'], declareLua('records', records));
      for (const one of names) expect(call('findRecord', recordKey('s', one))).toEqual([{ name: one }]);
      const expected = names.includes(other) ? { name: other } : undefined;
      expect(call('findRecord', recordKey('s', other))).toEqual([expected]);
      expect(call('findRecord', recordKey('u', other))).toEqual([undefined]);
    }),
    { numRuns: draws(100) },
  );
});
