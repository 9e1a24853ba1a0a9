import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { runGatewright } from '../../cli/run-gatewright.ts';
import { type RunningCommand, startCommand, untilListening } from '../../cli/running-command.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { type Authority, makeAuthority } from '../../serve/control-plane/authority-in-test.ts';
import { type PollingEnvoy, startEnvoyWith } from '../../serve/control-plane/start-polling-envoy.ts';
import { consumerKey, secret, signingKeyFile, steadySources, type Upstreams } from './round-sources.ts';

/** What `/status` of a control plane shows. */
export interface Status {
  readonly digest: string;
  readonly lastError: { readonly message: string } | null;
  /** Absent if the source is a folder. */
  readonly source: { readonly commit: string | null };
  readonly controlPlane: {
    readonly published: string;
    readonly nodes: readonly {
      readonly name: string;
      readonly accepted: string | null;
      readonly restricted: { readonly digest: string | null; readonly by: string } | null;
      readonly removalsWait: boolean;
      readonly polledAt: string;
      readonly refused: readonly { readonly resources: string; readonly names: readonly string[] }[];
    }[];
  };
}

/** `gatewright run --control-plane` as a process of its own. */
export interface ControlPlaneProcess extends RunningCommand {
  readonly status: () => Promise<Status>;
  readonly adminUrl: string;
}

/** Declarations, the upstreams that they name, and addresses for what serves them. */
export interface Surroundings {
  readonly root: string;
  readonly upstreams: Upstreams;
  readonly authority: Authority;
  /** Of the key manager. */
  readonly port: number;
  readonly callPort: number;
  readonly controlPlanePort: number;
  /** Where the Envoys answer calls. */
  readonly url: string;
  /** Replaces a file of the declarations; watchers never read half of it. */
  readonly write: (path: string, text: string) => Promise<void>;
}

/** Writes declarations, those of `sources` among them, and chooses free ports. */
export async function openSurroundings(
  sources: (upstreams: Upstreams) => Readonly<Record<string, string>>,
): Promise<Surroundings> {
  const [authority, root, upstreams] = [await makeAuthority(), await makeTestFolder(), await openUpstreams()];
  const [port, callPort, controlPlanePort] = [await freePort(), await freePort(), await freePort()];
  const write = await openWriter(root);
  await write(signingKeyFile, makeSigningKey());
  for (const [path, text] of Object.entries({ ...steadySources(upstreams), ...sources(upstreams) }))
    await write(path, text);
  const url = `http://127.0.0.1:${callPort}`;
  return { root, upstreams, authority, port, callPort, controlPlanePort, url, write };
}

/** Envoys of one control plane, all on one port. */
export interface Fleet extends Surroundings {
  readonly envoys: readonly PollingEnvoy[];
  readonly first: ControlPlaneProcess;
  /** Starts the control plane again after it was killed. */
  readonly start: () => Promise<ControlPlaneProcess>;
  readonly token: string;
}

/** Starts a control plane on declarations, and Envoys that poll it. */
export async function openFleet(
  nodes: readonly string[],
  sources: (upstreams: Upstreams) => Readonly<Record<string, string>>,
): Promise<Fleet> {
  const surroundings = await openSurroundings(sources);
  const { root, authority, controlPlanePort, port } = surroundings;
  const start = async () => startControlPlane(root, await wordsOf(surroundings));
  const first = await start();
  const envoys = await Promise.all(nodes.map((node) => startEnvoy(node, authority, controlPlanePort)));
  return { ...surroundings, envoys, first, start, token: await fetchToken(port) };
}

/** Waits until a condition holds, with the patience for a slow machine. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 4000; tries += 1) {
    if (await condition()) return;
    await delay(10);
  }
  throw new Error('waited in vain');
}

/** Each answers with its name and the path that it was called with. */
async function openUpstreams(): Promise<Upstreams> {
  const [even, odd] = await Promise.all(
    ['even', 'odd'].map((name) =>
      openUpstream(name, (incoming, answer) => {
        answer.end(JSON.stringify({ upstream: name, path: incoming.url }));
      }),
    ),
  );
  for (const upstream of [even, odd]) onTestFinished(() => upstream?.close());
  return { even: even?.url ?? '', odd: odd?.url ?? '' };
}

async function openWriter(root: string) {
  const elsewhere = await makeTestFolder();
  let written = 0;
  return async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    const whole = join(elsewhere, String((written += 1)));
    await writeFile(whole, text);
    await rename(whole, join(root, path));
  };
}

/** The words of `gatewright` that start a control plane. */
export async function wordsOf({
  authority,
  port,
  callPort,
  controlPlanePort,
}: Omit<Surroundings, 'root' | 'upstreams' | 'write' | 'url'>): Promise<readonly string[]> {
  return [
    'run',
    '--plain-http',
    `--port=${port}`,
    '--admin-port=0',
    '--log-format=json',
    `--control-plane=127.0.0.1:${controlPlanePort}`,
    `--control-plane-tls=${await tlsFolderOf('control-plane.example.edu', authority)}`,
    `--envoy-listen=127.0.0.1:${callPort}`,
    '--envoy-plain-http',
    `--envoy-authorities=${authority.file}`,
    `--envoy-secrets-dir=${authority.folder}`,
    ...Object.keys(deviations).map((code) => `--accept=${code}`),
  ];
}

/** A folder of the certificate of a name, as the commands expect it. */
async function tlsFolderOf(name: string, authority: Authority): Promise<string> {
  const { certificate, key } = authority.issue(name);
  const folder = dirname(certificate);
  await copyFile(certificate, join(folder, 'tls.crt'));
  await copyFile(key, join(folder, 'tls.key'));
  await copyFile(authority.file, join(folder, 'ca.crt'));
  return folder;
}

export async function startControlPlane(
  root: string,
  words: readonly string[],
): Promise<ControlPlaneProcess> {
  const command = startCommand(root, words);
  const { adminUrl } = await untilListening(command);
  const status = async () => (await request(`${adminUrl}/status`)).body.json() as Promise<Status>;
  return { ...command, status, adminUrl };
}

export async function startEnvoy(
  node: string,
  authority: Authority,
  controlPlanePort: number,
): Promise<PollingEnvoy> {
  const adminPort = await freePort();
  const { code, stdout, stderr } = await runGatewright(authority.folder, [
    'export',
    'envoy-bootstrap',
    `--node=${node}`,
    `--control-plane=127.0.0.1:${controlPlanePort}`,
    '--server-name=control-plane.example.edu',
    `--tls=${await tlsFolderOf(node, authority)}`,
    `--admin=127.0.0.1:${adminPort}`,
  ]);
  if (code !== 0) throw new Error(stderr);
  return startEnvoyWith(stdout, authority.folder, adminPort);
}

/** The key manager may still be starting. */
export function fetchToken(port: number): Promise<string> {
  return eventually(async () => {
    const { body } = await request(`http://localhost:${port}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${consumerKey}&client_secret=${secret}`,
    });
    return ((await body.json()) as { readonly access_token: string }).access_token;
  });
}
