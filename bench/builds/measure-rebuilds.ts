import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as builders from '../../src/pipeline/create-builder.ts';
import type * as trees from '../../src/platform/files/disk-source-tree.ts';
import { median } from '../lint/measure.ts';

const [checkout = '', repository = '', definition = ''] = process.argv.slice(2);
const changes = 31;

const { createBuilder } = (await import(join(checkout, 'src/pipeline/create-builder.ts'))) as typeof builders;
const { diskSourceTree } = (await import(
  join(checkout, 'src/platform/files/disk-source-tree.ts')
)) as typeof trees;

const builder = createBuilder(diskSourceTree(repository), 'gateway.config.yaml', 'production');
const first = await time(() => builder.build('all'));
const file = join(repository, definition);
const original = readFileSync(file, 'utf8');
const times: number[] = [];
for (let change = 0; change < changes; change += 1) {
  const path = `  /amended_pages_${change}:\n    get:\n      responses:\n        '200': { description: A page. }\n`;
  writeFileSync(
    file,
    original.replace('\npaths:\n', (line) => line + path),
  );
  times.push(await time(() => builder.build(new Set([definition]))));
}
writeFileSync(file, original);
globalThis.gc?.();
const figures = {
  'build, first (s)': first,
  'build, one definition changed (s)': median(times),
  'build, live memory after the changes (MB)': process.memoryUsage().heapUsed / 1024 ** 2,
};
process.stdout.write(JSON.stringify(figures));

/** In seconds of the processor, user and system. */
async function time(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
