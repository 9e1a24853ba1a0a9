// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from '../running-gateway.ts';
import { type Authority, makeAuthority } from './authority-in-test.ts';
import { balanceConnections } from './balance-connections.ts';
import { hasEnvoy, whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { startPollingEnvoy } from './start-polling-envoy.ts';

/** Two gateways of the same sources that are control planes, and Envoys that poll either of them. */
async function openFleet(authority: Authority) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  const signingKey = makeSigningKey();
  await sources.write('signing-key.pem', () => signingKey);
  // An address of this machine would differ with the port of each gateway.
  await sources.write(
    'gateway.config.yaml',
    (text) =>
      `${text.replaceAll('https://localhost:8243', 'https://gateway.example.edu')}token: { signingKeys: [{ key: { fromFile: signing-key.pem } }] }\n`,
  );
  const [keyManagerPort, callPort] = [await freePort(), await freePort()];
  const keyFolder = await makeTestFolder(onTestFinished);
  const { certificate, key } = authority.issue('control-plane.example.edu');
  const startOne = async (stateFolder: string, port: number) => {
    const gateway = await start({
      root: sources.root,
      stateFolder,
      port,
      controlPlane: {
        host: '127.0.0.1',
        port: 0,
        files: { certificate, key, clientAuthorities: authority.file },
        envoy: {
          listen: { host: '127.0.0.1', port: callPort },
          tls: 'off',
          folder: sources.root,
          authorities: authority.file,
          accepted: Object.keys(deviations),
        },
      },
    });
    const listening = gateway.events.find((event) => event.type === 'listening');
    return { ...gateway, controlPlanePort: Number(new URL(listening?.controlPlaneUrl ?? '').port) };
  };
  const first = await startOne(keyFolder, keyManagerPort);
  const second = await startOne(await makeTestFolder(onTestFinished), 0);
  const balanced = await balanceConnections(
    [first.controlPlanePort, second.controlPlanePort],
    onTestFinished,
  );
  const names = ['east', 'north', 'west'];
  const envoys = await Promise.all(names.map((name) => startPollingEnvoy(name, authority, balanced)));
  const ca = await readFile(join(keyFolder, 'tls/ca.pem'), 'utf8');
  const token = await eventually(() => fetchToken(`https://localhost:${keyManagerPort}`, ca));
  return { sources, gateways: [first, second], envoys, names, callPort, token };
}

/** Calls on a connection of its own, so that any of the Envoys answers. */
async function call(port: number, token: string): Promise<string> {
  const dispatcher = new Agent();
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await request(`http://127.0.0.1:${port}/dog_park/v1/dogs`, {
      dispatcher,
      headers,
    });
    const text = await body.text();
    return statusCode === 200 ? '200' : `${statusCode} ${(JSON.parse(text) as { code?: string }).code}`;
  } finally {
    await dispatcher.destroy();
  }
}

/** The distinct answers to many calls. */
async function answersOf(port: number, token: string): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: 30 }, () => call(port, token)));
  return [...new Set(answers)];
}

interface Shown {
  readonly digest: string;
  readonly controlPlane: { readonly nodes: readonly { readonly name: string; readonly accepted: string }[] };
}

test.skipIf(!hasEnvoy)(
  `a subscription that is taken away ends on all Envoys, whichever control plane they poll${whyNoEnvoy}`,
  async () => {
    const authority = await makeAuthority();
    const { sources, gateways, envoys, names, callPort, token } = await openFleet(authority);
    await eventually(async () => {
      expect(await answersOf(callPort, token)).toEqual(['200']);
      const counts = await Promise.all(envoys.map(({ stat }) => stat('http.calls.downstream_rq_2xx')));
      expect(counts.filter((count) => count > 0)).toHaveLength(3);
    });
    await sources.write('apis/dog_park/v1/subscriptions.yaml', (text) => `${text}state: blocked\n`);
    await eventually(async () =>
      expect(await answersOf(callPort, token)).toEqual(['403 subscription_blocked']),
    );
    await eventually(async () => {
      const shown = await Promise.all(
        gateways.map(
          async ({ adminUrl }) => (await request(`${adminUrl}/status`)).body.json() as Promise<Shown>,
        ),
      );
      const nodes = shown.flatMap(({ controlPlane }) => controlPlane.nodes);
      expect([...new Set(nodes.map(({ name }) => name))].toSorted()).toEqual(names);
      expect([...new Set(nodes.map(({ accepted }) => accepted))]).toEqual([shown[0]?.digest]);
    });
  },
);
