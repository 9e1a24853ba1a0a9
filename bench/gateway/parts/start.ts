import type { Bench, Build } from '../bench.ts';
import type { Call } from '../calls.ts';
import { measureBuilds, medianOfOwn, noteRatio, prepareBuilds, type Rounds } from '../compare.ts';
import { obtainCall, timeStart, type StartCost } from '../first-answer.ts';
import {
  compileProject,
  gatewayProgram,
  giveKey,
  makeLargeProject,
  type GatewayProgram,
  type Project,
} from '../project.ts';
import { note, say } from '../report.ts';

const starts = 3;
const [maxFromTable, maxFromSources] = [5, 15];

interface Programs {
  readonly fromTable: GatewayProgram;
  readonly fromSources: GatewayProgram;
  readonly call: Call;
}

/** From the start of the process to the first answer of an upstream, with many APIs. */
export async function measureStart(bench: Bench): Promise<void> {
  say(`\nCold start: ${bench.apis} APIs of 10 operations, on all cores`);
  const project = await makeLargeProject(bench);
  const programs = await prepareBuilds(bench, (build) => prepare(bench, project, build));
  const table = await measureBuilds(starts, programs, ({ fromTable, call }) => timeStart(fromTable, call));
  report('from a compiled table', table, maxFromTable);
  for (const { fromTable, fromSources } of programs.values()) await giveKey(fromTable, fromSources);
  const startFromSources = ({ fromSources, call }: Programs) => timeStart(fromSources, call);
  const cold = await measureBuilds(1, programs, startFromSources);
  note({ name: 'from sources, cold', figure: medianOfOwn(cold, ({ seconds }) => seconds), unit: 's' });
  const warm = await measureBuilds(starts, programs, startFromSources);
  report('from sources, with a warm cache', warm, maxFromSources);
}

async function prepare(bench: Bench, project: Project, build: Build): Promise<Programs> {
  const { folder, repository } = project;
  const table = await compileProject(project, build);
  const [tableName, sourcesName] = [`${build.name} from a table`, `${build.name} from sources`];
  const fromTable = await gatewayProgram(bench, tableName, { folder, table }, build);
  const fromSources = await gatewayProgram(bench, sourcesName, { folder }, build);
  return { fromTable, fromSources, call: await obtainCall(fromTable, repository) };
}

function report(name: string, taken: Rounds<StartCost>, most: number): void {
  const figure = medianOfOwn(taken, ({ seconds }) => seconds);
  note({ name, figure, unit: 's', most });
  noteRatio(`${name}, processor time`, taken, ({ processorSeconds }) => processorSeconds);
}
