import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { subfolder, type Bench } from './bench.ts';
import { say } from './report.ts';
import { freePort, type ServerProgram } from './server-process.ts';
import { connections } from './wrk.ts';

const servers = join(import.meta.dirname, 'servers');

export const [bareName, replyFromName, httpProxyName] = [
  'bare http and undici',
  '@fastify/reply-from',
  '@fastify/http-proxy',
];

/** The least that a proxy on Node can do. */
export function bareProxy(bench: Bench, tlsFolder: string): Promise<ServerProgram> {
  return nodeProgram(bench, bareName, 'bare-proxy.ts', tlsFolder);
}

/** All proxies that Gatewright is compared with; nginx only if it is on the PATH. */
export async function listPeers(bench: Bench, tlsFolder: string): Promise<readonly ServerProgram[]> {
  const peers = [
    await bareProxy(bench, tlsFolder),
    await nodeProgram(bench, replyFromName, 'reply-from.ts', tlsFolder),
    await nodeProgram(bench, httpProxyName, 'http-proxy.ts', tlsFolder),
  ];
  if (isOnPath('nginx')) peers.push(await nginxProgram(bench, tlsFolder));
  else say('skipped: nginx is not on the PATH');
  return peers;
}

export function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function nodeProgram(
  bench: Bench,
  name: string,
  file: string,
  tlsFolder: string,
): Promise<ServerProgram> {
  const port = await freePort();
  const words = [process.execPath, join(servers, file), String(port), bench.upstream];
  return { ...place(bench, name, port), words: bench.tls ? [...words, tlsFolder] : words };
}

/** nginx, which only forwards. */
export async function nginxProgram(bench: Bench, tlsFolder: string): Promise<ServerProgram> {
  const port = await freePort();
  const folder = subfolder(bench, 'nginx');
  writeFileSync(join(folder, 'nginx.conf'), nginxSettings(bench, port, tlsFolder));
  const words = ['nginx', '-p', folder, '-e', 'stderr', '-c', 'nginx.conf'];
  return { ...place(bench, 'nginx', port), words };
}

function place({ folder, tls }: Bench, name: string, port: number): Omit<ServerProgram, 'words'> {
  const scheme = tls ? 'https' : 'http';
  const logFile = join(folder, `${name.replace('/', ' ')}.log`);
  return { name, cwd: folder, origin: `${scheme}://127.0.0.1:${port}`, logFile };
}

/** One process in the foreground, that writes nothing anywhere else. */
function nginxSettings({ upstream, tls }: Bench, port: number, tlsFolder: string): string {
  const secure = `ssl_certificate "${tlsFolder}/cert.pem"; ssl_certificate_key "${tlsFolder}/key.pem";`;
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${kind};`,
  );
  return `
daemon off; master_process off; pid nginx.pid; error_log stderr;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000;
  ${bodies.join(' ')}
  upstream backend { server ${new URL(upstream).host}; keepalive ${connections}; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
    ${tls ? secure : ''}
    location / {
      proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection "";
    }
  }
}
`;
}
