import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { type Authority, makeAuthority } from '../serve/control-plane/authority-in-test.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { type Fleet, openFleet, until } from './envoys/open-fleet.ts';
import { type Impostor, openImpostor } from './envoys/open-impostor.ts';
import { sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';
import { watchRounds } from './envoys/watch-rounds.ts';

const name = 'control-plane.example.edu';

/** A DiscoveryResponse. */
interface Discovered {
  readonly version_info: string;
  readonly type_url: string;
  readonly resources: readonly Readonly<Record<string, unknown>>[];
}

/** What the control plane answers to an Envoy that has nothing, and accepts it. */
type ReadResources = (service: string, names: readonly string[]) => Promise<Discovered>;

/** Polls as an Envoy of the fleet. */
async function openReader({ authority, controlPlanePort }: Fleet): Promise<ReadResources> {
  const dispatcher = new Agent({ connect: { ...(await authority.read('east')), servername: name } });
  onTestFinished(() => dispatcher.destroy());
  const poll = async (service: string, names: readonly string[], version: string) => {
    const { body } = await request(`https://127.0.0.1:${controlPlanePort}/v3/discovery:${service}`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ node: { id: 'east' }, version_info: version, resource_names: names }),
    });
    return body.text();
  };
  return async (service, names) => {
    const answer = JSON.parse(await poll(service, names, '')) as Discovered;
    expect(await poll(service, names, answer.version_info)).toBe('');
    return answer;
  };
}

/** What an Envoy of the fleet polls for, and what it gets: the program is sent to one that has accepted the rest. */
async function recordAnswers(fleet: Fleet): Promise<ReadonlyMap<string, Discovered>> {
  const read = await openReader(fleet);
  const polls = [
    ['listeners', []],
    ['clusters', []],
    ['routes', ['calls']],
    ...['tokens', 'limits', 'calls'].map((filter) => ['extension_configs', [filter]] as const),
  ] as const;
  const answers = new Map<string, Discovered>();
  for (const [service, names] of polls) answers.set([service, ...names].join(), await read(service, names));
  return answers;
}

/** A listener that answers each poll with the good answer, changed. */
function changed(
  good: ReadonlyMap<string, Discovered>,
  change: (answer: Discovered, service: string) => object | undefined,
): RequestListener {
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { resource_names: names = [] } = JSON.parse(await text(incoming)) as {
      readonly resource_names?: readonly string[];
    };
    const service = incoming.url?.replace('/v3/discovery:', '') ?? '';
    const answer = good.get([service, ...names].join());
    const body = answer && change({ ...answer, version_info: 'another' }, service);
    if (body) response.end(JSON.stringify(body));
    else response.writeHead(404).end();
  };
  // A poll whose connection ends meanwhile gets no answer.
  return (incoming, response) => void respond(incoming, response).catch(() => response.destroy());
}

/** Resources that Envoy refuses, in each kind. */
const refusedFields: Readonly<Record<string, object>> = {
  listeners: { filter_chains: [] },
  clusters: { connect_timeout: '-1s' },
  routes: {
    virtual_hosts: [
      { name: 'calls', domains: ['*'] },
      { name: 'calls', domains: ['*'] },
    ],
  },
  extension_configs: {
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua',
      default_source_code: { inline_string: 'function envoy_on_request(' },
    },
  },
};

const megabyte = 1024 * 1024;

/** Control planes that are not any; the last one leaves Envoys with an answer that they wait for. */
const listeners: Readonly<Record<string, (good: ReadonlyMap<string, Discovered>) => RequestListener>> = {
  'answers with what is not JSON': () => (_request, response) => void response.end('<html>'),
  'answers with an empty body': () => (_request, response) => void response.end(),
  'answers with other types': () => (_request, response) =>
    void response.end('{"version_info":7,"resources":{"@type":[]}}'),
  'answers with a huge body that is not JSON': () => (_request, response) =>
    void response.end(`{"version_info":"1","padding":"${'x'.repeat(64 * megabyte)}"`),
  'answers with resources of another kind': (good) =>
    changed(good, (_answer, service) =>
      service === 'clusters'
        ? good.get('routes,calls')
        : { ...good.get('clusters'), version_info: 'another' },
    ),
  'answers with resources that Envoy refuses': (good) =>
    changed(good, ({ resources, ...answer }, service) => ({
      ...answer,
      resources: resources.map((resource) => ({ ...resource, ...refusedFields[service] })),
    })),
  'answers with errors': () => (_request, response) => void response.writeHead(500).end(),
  'ends connections': () => (incoming) => void incoming.socket.destroy(),
  'never ends an answer': () => (_request, response) => void response.write('{"resources":['),
  'never answers': () => () => undefined,
};

/** Resolves when the Envoys have tried it several times. */
async function expectTried({ counts }: Impostor, of: 'connections' | 'polls'): Promise<void> {
  const before = counts()[of];
  await until(() => Promise.resolve(counts()[of] - before > (of === 'polls' ? 12 : 4)));
}

/** Tries one whose certificate Envoys do not trust; nothing that it would answer is asked for. */
async function tryCertificate(fleet: Fleet, authority: Authority, common: string): Promise<void> {
  const impostor = await openImpostor(
    fleet.controlPlanePort,
    authority.issue(common),
    (_request, response) => {
      response.end('{}');
    },
  );
  await expectTried(impostor, 'connections');
  expect(impostor.counts().polls).toBe(0);
  await impostor.close();
}

test.skipIf(!hasEnvoy)(
  `Envoys under load answer by their last good table whatever is at the address of their control plane${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    const roundOf = new Map([[await expectAccepted(fleet, fleet.first), 0]]);
    const good = await recordAnswers(fleet);
    const own = fleet.authority.issue(name);
    let round = 0;
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const rounds = watchRounds(fleet, () => round, roundOf);
    fleet.first.signal('SIGKILL');
    await fleet.first.ended;
    await tryCertificate(fleet, await makeAuthority(), name);
    await tryCertificate(fleet, fleet.authority, 'other.example.edu');
    for (const open of Object.values(listeners)) {
      const impostor = await openImpostor(fleet.controlPlanePort, own, open(good));
      await expectTried(impostor, 'polls');
      await impostor.close();
    }
    round = 1;
    for (const [path, content] of Object.entries(sourcesOfRound(round, fleet.upstreams)))
      await fleet.write(path, content);
    const back = await fleet.start();
    roundOf.set((await back.status()).digest, round);
    await expectAccepted(fleet, back);
    const { mixed, digests } = await rounds.stop();
    expect(mixed).toEqual([]);
    expect((await load.stop()).failed).toEqual(noneFailed);
    expect(digests.size).toBe(2);
  },
);
