import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Agent, request } from 'undici';
import { main } from '../cli/run-gatewright.ts';
import { freePort } from '../runtime/free-port.ts';

const secret = randomBytes(32).toString('base64url');
const consumerKey = 'soak-production';

let root: string;
let backend: Server;
let gateway: ChildProcess;
let output = '';
let port: number;
let adminPort: number;
let agent: Agent;
let token: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-soak-'));
  backend = createServer((incoming, answer) => answer.end(JSON.stringify({ path: incoming.url }))).listen(
    0,
    '127.0.0.1',
  );
  await once(backend, 'listening');
}, 60_000);

afterEach(async () => {
  await agent?.close();
  const ended = once(gateway, 'exit');
  gateway.kill('SIGTERM');
  await ended;
});

afterAll(async () => {
  backend?.close();
  await rm(root, { recursive: true, force: true });
});

async function serve(workers: number): Promise<void> {
  [port, adminPort] = await Promise.all([freePort(), freePort()]);
  for (const [path, text] of Object.entries(sources())) await write(path, text);
  output = '';
  gateway = startGateway(workers);
  await until(async () => output.includes('Admin '));
  agent = new Agent({ connect: { ca: await readFile(join(root, '.gatewright/tls/ca.pem')) } });
  token = await fetchToken();
}

function sources(): Readonly<Record<string, string>> {
  const upstream = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const digest = createHash('sha256').update(secret).digest('hex');
  return {
    'gateway.config.yaml': `kind: Gateway\nformat: 1\norganisation: Soak\ndeployments:\n  production:\n    gatewayUrl: https://localhost:${port}\ndigestHeader: true\n`,
    'tiers.yaml': 'kind: Tier\nname: unlimited\n',
    'applications/soak.yaml': `kind: Application\nname: Soak\ntype: service\nowner: soak@example.edu\ngrants: [client_credentials]\nkeys: { production: { consumerKey: ${consumerKey}, secretDigests: ['sha256:${digest}'] } }\n`,
    'apis/dog_park/api.yaml': `kind: Api\nname: DogPark\ncontext: /dog_park\nversion: v1\nstate: published\nowner: parks\ndefinition: ./openapi.yaml\nendpoints: { production: { url: '${upstream}' } }\n`,
    'apis/dog_park/subscriptions.yaml':
      'kind: Subscription\napplication: Soak\napi: DogPark/v1\ntier: unlimited\n',
    'apis/dog_park/openapi.yaml': definition(0),
  };
}

/** A definition with one more resource for each round. */
function definition(round: number): string {
  const operation = "{ get: { responses: { '200': { description: ok } } } }";
  return `openapi: 3.0.3\ninfo: { title: Dog park, version: '1' }\npaths:\n  /dogs: ${operation}\n  /walks_${round}: ${operation}\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function startGateway(workers: number): ChildProcess {
  const args = [
    main,
    'run',
    '--log-format',
    'text',
    '--port',
    String(port),
    '--admin-port',
    String(adminPort),
    '--workers',
    String(workers),
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return child;
}

interface Status {
  readonly digest: string;
  readonly lastError: unknown;
}

async function status(): Promise<Status | undefined> {
  try {
    const { body } = await request(`http://127.0.0.1:${adminPort}/status`);
    return (await body.json()) as Status;
  } catch {
    return undefined;
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (await condition()) return;
    await sleep(10);
  }
  throw new Error(`waited in vain; the gateway said:\n${output}`);
}

async function fetchToken(): Promise<string> {
  const { body } = await request(`https://localhost:${port}/token`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: consumerKey,
      client_secret: secret,
    }).toString(),
  });
  return ((await body.json()) as { access_token: string }).access_token;
}

async function call(path: string) {
  const { statusCode, headers, body } = await request(`https://localhost:${port}/dog_park/v1${path}`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}` },
  });
  await body.dump();
  return { statusCode, digest: headers['gatewright-digest'] };
}

/** Calls one route after the other, and keeps what each table has answered with: no answer may be of another. */
function watchRoutes(round: () => number) {
  const seen = new Map<string, Set<number>>();
  const stopped = new AbortController();
  const look = async () => {
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const asked = Math.max(0, round() - (count % 3) + 1);
      const { statusCode, digest } = await call(`/walks_${asked}`);
      const key = `${String(digest)} ${asked}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(statusCode));
    }
  };
  const looking = Promise.all([look(), look()]);
  const stop = async () => {
    stopped.abort();
    await looking;
    return seen;
  };
  return { stop };
}

async function expectBroken(before: Status, round: number): Promise<void> {
  await write('apis/dog_park/openapi.yaml', `${definition(round)}  /walks: {\n`);
  await until(async () => (await status())?.lastError !== null);
  expect((await status())?.digest).toBe(before.digest);
  expect(await call(`/walks_${round}`)).toEqual({ statusCode: 404, digest: before.digest });
}

/** Resolves with the digest of what serves then. */
async function expectReloaded(before: Status, round: number): Promise<string> {
  await write('apis/dog_park/openapi.yaml', definition(round));
  await until(async () => ![before.digest, undefined].includes((await status())?.digest));
  const after = await status();
  expect(after?.lastError).toBeNull();
  expect(await call(`/walks_${round}`)).toEqual({ statusCode: 200, digest: after?.digest });
  return after?.digest ?? '';
}

test.each([
  { workers: 1, reloads: 1000 },
  { workers: 2, reloads: 300 },
])(
  '$reloads reloads of $workers workers under load, a third of them broken: no request fails, no generation is mixed',
  async ({ workers, reloads }) => {
    await serve(workers);
    const roundOf = new Map([[(await status())!.digest, 0]]);
    const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
    const options = {
      url: `https://localhost:${port}/dog_park/v1/dogs`,
      connections: 8,
      duration: 600,
      headers: { authorization: `Bearer ${token}` },
    };
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    let round = 1;
    const routes = watchRoutes(() => round);
    for (; round <= reloads; round += 1) {
      const before = (await status())!;
      if (round % 3 === 0) await expectBroken(before, round);
      else roundOf.set(await expectReloaded(before, round), round);
    }
    const seen = await routes.stop();
    load.stop();
    const result = await promise;
    expect(result.requests.total).toBeGreaterThan(1000);
    expect({ errors: result.errors, timeouts: result.timeouts, non2xx: result.non2xx }).toEqual({
      errors: 0,
      timeouts: 0,
      non2xx: 0,
    });
    const mixed = [...seen].filter(([key, statuses]) => {
      const [digest = '', asked] = key.split(' ');
      const expected = roundOf.get(digest) === Number(asked) ? 200 : 404;
      return !roundOf.has(digest) || statuses.size > 1 || !statuses.has(expected);
    });
    expect(mixed).toEqual([]);
    expect(seen.size).toBeGreaterThan(reloads);
  },
);
