import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { main } from '../cli/run-gatewright.ts';
import { freePort } from '../runtime/free-port.ts';

const consumerKey = 'soak-production';
const secret = 'a-secret-of-the-tests_0123456789';

export interface RunningProcess extends AsyncDisposable {
  readonly root: string;
  readonly url: string;
  readonly port: number;
  readonly authorization: string;
  /** What it has written so far, on both streams. */
  readonly said: () => string;
  readonly write: (path: string, text: string) => Promise<void>;
  /** One call on a separate connection: `200 ok`, `502 upstream_invalid`, or `cut off`. */
  readonly call: (method: string, path: string, body?: string | Buffer) => Promise<string>;
  readonly kill: () => Promise<void>;
  /** Starts it again on its sources, and resolves when it listens. */
  readonly start: () => Promise<void>;
  /** Its memory in bytes, and how many files and sockets it has open; on Linux only. */
  readonly usage: () => Promise<{ readonly rss: number; readonly files: number }>;
}

/** The sources of a gateway whose one API is served by `upstream`. */
export function soakSources(upstream: string): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(secret).digest('hex');
  const endpoint = `{ url: '${upstream}', timeouts: { connectMs: 2000, firstByteMs: 3000, idleMs: 3000 }, circuitBreaker: { failures: 0 } }`;
  return {
    'gateway.config.yaml':
      'kind: Gateway\nformat: 1\norganisation: Soak\ndeployments:\n  production:\n    gatewayUrl: http://localhost:8243\n',
    'tiers.yaml': 'kind: Tier\nname: unlimited\n',
    'applications/soak.yaml': `kind: Application\nname: Soak\ntype: service\nowner: soak@example.edu\ngrants: [client_credentials]\nkeys: { production: { consumerKey: ${consumerKey}, secretDigests: ['sha256:${digest}'] } }\n`,
    'apis/dog_park/api.yaml': `kind: Api\nname: DogPark\ncontext: /dog_park\nversion: v1\nstate: published\nowner: parks\ndefinition: ./openapi.yaml\nendpoints: { production: ${endpoint} }\n`,
    'apis/dog_park/subscriptions.yaml':
      'kind: Subscription\napplication: Soak\napi: DogPark/v1\ntier: unlimited\n',
    'apis/dog_park/openapi.yaml': definitionWith(0),
  };
}

/** A definition with one more resource for each round. */
export function definitionWith(round: number): string {
  const described = '{ description: told }';
  const operations = `get: { responses: { '200': ${described}, '404': ${described} } }, post: { requestBody: { content: { application/xml: {} } }, responses: { '202': ${described}, '404': ${described} } }`;
  const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
  return `openapi: 3.0.3\ninfo: { title: Dog park, version: '1' }\npaths:\n  /dogs: { ${operations} }\n  /dogs/{id}: { ${id}, ${operations} }\n  /walks_${round}: { ${operations} }\n`;
}

/** A gateway in a separate process, over plain HTTP, on a folder of its own. */
export async function startProcess(
  upstream: string,
  prepare?: (root: string) => void,
): Promise<RunningProcess> {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-faults-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(soakSources(upstream))) await write(path, text);
  prepare?.(root);
  // The same one after a new start, since the issuer of tokens is named by it.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let said = '';
  let child: ChildProcess;
  const start = async () => {
    const words = [
      main,
      'run',
      '--log-format',
      'text',
      '--plain-http',
      '--port',
      String(port),
      '--admin-port',
      '0',
    ];
    child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let own = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        own += chunk.toString();
        said += chunk.toString();
      });
    while (!/^Gateway \S+\n/m.test(own)) {
      if (child.exitCode !== null) throw new Error(`the gateway did not start:\n${own}`);
      await delay(10);
    }
  };
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  const authorization = `Bearer ${await fetchToken(url)}`;
  return {
    root,
    url,
    port,
    authorization: `Authorization: ${authorization}`,
    said: () => said,
    write,
    call: (method, path, body) => callOnce(`${url}${path}`, method, authorization, body),
    kill,
    start,
    usage: () => usageOf(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function fetchToken(url: string): Promise<string> {
  const { body } = await request(`${url}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${consumerKey}&client_secret=${secret}`,
  });
  return ((await body.json()) as { access_token: string }).access_token;
}

async function callOnce(
  url: string,
  method: string,
  authorization: string,
  body: string | Buffer | undefined,
): Promise<string> {
  const dispatcher = new Agent();
  try {
    const headers = { authorization, 'content-type': 'application/xml' };
    const options = { dispatcher, method: method as 'GET', headers };
    const answer = await request(url, { ...options, ...(body === undefined ? {} : { body }) });
    const text = await answer.body.text();
    const { code } = text.startsWith('{"message"') ? (JSON.parse(text) as { code: string }) : { code: text };
    return `${answer.statusCode} ${code}`;
  } catch {
    return 'cut off';
  } finally {
    await dispatcher.destroy();
  }
}

async function usageOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const files = await readdir(`/proc/${pid}/fd`);
  return { rss: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024, files: files.length };
}
