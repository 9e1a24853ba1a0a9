import { ownName, serverCore, type Bench } from '../../gateway/bench.ts';
import { checkCalls, listCalls } from '../../gateway/calls.ts';
import {
  compileProject,
  gatewayProgram,
  makeLargeProject,
  makeSmallProject,
  type Project,
} from '../../gateway/project.ts';
import { note, printTurns, say } from '../../gateway/report.ts';
import { startServer, type ServerProgram } from '../../gateway/server-process.ts';
import { measureInTurn, ratioOf, type Measured } from '../../gateway/turns.ts';
import { exportedEnvoy, exportedName } from '../exported-envoy.ts';
import { handWrittenEnvoy, handWrittenName } from '../hand-written.ts';
import { readIssuer } from '../planes.ts';

const targets = [
  [ownName, { most: 1.15 }],
  [exportedName, { most: 1.3 }],
  [handWrittenName, {}],
] as const;

/** The processor time of a call with many APIs, against that with few: Gatewright, and both Envoys. */
export async function measureScale(bench: Bench): Promise<void> {
  const [few, many] = ['10 APIs', `${bench.apis} APIs`];
  say(`\nProcessor time of a call: ${few} and ${many}, of 10 operations each`);
  await using started = new AsyncDisposableStack();
  const measured = [
    ...(await startAll(bench, few, await makeSmallProject(bench), started)),
    ...(await startAll(bench, many, await makeLargeProject(bench), started)),
  ];
  const taken = await measureInTurn(bench, measured);
  printTurns(taken);
  for (const [name, most] of targets) {
    const [small, large] = [taken.get(`${name}, ${few}`) ?? [], taken.get(`${name}, ${many}`) ?? []];
    note({ name: `${name}, ${many} to ${few}`, figure: ratioOf(large, small), unit: 'times', ...most });
  }
  for (const { server } of measured)
    say(`  ${server.name.padEnd(42)} ${server.residentMegabytes().toFixed(0).padStart(6)} MB resident`);
}

/** Gatewright, which issues the tokens of all, Envoy driven by the same table, and Envoy with a route for each API. */
async function startAll(
  bench: Bench,
  apis: string,
  project: Project,
  started: AsyncDisposableStack,
): Promise<readonly Measured[]> {
  const start = async (program: ServerProgram) =>
    started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const table = await compileProject(project, bench.builds[0]);
  const ownProgram = await gatewayProgram(bench, `${ownName}, ${apis}`, { folder: project.folder, table });
  const own = await start(ownProgram);
  const issuer = await readIssuer(own);
  const byHand = { name: `${handWrittenName}, ${apis}`, add: <Same>(manager: Same) => manager };
  const servers = [
    own,
    await start(await exportedEnvoy(bench, project, issuer.keys, `${exportedName}, ${apis}`)),
    await start(await handWrittenEnvoy(bench, project.repository, issuer, byHand)),
  ];
  const list = await listCalls(bench, apis, own, project.repository);
  for (const server of servers) await checkCalls(server, list);
  return servers.map((server) => ({ server, list }));
}
