import { join } from 'node:path';
import { serverCore, type Bench } from '../bench.ts';
import { checkCalls, listCalls } from '../calls.ts';
import { bareName, httpProxyName, listPeers, replyFromName } from '../peers.ts';
import { gatewayProgram, makeSmallProject, type GatewayProgram, type Project } from '../project.ts';
import { note, printTurns, say } from '../report.ts';
import { startServer } from '../server-process.ts';
import { measureInTurn, ratioOf, type Measured } from '../turns.ts';

const ownName = 'Gatewright';
const otherName = 'the other checkout';
const undiciName = "Gatewright with undici's pool";

/** With the same processor time at least 0.85 of what a bare proxy does, and more than those that others use. */
const targets = [
  [bareName, { most: 1 / 0.85 }],
  [replyFromName, { most: 1 }],
  [httpProxyName, { most: 1 }],
  ['nginx', {}],
  [otherName, { most: 1.03 }],
  // Above, undici's pool takes less than the client that is ours (decision 4).
  [undiciName, { most: 1 }],
] as const;

/** The processor time of a call, against proxies that do nothing but forward. */
export async function measureThroughput(bench: Bench): Promise<void> {
  say('\nProcessor time of a call: 10 APIs of 10 operations, 1,000 subscriptions, 1,000 tokens');
  await using started = new AsyncDisposableStack();
  const project = await makeSmallProject(bench);
  const program = await gatewayProgram(bench, ownName, project);
  const gateway = started.adopt(await startServer(program, serverCore), ({ stop }) => stop());
  const list = await listCalls(bench, ownName, gateway, project.repository);
  const measured: Measured[] = [{ server: gateway, list }];
  for (const other of await listOtherGateways(bench, project)) {
    const server = started.adopt(await startServer(other, serverCore), ({ stop }) => stop());
    measured.push({ server, list: await listCalls(bench, other.name, server, project.repository) });
  }
  for (const peer of await listPeers(bench, join(program.stateFolder, 'tls'))) {
    const server = started.adopt(await startServer(peer, serverCore), ({ stop }) => stop());
    measured.push({ server, list });
  }
  for (const { server, list: own } of measured) await checkCalls(server, own);
  const taken = await measureInTurn(bench, measured);
  printTurns(taken);
  for (const [name, most] of targets) {
    const [ours, theirs] = [taken.get(ownName), taken.get(name)];
    if (!ours || !theirs) continue;
    const figure = ratioOf(ours, theirs);
    note({ name: `processor time of a call, to that of ${name}`, figure, unit: 'times', ...most });
  }
}

/** Gateways that differ from the measured one in one thing. */
async function listOtherGateways(bench: Bench, project: Project): Promise<readonly GatewayProgram[]> {
  const { against, undiciPool } = bench;
  return [
    ...(against === undefined
      ? []
      : [await gatewayProgram(bench, otherName, project, join(against, 'dist/cli/main.js'))]),
    ...(undiciPool ? [withUndiciPool(await gatewayProgram(bench, undiciName, project))] : []),
  ];
}

function withUndiciPool(program: GatewayProgram): GatewayProgram {
  const [node = '', ...words] = program.words;
  const preload = join(import.meta.dirname, '../servers/undici-pool.ts');
  return { ...program, words: [node, '--import', preload, ...words] };
}
