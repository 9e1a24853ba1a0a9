import { readFileSync } from 'node:fs';
import { otherName, ownName, serverCore, sourcesName, undiciName, type Bench } from '../bench.ts';
import { mostToOther } from '../compare.ts';
import { checkCalls, listCalls } from '../calls.ts';
import { bareName, httpProxyName, listPeers, replyFromName } from '../peers.ts';
import { gatewayProgram, makeSmallProject, tlsFolderOf } from '../project.ts';
import { note, printTurns, say } from '../report.ts';
import { startServer, type ServerProgram } from '../server-process.ts';
import { undiciNotice } from '../undici-notice.ts';
import { measureInTurn, ratioOf, type Measured } from '../turns.ts';

/** With the same processor time at least 0.85 of a bare proxy's rate, and more than proxies that others use. */
const targets = [
  [bareName, { most: 1 / 0.85 }],
  [replyFromName, { most: 1 }],
  [httpProxyName, { most: 1 }],
  ['nginx', {}],
  [otherName, { most: mostToOther }],
] as const;

/** The processor time of a call, against proxies that only forward. */
export async function measureThroughput(bench: Bench): Promise<void> {
  say('\nProcessor time of a call: 10 APIs of 10 operations, 1,000 subscriptions, 1,000 tokens');
  await using started = new AsyncDisposableStack();
  const project = await makeSmallProject(bench);
  const start = async (program: ServerProgram) =>
    started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const measured: Measured[] = [];
  const programs: ServerProgram[] = [];
  for (const build of [...bench.builds, ...bench.clientBuilds]) {
    const program = await gatewayProgram(bench, build.name, project, build);
    const server = await start(program);
    programs.push(program);
    measured.push({ server, list: await listCalls(bench, build.name, server, project.repository) });
  }
  const [own] = measured;
  if (!own) return;
  for (const peer of await listPeers(bench, tlsFolderOf(bench, ownName)))
    measured.push({ server: await start(peer), list: own.list });
  for (const { server, list } of measured) await checkCalls(server, list);
  programs.filter(({ name }) => name === undiciName).forEach(requireUndici);
  const taken = await measureInTurn(bench, measured);
  printTurns(taken);
  for (const [name, most] of targets) {
    const [ours, theirs] = [taken.get(ownName), taken.get(name)];
    if (!ours || !theirs) continue;
    const figure = ratioOf(ours, theirs);
    note({ name: `processor time of a call, to that of ${name}`, figure, unit: 'times', ...most });
  }
  const [withOwnClient, withUndici] = [taken.get(sourcesName), taken.get(undiciName)];
  if (!withOwnClient || !withUndici) return;
  const figure = ratioOf(withUndici, withOwnClient);
  note({ name: "with undici's pool, to our own client, both from sources", figure, unit: 'times' });
}

/** Throws if a gateway that was to use undici's pool has used its own client. */
function requireUndici({ logFile }: ServerProgram): void {
  if (!readFileSync(logFile, 'utf8').includes(undiciNotice)) throw new Error("undici's pool was not used.");
}
