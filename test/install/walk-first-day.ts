import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { eventually } from '../eventually.ts';

/** How a gatewright that is installed in some way is run: a program, and the words before those of the command. */
export type Installed = readonly [program: string, ...words: string[]];

/** What the first day of a user came to. */
export interface FirstDay {
  readonly lint: string;
  /** What the upstream has answered through the gateway. */
  readonly answer: unknown;
  readonly status: number | undefined;
  /** Of the gateway, after SIGTERM. */
  readonly exitCode: number | null;
}

/** What a first day comes to that works. */
export const goodFirstDay: FirstDay = {
  lint: 'No problems found: 1 API, 1 application, 1 subscription, and 2 tiers in 6 files.\n',
  answer: { calledAt: '/bookings?limit=1' },
  status: 200,
  exitCode: 0,
};

/**
 * Walks through the first day in an empty folder, as the generated README describes it: init, lint, keys, run with two
 * workers, token, call. Throws with the output of a command that fails.
 */
export async function walkFirstDay(installed: Installed, folder: string): Promise<FirstDay> {
  const call = (words: readonly string[], env?: Readonly<Record<string, string>>) =>
    runCommand(installed, folder, words, env);
  await call(['init']);
  await using upstream = await startUpstream();
  const api = join(folder, 'apis/room_booking/v1/api.yaml');
  await writeFile(api, (await readFile(api, 'utf8')).replace(':3001', `:${upstream.port}`));
  const lint = await call(['lint']);
  const secret = /^CONSUMER_SECRET=(.+)$/m.exec(
    await call(['keys', 'generate', '--application', 'TimetableSync']),
  );
  const gateway = startGateway(installed, folder);
  try {
    const url = await gateway.url();
    const words = ['token', '--application', 'TimetableSync', '--url', url];
    const token = await call(words, { GATEWRIGHT_CONSUMER_SECRET: secret?.[1] ?? '' });
    const ca = await readFile(join(folder, '.gatewright/tls/ca.pem'));
    const { status, body } = await get(`${url}/room_booking/v1/bookings?limit=1`, token.trim(), ca);
    return { lint, answer: body, status, exitCode: await gateway.stop() };
  } finally {
    await gateway.stop();
  }
}

function runCommand(
  [program, ...first]: Installed,
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...first, ...words],
      { cwd, env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        error
          ? reject(new Error(`${words.join(' ')}: ${error.message}\n${stdout}${stderr}`))
          : resolve(stdout),
    );
    child.stdin?.end();
  });
}

async function startUpstream(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((call, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ calledAt: call.url }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function startGateway([program, ...first]: Installed, cwd: string) {
  const words = [...first, 'run', '--port', '0', '--admin-port', '0', '--workers', '2'];
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += String(chunk)));
  const url = () =>
    eventually(() => {
      const found = /"event":"listening".*"gatewayUrl":"([^"]+)"/.exec(written)?.[1];
      if (found === undefined) throw new Error(`The gateway does not run:\n${written}`);
      return found;
    });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  return { url, stop };
}

function get(url: string, token: string, ca: Buffer) {
  return new Promise<{ readonly status: number | undefined; readonly body: unknown }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(url, { ca, headers, agent: false }, (answer) => {
      json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}
