import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../eventually.ts';
import { makeTestFolder, type AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import type { Repository } from '../repository/write-repository.ts';
import type { RunningPlane } from './running-plane.ts';
import { exportForEnvoy } from './export-for-envoy.ts';

/** Exports a repository, and starts Envoy with the files; the gateway only serves as the key manager. */
export async function openEnvoyPlane(
  { root }: Repository,
  keyManager: RunningPlane,
  atEnd: AtEnd,
  options?: readonly string[],
): Promise<RunningPlane> {
  const folder = await makeTestFolder(atEnd);
  const port = await freePort();
  const update = () => exportForEnvoy({ root, folder, port, keyManager, ...(options && { options }) });
  await update();
  await startEnvoy(folder, port, atEnd);
  return {
    port,
    digest: keyManager.digest,
    readMetrics: async () => {
      const address = await readFile(join(folder, adminAddress), 'utf8');
      return (await fetch(`http://${address}/stats/prometheus`)).text();
    },
    update,
  };
}

const adminAddress = 'admin-address';

/**
 * Starts Envoy with the bootstrap of a folder and further variables in its environment, and waits until it listens.
 * Returns a function that reads what it has logged.
 */
export async function startEnvoy(
  folder: string,
  port: number,
  atEnd: AtEnd,
  env: Readonly<Record<string, string>> = {},
): Promise<() => string> {
  const options = ['--use-dynamic-base-id', '--concurrency', '1', '--log-level', 'warning'];
  const files = ['-c', join(folder, 'bootstrap.json'), '--admin-address-path', join(folder, adminAddress)];
  const child = spawn('envoy', [...files, '--file-flush-interval-msec', '20', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let log = '';
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  child.stderr.on('data', (data) => (log += String(data)));
  atEnd(async () => {
    if (hasEnded()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await eventually(async () => {
    if (hasEnded()) throw new Error(`Envoy has ended: ${log}`);
    await accepts(port);
  });
  return () => log;
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
