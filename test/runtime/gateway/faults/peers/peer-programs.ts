import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '../../../../eventually.ts';
import { freePort } from '../../../free-port.ts';

/** A proxy that passes everything on to the targets in turn. */
export interface Proxy {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** How a program is started before these targets. */
interface Program {
  readonly name: 'nginx' | 'haproxy';
  readonly configure: (port: number, targets: readonly URL[], folder: string) => string;
  readonly options: (file: string, folder: string) => readonly string[];
}

const nginx: Program = {
  name: 'nginx',
  configure: (
    port,
    targets,
    folder,
  ) => `daemon off; worker_processes 1; pid ${folder}/pid; error_log /dev/null;
    events { worker_connections 512; }
    http {
      access_log off; client_max_body_size 0; client_body_buffer_size 1m;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      upstream targets { ${targets.map(({ host }) => `server ${host} max_fails=0;`).join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port}; keepalive_requests 100000;
        location / { proxy_pass ${targets[0]?.protocol}//targets; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`,
  options: (file, folder) => ['-c', file, '-p', folder, '-e', '/dev/null'],
};

const haproxy: Program = {
  name: 'haproxy',
  configure: (port, targets) => `global
    maxconn 512
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    option redispatch
frontend all
    bind 127.0.0.1:${port}
    default_backend targets
backend targets
${targets.map(({ host, protocol }, index) => `    server target${index} ${host}${protocol === 'https:' ? ' ssl verify none' : ''}`).join('\n')}
`,
  options: (file) => ['-db', '-f', file],
};

function find(name: string): string | undefined {
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

/** Those of nginx and HAProxy that are installed. */
export const installed = [nginx, haproxy].flatMap((program) => {
  const file = find(program.name);
  return file === undefined ? [] : [{ ...program, file }];
});
/** Without one of them, the comparison is skipped. */
export const isPeerMissing = installed.length < 2;

export async function startPeer(
  { name, file, configure, options }: (typeof installed)[number],
  targets: readonly string[],
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), `gatewright-${name}-`));
  const port = await freePort();
  const config = join(folder, 'config');
  await writeFile(
    config,
    configure(
      port,
      targets.map((url) => new URL(url)),
      folder,
    ),
  );
  const child = spawn(file, options(config, folder), { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await eventually(() => answers(port, child));
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    headers: {},
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the proxy has ended with ${child.exitCode}`);
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', () => resolve()).once('error', reject));
  socket.destroy();
}
