import { readFile, writeFile } from 'node:fs/promises';
import { sealCompiled } from '../../../src/compiled/compiled.ts';
import type { Manifest, ManifestSubscription } from '../../../src/compiled/manifest.ts';
import { readTable, writeTable } from '../../../src/compiled/table.ts';
import type { Bench } from '../bench.ts';
import { obtainCall, timeStart } from '../first-answer.ts';
import { readLiveMegabytes, tellingMemory } from '../memory.ts';
import { compileProject, gatewayProgram, makeProject, type Project } from '../project.ts';
import { note, say } from '../report.ts';
import { startServer } from '../server-process.ts';

const apis = 1000;

/** A compiled table that holds very many subscriptions, against one that holds one for each API. */
export async function measureSubscriptions(bench: Bench): Promise<void> {
  say(`\nSubscriptions: ${bench.subscriptions} of them in a compiled table of ${apis} APIs`);
  const project = await makeProject(bench, 'subscriptions', { apis, operations: 1, subscriptions: apis });
  const table = await compileProject(project);
  const few = await measureTable(bench, project, table, 'few subscriptions');
  const largeTable = `${project.folder} many.json`;
  const size = await writeLargeTable(table, largeTable, bench.subscriptions);
  const many = await measureTable(bench, project, largeTable, 'many subscriptions');
  const added = bench.subscriptions - apis;
  const each = (megabytes: number) => (megabytes * 2 ** 20) / added;
  note({ name: 'start with few, to the first answer', figure: few.seconds, unit: 's' });
  note({ name: 'start with many, to the first answer', figure: many.seconds, unit: 's' });
  note({ name: 'in the table, each', figure: size / added, unit: 'bytes' });
  note({ name: 'live in memory, each', figure: each(many.live - few.live), unit: 'bytes' });
  note({ name: 'resident after the start, each', figure: each(many.resident - few.resident), unit: 'bytes' });
}

async function measureTable(bench: Bench, { folder, repository }: Project, table: string, name: string) {
  const program = tellingMemory(await gatewayProgram(bench, name, { folder, table }));
  const call = await obtainCall(program, repository);
  const seconds = await timeStart(program, call);
  const server = await startServer(program);
  const resident = server.residentMegabytes();
  const live = await readLiveMegabytes(program, server);
  await server.stop();
  return { seconds, resident, live };
}

/** Adds applications until, with all APIs, there are enough pairs. Gives the bytes that the table grows by. */
async function writeLargeTable(table: string, largeTable: string, count: number): Promise<number> {
  const text = await readFile(table, 'utf8');
  const { manifest, apis: parts } = readTable(text);
  const large = writeTable(sealCompiled(withSubscriptions(manifest, count), parts));
  await writeFile(largeTable, large);
  return large.length - text.length;
}

function withSubscriptions(manifest: Manifest, count: number): Manifest {
  const [first] = manifest.applications;
  if (!first) throw new Error('The table has no application.');
  const added = Array.from({ length: Math.ceil(count / apis) }, (_, index) => ({
    ...first,
    name: `subscriber_${String(index).padStart(6, '0')}`,
    keySets: first.keySets.map((set) => ({ ...set, consumerKey: `key-of-subscriber-${index}` })),
  }));
  const names = manifest.apis.map(({ name, version }) => `${name}/${version}`).toSorted();
  const subscriptions = added.flatMap(({ name }) => names.map((api) => subscribe(name, api)));
  return {
    ...manifest,
    applications: [...manifest.applications, ...added],
    subscriptions: [
      ...manifest.subscriptions,
      ...subscriptions.slice(0, count - manifest.subscriptions.length),
    ],
  };
}

function subscribe(application: string, api: string): ManifestSubscription {
  return { application, api, tier: 'gold', state: 'active', scopes: [] };
}
