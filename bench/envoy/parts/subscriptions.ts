import type { Bench } from '../../gateway/bench.ts';
import { callOf, waitForAnswer } from '../../gateway/first-answer.ts';
import { prepareSubscriptions } from '../../gateway/parts/subscriptions.ts';
import { note, say } from '../../gateway/report.ts';
import type { Project } from '../../gateway/project.ts';
import { startServer } from '../../gateway/server-process.ts';
import { supplyEnvoy } from '../supplied-envoy.ts';

/** The memory of an Envoy with very many subscriptions, and how long its first table takes. */
export async function measureSubscriptions(bench: Bench): Promise<void> {
  say(`\nSubscriptions: ${bench.subscriptions} of them in a compiled table of 1,000 APIs`);
  const { project, table, largeTable } = await prepareSubscriptions(bench);
  const few = await measureTable(bench, 'few subscriptions', project, table);
  const many = await measureTable(bench, 'many subscriptions', project, largeTable);
  const added = bench.subscriptions - 1000;
  const each = ((many.megabytes - few.megabytes) * 2 ** 20) / added;
  note({ name: 'Envoy, from its start to the first answer, with many', figure: many.seconds, unit: 's' });
  note({ name: 'resident memory of Envoy with many', figure: many.megabytes, unit: 'MB' });
  note({ name: 'resident memory of Envoy, each', figure: each, unit: 'bytes' });
}

interface TableCost {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Starts a control plane with a table, then an Envoy, and waits for its first answer. */
async function measureTable(
  bench: Bench,
  name: string,
  { folder, repository }: Project,
  table: string,
): Promise<TableCost> {
  await using started = new AsyncDisposableStack();
  const programs = await supplyEnvoy(bench, name, { folder, table });
  const own = started.adopt(await startServer(programs.controlPlane), ({ stop }) => stop());
  const call = await callOf(own.origin, repository);
  const begun = performance.now();
  const envoy = started.adopt(await startServer(programs.envoy), ({ stop }) => stop());
  await waitForAnswer(envoy.origin, call);
  return { seconds: (performance.now() - begun) / 1000, megabytes: envoy.residentMegabytes() };
}
