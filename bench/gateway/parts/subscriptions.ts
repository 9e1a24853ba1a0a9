import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as compiledModule from '../../../src/compiled/compiled.ts';
import type * as tableModule from '../../../src/compiled/table.ts';
import type { Manifest, ManifestSubscription } from '../../../src/compiled/manifest.ts';
import type { Bench, Build } from '../bench.ts';
import type { Call } from '../calls.ts';
import { measureBuilds, medianOfOwn, noteRatio, prepareBuilds } from '../compare.ts';
import { obtainCall, timeStart, type StartCost } from '../first-answer.ts';
import { readLiveMegabytes, tellingMemory } from '../memory.ts';
import {
  compileProject,
  gatewayProgram,
  makeProject,
  type GatewayProgram,
  type Project,
} from '../project.ts';
import { note, say } from '../report.ts';
import { startServer } from '../server-process.ts';

const apis = 1000;
const starts = 3;

/** The same build on two tables. */
interface Tables {
  readonly few: TableProgram;
  readonly many: TableProgram;
  /** How much larger the second table is. */
  readonly addedBytes: number;
}

interface TableProgram {
  readonly program: GatewayProgram;
  readonly call: Call;
}

interface TableCost extends StartCost {
  readonly live: number;
  readonly resident: number;
}

/** A compiled table with very many subscriptions, against one with one for each API. */
export async function measureSubscriptions(bench: Bench): Promise<void> {
  say(`\nSubscriptions: ${bench.subscriptions} of them in a compiled table of ${apis} APIs`);
  const project = await makeProject(bench, 'subscriptions', { apis, operations: 1, subscriptions: apis });
  const tables = await prepareBuilds(bench, (build) => makeTables(bench, project, build));
  const few = await measureBuilds(starts, tables, (of) => measureTable(of.few));
  const many = await measureBuilds(starts, tables, (of) => measureTable(of.many));
  const added = bench.subscriptions - apis;
  const own = (figureOf: (cost: TableCost) => number) =>
    ((medianOfOwn(many, figureOf) - medianOfOwn(few, figureOf)) * 2 ** 20) / added;
  const inTable = (tables.get(bench.builds[0])?.addedBytes ?? Number.NaN) / added;
  note({ name: 'start with few, to the first answer', figure: medianOfOwn(few, secondsOf), unit: 's' });
  note({ name: 'start with many, to the first answer', figure: medianOfOwn(many, secondsOf), unit: 's' });
  note({ name: 'in the table, each', figure: inTable, unit: 'bytes' });
  note({ name: 'live in memory, each', figure: own(({ live }) => live), unit: 'bytes' });
  note({ name: 'resident after the start, each', figure: own(({ resident }) => resident), unit: 'bytes' });
  noteRatio('start with many, processor time', many, ({ processorSeconds }) => processorSeconds);
  noteRatio('live memory with many', many, ({ live }) => live);
  noteRatio('resident memory with many', many, ({ resident }) => resident);
}

const secondsOf = ({ seconds }: StartCost) => seconds;

async function makeTables(bench: Bench, project: Project, build: Build): Promise<Tables> {
  const table = await compileProject(project, build);
  const largeTable = `${project.folder} many by ${build.name}.json`;
  const addedBytes = await writeLargeTable(build, table, largeTable, bench.subscriptions);
  const prepare = async (name: string, file: string): Promise<TableProgram> => {
    const source = { folder: project.folder, table: file };
    const program = tellingMemory(await gatewayProgram(bench, `${build.name}, ${name}`, source, build));
    return { program, call: await obtainCall(program, project.repository) };
  };
  return {
    few: await prepare('few subscriptions', table),
    many: await prepare('many subscriptions', largeTable),
    addedBytes,
  };
}

async function measureTable({ program, call }: TableProgram): Promise<TableCost> {
  const cost = await timeStart(program, call);
  const server = await startServer(program);
  const resident = server.residentMegabytes();
  const live = await readLiveMegabytes(program, server);
  await server.stop();
  return { ...cost, resident, live };
}

/** A project of 1,000 APIs with a table of its own, and one with very many subscriptions, by this build. */
export async function prepareSubscriptions(bench: Bench): Promise<{
  readonly project: Project;
  readonly table: string;
  readonly largeTable: string;
}> {
  const [build] = bench.builds;
  const project = await makeProject(bench, 'subscriptions', { apis, operations: 1, subscriptions: apis });
  const table = await compileProject(project, build);
  const largeTable = `${project.folder} many by ${build.name}.json`;
  await writeLargeTable(build, table, largeTable, bench.subscriptions);
  return { project, table, largeTable };
}

/** Adds applications until, with all APIs, there are enough pairs. Returns the bytes that the table grows by. */
async function writeLargeTable(
  build: Build,
  table: string,
  largeTable: string,
  count: number,
): Promise<number> {
  const { readTable, sealCompiled, writeTable } = await importTables(build);
  const text = await readFile(table, 'utf8');
  const { manifest, apis: parts } = readTable(text);
  const large = writeTable(sealCompiled(withSubscriptions(manifest, count), parts));
  await writeFile(largeTable, large);
  return large.length - text.length;
}

/** Reading and writing of tables as the checkout of a build does it, since another one may have another format. */
async function importTables({ program }: Build) {
  const folder = join(program, '../../../src/compiled');
  const compiled = (await import(join(folder, 'compiled.ts'))) as typeof compiledModule;
  const table = (await import(join(folder, 'table.ts'))) as typeof tableModule;
  return { ...compiled, ...table };
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
