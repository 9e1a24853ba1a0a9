import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import type { EnvoyResource } from '#export/envoy/envoy-resources.ts';
import { secretFileName } from '#export/envoy/secrets/discover-secret.ts';
import { eventually } from '../../eventually.ts';

export const hasEnvoy = spawnSync('envoy', ['--version']).status === 0;

/** The end of the name of a test that needs Envoy. */
export const whyNoEnvoy = hasEnvoy ? '' : ' (skipped: no envoy on the PATH)';

/** A folder that is removed after the test. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-envoy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes each secret to its file under the folder of the configuration. */
export async function writeSecrets(folder: string, secrets: readonly EnvoyResource[]): Promise<void> {
  await mkdir(join(folder, 'secrets'), { recursive: true });
  for (const secret of secrets) {
    const file = join(folder, 'secrets', secretFileName(secret.name));
    await writeFile(file, JSON.stringify({ version_info: '1', resources: [secret] }));
  }
}

/** What `envoy --mode validate` prints about a configuration; empty if it is valid. */
export async function validateConfiguration(folder: string, bootstrap: object): Promise<string> {
  const file = join(folder, 'bootstrap.json');
  await writeFile(file, JSON.stringify(bootstrap));
  const { status, stderr, stdout } = spawnSync('envoy', ['--mode', 'validate', '-c', file, '-l', 'error'], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

export interface RunningEnvoy {
  /** The URL of a listener, by its name. */
  readonly urlOf: (listener: string) => string;
  /** The text of a page of the admin interface. */
  readonly admin: (path: string) => Promise<string>;
  /** What it has logged. */
  readonly log: () => string;
  /** Lets it do nothing until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Starts Envoy with a bootstrap whose listeners have port 0, and stops it after the test. */
export async function startEnvoy(folder: string, bootstrap: object): Promise<RunningEnvoy> {
  const file = join(folder, 'bootstrap.json');
  const addressFile = join(folder, 'admin-address');
  await writeFile(file, JSON.stringify(bootstrap));
  const options = [
    '--use-dynamic-base-id',
    '--concurrency',
    '1',
    '--file-flush-interval-msec',
    '20',
    '--admin-address-path',
    addressFile,
  ];
  const child = spawn('envoy', ['-c', file, '-l', 'warning', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => (log += String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const admin = async (path: string) => {
    const address = await readFile(addressFile, 'utf8');
    return (await request(`http://${address}${path}`)).body.text();
  };
  const urls = await eventually(async () => {
    if (child.exitCode !== null) return new Map<string, string>();
    if ((await admin('/ready')).trim() !== 'LIVE') throw new Error('Envoy is not ready.');
    return readListeners(await admin('/listeners?format=json'));
  });
  if (urls.size === 0) throw new Error(`Envoy has ended, or has no listener: ${log}`);
  return {
    urlOf: (name) => urls.get(name) ?? '',
    admin,
    log: () => log,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  };
}

interface ListenerStatus {
  readonly name: string;
  readonly local_address: {
    readonly socket_address: { readonly address: string; readonly port_value: number };
  };
}

function readListeners(text: string): ReadonlyMap<string, string> {
  const { listener_statuses: statuses } = JSON.parse(text) as {
    readonly listener_statuses: readonly ListenerStatus[];
  };
  return new Map(
    statuses.map(({ name, local_address: { socket_address: at } }) => [
      name,
      `http://${at.address}:${at.port_value}`,
    ]),
  );
}
