import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { draws, full } from '../../full-run.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { hasEnvoy, openFolder, validateConfiguration, whyNoEnvoy } from './envoy-in-test.ts';
import { generatedTables } from './generate-table.ts';
import { planeOptions } from './plane-in-test.ts';
import { staticBootstrap } from './static-bootstrap.ts';

async function validate(table: Compiled): Promise<string> {
  const folder = await openFolder();
  const options = planeOptions(folder);
  return validateConfiguration(folder, staticBootstrap(exportEnvoy(table, options).resources));
}

function manyApis(count: number): Compiled {
  const contexts = Array.from({ length: count }, (_, index) => `api_${String(index).padStart(5, '0')}`);
  return buildTable({
    apis: contexts.map((context) =>
      defineApi({
        name: `Api${context.slice(4)}`,
        context,
        endpoints: { production: { targets: [`https://${context.replace('_', '-')}.example`] } },
      }),
    ),
    applications: [defineApplication('Walker')],
    tiers: [{ name: 'gold' }],
    subscriptions: contexts.map((context) => subscribe('Walker', `Api${context.slice(4)}/v1`)),
  });
}

describe.skipIf(!hasEnvoy)(`Envoy accepts the export${whyNoEnvoy}`, () => {
  test('of the examples', async () => {
    const { compiled } = await build(diskSourceTree('.'), 'gateway.config.yaml', 'production');
    if (!compiled) throw new Error('The examples do not compile.');
    expect(await validate(compiled)).toBe('');
  });

  test('of generated tables', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(generatedTables, async (table) => {
        expect(await validate(table)).toBe('');
      }),
      { numRuns: draws(200) },
    );
  });

  test('of 10,000 APIs', { ...full, timeout: 300_000 }, async () => {
    expect(await validate(manyApis(10_000))).toBe('');
  });
});

test('an export grows with the number of APIs', () => {
  const sizeOf = (count: number) =>
    JSON.stringify(exportEnvoy(manyApis(count), planeOptions('/folder'))).length;
  const [none, some, more] = [sizeOf(0), sizeOf(100), sizeOf(1000)];
  expect((more - none) / (some - none)).toBeCloseTo(10, 1);
});
