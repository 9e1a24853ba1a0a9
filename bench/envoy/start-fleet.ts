import { setTimeout as sleep } from 'node:timers/promises';
import { Client, request } from 'undici';
import { balanceConnections } from '../../test/serve/control-plane/balance-connections.ts';
import type { Bench } from '../gateway/bench.ts';
import type { Call } from '../gateway/calls.ts';
import { callOf, waitForAnswer } from '../gateway/first-answer.ts';
import { giveKey, type Project } from '../gateway/project.ts';
import { freePort, startServer, type ServerProgram } from '../gateway/server-process.ts';
import { controlPlaneProgram, openSupply, suppliedProgram } from './supplied-envoy.ts';

/** Envoys of one address that poll control planes behind another one. */
export interface Fleet {
  /** Waits until every Envoy answers the call with a status. */
  readonly answers: (status: number) => Promise<void>;
}

const envoyNames = ['east', 'north', 'west'];

/** Starts two control planes and three Envoys, and keeps a connection to each of these. `started` stops them. */
export async function startFleet(
  bench: Bench,
  project: Project,
  started: AsyncDisposableStack,
): Promise<Fleet> {
  const start = async (program: ServerProgram) =>
    started.adopt(await startServer(program), ({ stop }) => stop());
  const supply = await openSupply(bench, 'a fleet');
  const ports = [await freePort(), await freePort()];
  const first = await controlPlaneProgram(bench, 'the first', project, {
    ...supply,
    polledPort: ports[0] ?? 0,
  });
  const second = await controlPlaneProgram(bench, 'the second', project, {
    ...supply,
    polledPort: ports[1] ?? 0,
  });
  await start(first);
  await giveKey(first, second);
  await start(second);
  const polledPort = await balanceConnections(ports, (close) => started.defer(close));
  const adminPorts: number[] = [];
  for (const name of envoyNames) {
    const { program, adminPort } = await suppliedProgram(bench, name, { ...supply, polledPort });
    await start(program);
    adminPorts.push(adminPort);
  }
  // The first of them answers at their common address.
  const ready = { path: '/ready', token: '' };
  for (const port of adminPorts) await waitForAnswer(`http://127.0.0.1:${port}`, ready);
  const call = await callOf(first.origin, project.repository);
  const connections = await connectToEach(`http://127.0.0.1:${supply.port}`, adminPorts, call);
  started.defer(async () => {
    for (const connection of connections) await connection.destroy();
  });
  return {
    answers: async (status) => {
      await Promise.all(connections.map((connection) => untilAnswered(connection, call, status)));
    },
  };
}

/** The kernel distributes connections by chance. */
const maxConnections = 500;

/** Opens connections to their common port until there is one to each Envoy. */
async function connectToEach(
  origin: string,
  adminPorts: readonly number[],
  call: Call,
): Promise<readonly Client[]> {
  const found = new Map<number, Client>();
  for (let tries = 0; found.size < adminPorts.length; tries += 1) {
    if (tries === maxConnections) throw new Error('Connections do not reach all Envoys.');
    const before = await countConnections(adminPorts);
    const connection = new Client(origin);
    await untilAnswered(connection, call, 200);
    const after = await countConnections(adminPorts);
    const owner = adminPorts.find((_port, index) => (after[index] ?? 0) > (before[index] ?? 0));
    if (owner === undefined || found.has(owner)) await connection.destroy();
    else found.set(owner, connection);
  }
  return [...found.values()];
}

/** How many connections of clients each Envoy has had. */
function countConnections(adminPorts: readonly number[]): Promise<readonly number[]> {
  return Promise.all(
    adminPorts.map(async (port) => {
      const page = `http://127.0.0.1:${port}/stats?filter=^http.calls.downstream_cx_total$`;
      const text = await (await request(page)).body.text();
      return Number(/: (\d+)/.exec(text)?.[1] ?? 0);
    }),
  );
}

const patienceMilliseconds = 60_000;

async function untilAnswered(connection: Client, { path, token }: Call, status: number): Promise<void> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await connection.request({ method: 'GET', path, headers });
    await body.dump();
    if (statusCode === status) return;
    if (performance.now() > end) throw new Error(`An Envoy answers ${statusCode}, and not ${status}.`);
    await sleep(5);
  }
}
