import { serverCore, type Bench } from '../bench.ts';
import { checkCalls, listCalls } from '../calls.ts';
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
  const small = await measure(bench, few, await makeSmallProject(bench), started);
  const large = await measure(bench, many, await makeLargeProject(bench), started);
  const taken = await measureInTurn(bench, [small, large]);
  printTurns(taken);
  const figure = ratioOf(taken.get(many) ?? [], taken.get(few) ?? []);
  note({ name: `processor time of a call, ${many} to ${few}`, figure, unit: 'times', most });
}

async function measure(
  bench: Bench,
  name: string,
  project: Project,
  started: AsyncDisposableStack,
): Promise<Measured> {
  const table = await compileProject(project);
  const program = await gatewayProgram(bench, name, { folder: project.folder, table });
  const server = started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const list = await listCalls(bench, name, server, project.repository);
  await checkCalls(server, list);
  return { server, list };
}
