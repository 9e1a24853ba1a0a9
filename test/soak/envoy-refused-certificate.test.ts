import { once } from 'node:events';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { runGatewright } from '../cli/run-gatewright.ts';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import type { Authority } from '../serve/control-plane/authority-in-test.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { openFleet, until, type ControlPlaneProcess, type Fleet } from './envoys/open-fleet.ts';
import { sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';

/** Only answers clients with a certificate of the authority. */
async function openGuardedUpstream(authority: Authority): Promise<string> {
  authority.issue('localhost');
  const tls = await authority.read('localhost');
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (_request, response) =>
    response.end('guarded'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

const certificate = 'secrets/client.pem';
const key = 'secrets/client-key.pem';

/** An API whose upstream takes a client certificate. */
function declareGuarded(url: string): string {
  const auth = `{ clientCertificate: { certificate: { fromFile: ${certificate} }, key: { fromFile: ${key} } } }`;
  const production = `{ url: '${url}', ca: { fromFile: secrets/ca.pem }, auth: ${auth} }`;
  return [
    `kind: Api\nname: Guarded\ncontext: /guarded\nversion: v1\nstate: published\nowner: parks\ndefinition: ../dog_park/openapi.yaml\nendpoints: { production: ${production} }\n`,
    'kind: Subscription\napplication: Soak\napi: Guarded/v1\ntier: unlimited\n',
  ].join('---\n');
}

/** Puts a file into a folder by a rename, as tools that renew certificates do. */
async function put(from: string, folder: string, path: string): Promise<void> {
  await mkdir(join(folder, 'secrets'), { recursive: true });
  await copyFile(from, join(folder, `${path}.new`));
  await rename(join(folder, `${path}.new`), join(folder, path));
}

/** Waits until the Envoys have polled for longer than it takes a control plane to send a refused version again. */
async function untilSentAgain({ status }: ControlPlaneProcess): Promise<void> {
  const { nodes: before } = (await status()).controlPlane;
  await until(async () => {
    const { nodes } = (await status()).controlPlane;
    const polledFor = nodes.map(
      ({ polledAt }, index) => Date.parse(polledAt) - Date.parse(before[index]?.polledAt ?? ''),
    );
    return polledFor.every((milliseconds) => milliseconds > 15_000);
  });
}

async function callGuarded({ url, token }: Fleet): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await request(`${url}/guarded/v1/dogs`, { headers });
  return `${statusCode} ${await body.text()}`;
}

test.skipIf(!hasEnvoy)(
  `Envoys with a key that does not fit refuse it, keep what they have under load, and recover with the right one${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    const { authority, first, root, envoys, write } = fleet;
    const before = await expectAccepted(fleet, first);
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const [right, other] = [authority.issue('client'), authority.issue('other')];
    const url = await openGuardedUpstream(authority);

    // The gateway has the right files, and the machine of the Envoys a key of another certificate.
    for (const folder of [root, authority.folder]) {
      await put(authority.file, folder, 'secrets/ca.pem');
      await put(right.certificate, folder, certificate);
    }
    await put(right.key, root, key);
    await put(other.key, authority.folder, key);
    await write('apis/guarded/api.yaml', declareGuarded(url));

    await until(async () => {
      const { nodes } = (await first.status()).controlPlane;
      return nodes.every(({ refused }) => refused.length > 0);
    });
    await untilSentAgain(first);
    const { digest, controlPlane } = await first.status();
    expect(controlPlane.published).toBe(digest);
    expect(digest).not.toBe(before);
    // Envoy blames the secret of the endpoint that arrives last.
    const blamed = new RegExp(`^(?:certificate|authority):${authority.folder}/secrets/`);
    const names = [expect.stringMatching(blamed) as unknown];
    const refused = [{ resources: 'secrets', names }];
    expect(controlPlane.nodes).toMatchObject([
      { name: 'east', refused },
      { name: 'west', refused },
    ]);
    const shown = await runGatewright(root, ['status', '--url', first.adminUrl]);
    for (const node of ['east', 'west'])
      expect(shown.stdout).toMatch(
        new RegExp(
          `^Envoy ${node} has refused version \\S+ of its secrets \\(\\w+:${authority.folder}/`,
          'm',
        ),
      );
    for (const { log } of envoys) expect(log()).toMatch(/private key/i);
    expect(await callGuarded(fleet)).toMatch(/^404 .*api_unknown/);

    await put(right.key, authority.folder, key);
    expect(await expectAccepted(fleet, first)).toBe(digest);
    expect((await first.status()).controlPlane.nodes.flatMap((node) => node.refused)).toEqual([]);
    await until(async () => (await callGuarded(fleet)) === '200 guarded');

    // A renewal that goes wrong changes nothing either.
    await put(other.key, authority.folder, key);
    for (const { admin } of envoys)
      await until(async () => /sds\.certificate.*key_rotation_failed: [1-9]/.test(await admin('/stats')));
    for (let count = 0; count < 10; count += 1) expect(await callGuarded(fleet)).toBe('200 guarded');
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);
