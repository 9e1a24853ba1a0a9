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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent, request } from 'undici';
import { freePort } from '../runtime/free-port.ts';

/** Reloads in all; every third has sources that do not compile. */
const reloads = 300;

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
  [port, adminPort] = await Promise.all([freePort(), freePort()]);
  for (const [path, text] of Object.entries(sources())) await write(path, text);
  gateway = startGateway();
  await until(async () => (await status()) !== undefined);
  agent = new Agent({ connect: { ca: await readFile(join(root, '.gatewright/tls/ca.pem')) } });
  token = await fetchToken();
}, 60_000);

afterAll(async () => {
  gateway?.kill('SIGTERM');
  backend?.close();
  await agent?.close();
  await rm(root, { recursive: true, force: true });
});

function sources(): Readonly<Record<string, string>> {
  const upstream = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const digest = createHash('sha256').update(secret).digest('hex');
  return {
    'gateway.config.yaml': `kind: Gateway\nformat: 1\norganisation: Soak\ndeployments:\n  production:\n    gatewayUrl: https://localhost:${port}\n`,
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

function startGateway(): ChildProcess {
  const cli = join(import.meta.dirname, '../../src/cli/main.ts');
  const args = [cli, 'run', '--port', String(port), '--admin-port', String(adminPort)];
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

async function call(path: string): Promise<number> {
  const { statusCode, body } = await request(`https://localhost:${port}/dog_park/v1${path}`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}` },
  });
  await body.dump();
  return statusCode;
}

test(`${reloads} reloads under load, a third of them broken: no request fails`, async () => {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options = {
    url: `https://localhost:${port}/dog_park/v1/dogs`,
    connections: 8,
    duration: 600,
    headers: { authorization: `Bearer ${token}` },
  };
  const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  for (let round = 1; round <= reloads; round += 1) {
    const before = (await status())!;
    if (round % 3 === 0) {
      await write('apis/dog_park/openapi.yaml', `${definition(round)}  /walks: {\n`);
      await until(async () => (await status())?.lastError !== null);
      expect((await status())?.digest).toBe(before.digest);
      expect(await call(`/walks_${round}`)).toBe(404);
    } else {
      await write('apis/dog_park/openapi.yaml', definition(round));
      await until(async () => ![before.digest, undefined].includes((await status())?.digest));
      expect((await status())?.lastError).toBeNull();
      expect(await call(`/walks_${round}`)).toBe(200);
    }
  }
  load.stop();
  const result = await promise;
  expect(result.requests.total).toBeGreaterThan(1000);
  expect({ errors: result.errors, timeouts: result.timeouts, non2xx: result.non2xx }).toEqual({
    errors: 0,
    timeouts: 0,
    non2xx: 0,
  });
});
