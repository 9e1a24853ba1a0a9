import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable, writeTable } from '#compiled/table.ts';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { generatedTables } from './generate-table.ts';
import { planeOptions } from './plane-in-test.ts';

test('a table that was read from a file is exported as the same bytes, so that Envoys have it already', () => {
  fc.assert(
    fc.property(generatedTables, (table) => {
      const bytesOf = (one: typeof table) =>
        JSON.stringify(exportEnvoy(one, planeOptions('/etc/gatewright')));
      expect(bytesOf(readTable(writeTable(table)))).toBe(bytesOf(table));
    }),
  );
});
