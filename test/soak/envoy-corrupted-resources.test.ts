import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { freePort } from '../runtime/free-port.ts';
import type { Authority } from '../serve/control-plane/authority-in-test.ts';
import { expectAccepted, expectPublished } from './envoys/expect-published.ts';
import {
  fetchToken,
  openSurroundings,
  startControlPlane,
  startEnvoy,
  until,
  wordsOf,
} from './envoys/open-fleet.ts';
import { openImpostor } from './envoys/open-impostor.ts';
import { sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';

const [node, name] = ['east', 'control-plane.example.edu'];

/** Changes a DiscoveryResponse, if it is one of those that it is for. */
type Corrupt = (body: string, url: string) => string;

const unchanged: Corrupt = (body) => body;

interface Corruption {
  readonly what: string;
  readonly corrupt: Corrupt;
  /** What `status` shows. */
  readonly refused: { readonly resources: string; readonly names: readonly string[] };
  /** What the log of Envoy says. */
  readonly words: string;
  /** Whether it loses meanwhile what the table takes away. */
  readonly isRestricted: boolean;
}

const corruptions: readonly Corruption[] = [
  {
    what: 'a cluster',
    corrupt: (body, url) =>
      url.endsWith(':clusters') ? body.replace('"type":"STRICT_DNS"', '"type":"EDS"') : body,
    refused: { resources: 'clusters', names: [] },
    words: 'Error adding/updating cluster(s)',
    isRestricted: true,
  },
  {
    what: 'the routes',
    corrupt: (body, url) =>
      url.endsWith(':routes') ? body.replace('"domains":["*"]', '"domains":["*","*"]') : body,
    refused: { resources: 'routes', names: ['calls'] },
    words: 'Only a single wildcard domain is permitted',
    isRestricted: true,
  },
  {
    what: 'the program',
    corrupt: (body) => body.replace('function envoy_on_request', 'functio envoy_on_request'),
    refused: { resources: 'extension_configs', names: ['calls'] },
    words: 'script load error',
    isRestricted: false,
  },
];

/** Passes polls on to a control plane, and changes its answers on their way back. */
async function openCorrupter(authority: Authority, controlPlanePort: number) {
  let corrupt = unchanged;
  const client = await authority.read(node);
  const dispatcher = new Agent({ connect: { ...client, servername: name } });
  onTestFinished(() => dispatcher.destroy());
  const passOn: RequestListener = (incoming, response) => {
    const url = incoming.url ?? '';
    const answered = text(incoming).then((body) =>
      request(`https://127.0.0.1:${controlPlanePort}${url}`, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
    answered
      .then(async ({ statusCode, body }) =>
        response.writeHead(statusCode).end(corrupt(await body.text(), url)),
      )
      .catch(() => response.destroy());
  };
  const folder = join(authority.folder, name);
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const port = await freePort();
  const impostor = await openImpostor(port, files, passOn);
  onTestFinished(impostor.close);
  return { port, change: (next: Corrupt) => void (corrupt = next) };
}

test.skipIf(!hasEnvoy)(
  `an Envoy refuses what arrives corrupted, keeps the last table under load, and recovers${whyNoEnvoy}`,
  async () => {
    const surroundings = await openSurroundings((upstreams) => sourcesOfRound(0, upstreams));
    const { root, authority, controlPlanePort, port, url } = surroundings;
    const controlPlane = await startControlPlane(root, await wordsOf(surroundings));
    authority.issue(node);
    const corrupter = await openCorrupter(authority, controlPlanePort);
    const envoys = [await startEnvoy(node, authority, corrupter.port)];
    let before = await expectAccepted({ envoys }, controlPlane);
    const token = await fetchToken(port);
    const load = startLoad(`${url}/dog_park/v1/dogs`, token);
    const digestOfAnswer = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await request(`${url}/dog_park/v1/dogs`, { headers });
      await answer.body.dump();
      return answer.headers['gatewright-digest'];
    };

    for (const [index, { what, corrupt, refused, words, isRestricted }] of corruptions.entries()) {
      corrupter.change(corrupt);
      const next = await expectPublished(surroundings, controlPlane, index + 1);
      const shownRefusals = async () =>
        (await controlPlane.status()).controlPlane.nodes.flatMap((shown) => shown.refused);
      await until(async () => (await shownRefusals()).length > 0);
      expect({ what, refused: await shownRefusals() }).toMatchObject({ what, refused: [refused] });
      expect(envoys[0]?.log()).toContain(words);
      const shown = async () => (await controlPlane.status()).controlPlane.nodes[0];
      if (isRestricted) await until(async () => (await shown())?.restricted?.by === next);
      const { accepted, restricted } = (await shown()) ?? {};
      expect({ accepted, isRestricted: restricted !== null }).toEqual({ accepted: before, isRestricted });
      expect(await digestOfAnswer()).toBe(restricted?.digest ?? before);
      corrupter.change(unchanged);
      expect(await expectAccepted({ envoys }, controlPlane)).toBe(next);
      expect(await shownRefusals()).toEqual([]);
      expect(await digestOfAnswer()).toBe(next);
      before = next;
    }
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);
