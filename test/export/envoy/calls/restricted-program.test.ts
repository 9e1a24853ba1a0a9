import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import { callsProgram } from '#export/envoy/calls/calls-program.ts';
import { relatedTables } from '../../../compiled/restriction/related-tables.ts';

/** The names of routes and limits that the program of a table refers to. */
function namesIn(table: Compiled): ReadonlySet<string> {
  const fields = /\["(?:production|sandbox|limit|addressLimit)"\]="[^"]*"/g;
  return new Set([...callsProgram(table).matchAll(fields)].map(([field]) => field));
}

test('the program of a restricted table refers to nothing that the one of the earlier table does not', () => {
  let count = 0;
  fc.assert(
    fc.property(relatedTables, ([earlier, newer]) => {
      const names = namesIn(restrictTable(earlier, newer));
      const known = namesIn(earlier);
      expect([...names].filter((name) => !known.has(name))).toEqual([]);
      count += names.size;
    }),
  );
  expect(count).toBeGreaterThan(0);
});
