import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { bootstrapFromControlPlane } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import { freePort } from '../../runtime/free-port.ts';
import type { Authority } from './authority-in-test.ts';

/** An Envoy that polls a control plane. */
export interface PollingEnvoy {
  /** The text of a page of its admin listener. */
  readonly admin: (path: string) => Promise<string>;
  /** The value of a counter or a gauge; 0 if it does not exist yet. */
  readonly stat: (name: string) => Promise<number>;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts an Envoy that polls a control plane with a certificate of its own name; it is stopped after the test. */
export async function startPollingEnvoy(
  node: string,
  authority: Authority,
  controlPlanePort: number,
): Promise<PollingEnvoy> {
  const { certificate, key } = authority.issue(node);
  const adminPort = await freePort();
  const bootstrap = bootstrapFromControlPlane({
    node,
    controlPlane: { host: '127.0.0.1', port: controlPlanePort },
    serverName: 'control-plane.example.edu',
    certificate,
    key,
    authorities: authority.file,
    admin: { host: '127.0.0.1', port: adminPort },
  });
  return startEnvoyWith(JSON.stringify(bootstrap), authority.folder, adminPort);
}

/** Starts an Envoy with a bootstrap, whose file is put under a folder; it is stopped after the test. */
export async function startEnvoyWith(
  bootstrap: string,
  folder: string,
  adminPort: number,
): Promise<PollingEnvoy> {
  const file = join(await mkdtemp(join(folder, 'envoy-')), 'bootstrap.json');
  await writeFile(file, bootstrap);
  const words = ['-c', file, '-l', 'warning', '--use-dynamic-base-id', '--concurrency', '1'];
  const child = spawn('envoy', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => (log += String(chunk)));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  const admin = async (path: string) => (await request(`http://127.0.0.1:${adminPort}${path}`)).body.text();
  const stat = async (name: string) => {
    const line = (await admin('/stats')).split('\n').find((text) => text.startsWith(`${name}: `));
    return Number(line?.slice(name.length + 2) ?? 0);
  };
  return { admin, stat, log: () => log, stop };
}
