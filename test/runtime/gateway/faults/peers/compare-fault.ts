import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { openGateway } from '../../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../../table-builder.ts';
import { openScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream.ts';
import { countOutcomes, type Outcomes } from './count-outcomes.ts';
import type { PeerFault } from './peer-faults.ts';
import { installed, startPeer, type Proxy } from './peer-programs.ts';

const path = '/dog_park/v1/dogs/fault';

/** How many calls were not answered as they should be. */
export interface Compared {
  readonly own: number;
  /** At the best of the peers; all of them where none is installed. */
  readonly fewest: number;
  /** The results of each proxy, for a person. */
  readonly report: string;
}

/** Makes the same calls at Gatewright and at each of its peers that is installed, in turn, each with new targets. */
export async function compareFault(fault: PeerFault, count: number): Promise<Compared> {
  const own = await countAt(openGatewright, fault, count);
  const peers: CountedProxy[] = [];
  for (const peer of installed) peers.push(await countAt((urls) => startPeer(peer, urls), fault, count));
  return {
    own: own.failed,
    fewest: Math.min(count, ...peers.map(({ failed }) => failed)),
    report: JSON.stringify([own, ...peers]),
  };
}

interface CountedProxy {
  readonly proxy: string;
  readonly failed: number;
  readonly outcomes: Outcomes;
}

async function countAt(
  open: (targets: readonly string[]) => Promise<Proxy>,
  fault: PeerFault,
  count: number,
): Promise<CountedProxy> {
  const { urls, close } = await openTargets(fault);
  const proxy = await open(urls);
  const body = fault.bytes === undefined ? {} : { body: Buffer.alloc(fault.bytes, 'x') };
  const outcomes = await countOutcomes(proxy, { method: fault.method, path, count, ...body });
  await proxy.close();
  await close();
  return { proxy: proxy.name, failed: count - (outcomes[fault.good] ?? 0), outcomes };
}

async function openTargets({ targets }: PeerFault) {
  const upstreams: ScriptedUpstream[] = [];
  const urls: string[] = [];
  for (const makeScript of targets) {
    const script = makeScript();
    if (script === 'refuses') {
      urls.push(await findRefusingAddress());
      continue;
    }
    const upstream = await openScriptedUpstream({ fault: script });
    upstreams.push(upstream);
    urls.push(upstream.url);
  }
  return { urls, close: () => Promise.all(upstreams.map((upstream) => upstream.close())) };
}

async function findRefusingAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

async function openGatewright(targets: readonly string[]): Promise<Proxy> {
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  const table = buildTable({
    apis: [
      defineApi({
        operations: ['GET', 'POST', 'PUT'].map((method) => `${method} /dogs/{id}`),
        endpoints: { production: { targets, timeouts } },
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const gateway = await openGateway(table);
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  return { name: 'Gatewright', url: gateway.url, headers: { authorization }, close: () => gateway.close() };
}
