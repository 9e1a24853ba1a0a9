import { serverCore, type Bench, type Build } from '../bench.ts';
import { checkCalls, listCalls } from '../calls.ts';
import { mostToOther } from '../compare.ts';
import {
  compileProject,
  gatewayProgram,
  makeLargeProject,
  makeSmallProject,
  type Project,
} from '../project.ts';
import { note, printTurns, say } from '../report.ts';
import { startServer } from '../server-process.ts';
import { measureInTurn, ratioOf, type Measured } from '../turns.ts';

/** Of the processor time of a call with few APIs. */
const most = 1.1;

/** The processor time of a call with many APIs, against that with few. */
export async function measureScale(bench: Bench): Promise<void> {
  const [few, many] = ['10 APIs', `${bench.apis} APIs`];
  say(`\nProcessor time of a call: ${few} and ${many}, of 10 operations each, from compiled tables`);
  await using started = new AsyncDisposableStack();
  const [small, large] = [await makeSmallProject(bench), await makeLargeProject(bench)];
  const measured: Measured[] = [];
  for (const build of bench.builds) {
    measured.push(await measure(bench, nameOf(build, few), small, build, started));
    measured.push(await measure(bench, nameOf(build, many), large, build, started));
  }
  const taken = await measureInTurn(bench, measured);
  printTurns(taken);
  const turnsOf = (build: Build, apis: string) => taken.get(nameOf(build, apis)) ?? [];
  for (const build of bench.builds) {
    const figure = ratioOf(turnsOf(build, many), turnsOf(build, few));
    const isOwn = build === bench.builds[0];
    note({ name: `${build.name}, ${many} to ${few}`, figure, unit: 'times', ...(isOwn && { most }) });
  }
  const [own, other] = bench.builds;
  if (!other) return;
  const figure = ratioOf(turnsOf(own, many), turnsOf(other, many));
  note({ name: `${many}, to the other checkout`, figure, unit: 'times', most: mostToOther });
}

const nameOf = ({ name }: Build, apis: string) => `${name}, ${apis}`;

async function measure(
  bench: Bench,
  name: string,
  project: Project,
  build: Build,
  started: AsyncDisposableStack,
): Promise<Measured> {
  const table = await compileProject(project, build);
  const program = await gatewayProgram(bench, name, { folder: project.folder, table }, build);
  const server = started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const list = await listCalls(bench, name, server, project.repository);
  await checkCalls(server, list);
  return { server, list };
}
