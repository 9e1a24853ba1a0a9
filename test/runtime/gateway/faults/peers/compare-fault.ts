import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { freePort } from '../../../free-port.ts';
import { openGateway } from '../../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../../table-builder.ts';
import { openFailingHandshake } from '../failing-handshake.ts';
import { openScriptedUpstream } from '../scripted-upstream.ts';
import { countOutcomes, type Outcomes } from './count-outcomes.ts';
import type { PeerFault, Target } from './peer-faults.ts';
import { installed, startPeer, type Proxy } from './peer-programs.ts';

const path = '/dog_park/v1/dogs/fault';

/** How many calls were not answered as they should be. */
export interface Compared {
  readonly own: number;
  /** At the best of the peers. */
  readonly fewest: number;
  /** The results of each proxy, for a person. */
  readonly report: string;
}

/** Makes the same calls at Gatewright and at each of its peers that is installed, in turn, each with new targets. */
export async function compareFault(fault: PeerFault, count: number): Promise<Compared> {
  const own = await countAt(openGatewright, fault, count);
  const peers: CountedProxy[] = [];
  for (const peer of installed) peers.push(await countAt(({ urls }) => startPeer(peer, urls), fault, count));
  return {
    own: own.failed,
    fewest: Math.min(...peers.map(({ failed }) => failed)),
    report: JSON.stringify([own, ...peers]),
  };
}

interface CountedProxy {
  readonly proxy: string;
  readonly failed: number;
  readonly outcomes: Outcomes;
}

async function countAt(
  open: (targets: OpenTargets) => Promise<Proxy>,
  fault: PeerFault,
  count: number,
): Promise<CountedProxy> {
  const targets = await openTargets(fault);
  const proxy = await open(targets);
  const body = fault.bytes === undefined ? {} : { body: Buffer.alloc(fault.bytes, 'x') };
  const outcomes = await countOutcomes(proxy, { method: fault.method, path, count, ...body });
  await proxy.close();
  for (const close of targets.closing) await close();
  return { proxy: proxy.name, failed: count - (outcomes[fault.good] ?? 0), outcomes };
}

type Certificates = Awaited<ReturnType<typeof makeCertificates>>;

interface OpenTargets {
  readonly urls: readonly string[];
  /** Absent if they are not on TLS. */
  readonly ca: string | undefined;
  readonly closing: readonly (() => Promise<unknown>)[];
}

async function openTargets({ targets, isTls }: PeerFault): Promise<OpenTargets> {
  const certificates = isTls ? await makeCertificates(['127.0.0.1'], Date.now()) : undefined;
  const opened = [];
  for (const makeTarget of targets) opened.push(await openTarget(makeTarget(), certificates));
  return {
    urls: opened.map(({ url }) => url),
    ca: certificates?.ca,
    closing: opened.map(({ close }) => close),
  };
}

async function openTarget(target: Target, certificates: Certificates | undefined) {
  if (target === 'refuses') {
    return { url: `http://127.0.0.1:${await freePort()}`, close: async () => undefined };
  }
  if (typeof target === 'function') return openScriptedUpstream({ fault: target }, certificates);
  return openFailingHandshake(target.inHandshake);
}

async function openGatewright({ urls, ca }: OpenTargets): Promise<Proxy> {
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  const table = buildTable({
    apis: [
      defineApi({
        operations: ['GET', 'POST', 'PUT'].map((method) => `${method} /dogs/{id}`),
        endpoints: {
          production: {
            targets: urls,
            timeouts,
            ...(ca === undefined ? {} : { ca: { fromEnv: 'UPSTREAM_CA' } }),
          },
        },
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const gateway = await openGateway(table, ca === undefined ? {} : { secrets: { UPSTREAM_CA: ca } });
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  return { name: 'Gatewright', url: gateway.url, headers: { authorization }, close: () => gateway.close() };
}
