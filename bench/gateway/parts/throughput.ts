import { otherName, ownName, serverCore, undiciName, type Bench } from '../bench.ts';
import { mostToOther } from '../compare.ts';
import { checkCalls, listCalls } from '../calls.ts';
import { bareName, httpProxyName, listPeers, replyFromName } from '../peers.ts';
import { gatewayProgram, makeSmallProject, tlsFolderOf } from '../project.ts';
import { note, printTurns, say } from '../report.ts';
import { startServer, type ServerProgram } from '../server-process.ts';
import { measureInTurn, ratioOf, type Measured } from '../turns.ts';

/** With the same processor time at least 0.85 of a bare proxy's rate, and more than proxies that others use. */
const targets = [
  [bareName, { most: 1 / 0.85 }],
  [replyFromName, { most: 1 }],
  [httpProxyName, { most: 1 }],
  ['nginx', {}],
  [otherName, { most: mostToOther }],
  // Above, undici's pool takes less than the client that is ours (decision 4).
  [undiciName, { most: 1 }],
] as const;

/** The processor time of a call, against proxies that only forward. */
export async function measureThroughput(bench: Bench): Promise<void> {
  say('\nProcessor time of a call: 10 APIs of 10 operations, 1,000 subscriptions, 1,000 tokens');
  await using started = new AsyncDisposableStack();
  const project = await makeSmallProject(bench);
  const start = async (program: ServerProgram) =>
    started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const measured: Measured[] = [];
  for (const build of [...bench.builds, ...(bench.undiciBuild ? [bench.undiciBuild] : [])]) {
    const server = await start(await gatewayProgram(bench, build.name, project, build));
    measured.push({ server, list: await listCalls(bench, build.name, server, project.repository) });
  }
  const [own] = measured;
  if (!own) return;
  for (const peer of await listPeers(bench, tlsFolderOf(bench, ownName)))
    measured.push({ server: await start(peer), list: own.list });
  for (const { server, list } of measured) await checkCalls(server, list);
  const taken = await measureInTurn(bench, measured);
  printTurns(taken);
  for (const [name, most] of targets) {
    const [ours, theirs] = [taken.get(ownName), taken.get(name)];
    if (!ours || !theirs) continue;
    const figure = ratioOf(ours, theirs);
    note({ name: `processor time of a call, to that of ${name}`, figure, unit: 'times', ...most });
  }
}
