import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { freePort } from '../../../runtime/free-port.ts';
import type { GuideProxy } from './guide-proxies.ts';

/** The file of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The ports that take the place of those in the guide. */
interface Ports {
  readonly endpoint: number;
  readonly production: number;
  readonly sandbox: number;
}

/** Starts a proxy as the guide configures it; resolves with its URL. */
export async function startProxy({ name, files, options }: GuideProxy, ports: Ports): Promise<string> {
  const folder = await makeTestFolder();
  await mkdir(join(folder, 'logs'));
  const port = await freePort();
  const inPlace: Readonly<Record<string, number>> = {
    8080: port,
    8245: ports.endpoint,
    9001: ports.production,
    9002: ports.sandbox,
  };
  // All at once, since a port can contain the digits of another one.
  const inGuide = new RegExp(Object.keys(inPlace).join('|'), 'g');
  for (const [file, text] of Object.entries(files)) {
    const settled = text.replaceAll(inGuide, (found) => String(inPlace[found]));
    await writeFile(join(folder, file), settled);
  }
  const [config = ''] = Object.keys(files);
  const child = spawn(findProgram(name) ?? '', options(join(folder, config), folder), {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${log}`);
    await reach(port);
  });
  return `http://127.0.0.1:${port}`;
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject).once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
