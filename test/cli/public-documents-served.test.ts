// @module-tag full
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPublicDocument } from '../public-documents.ts';
import { freePorts } from '../runtime/free-port.ts';
import { runGatewright } from './run-gatewright.ts';
import { startCommand, untilListening } from './running-command.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** Public documents of different authors, sizes and habits. */
const documents = [
  'github.com/api.github.com',
  'kubernetes.io',
  'stripe.com',
  'trello.com',
  'slack.com',
  'googleapis.com/dns',
  'velopayments.com',
  'twitter.com/current',
  'thebluealliance.com',
  'circuitsandbox.net',
];

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}
interface Document extends Operation {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

let upstream: ReturnType<typeof createServer>;
beforeAll(async () => {
  upstream = createServer((asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path: asked.url }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterAll(() => void upstream.close());

const took: string[] = [];
afterAll(() => process.stdout.write(`From the document to the first answer:\n${took.join('\n')}\n`));

test.each(documents)('%s is served as it is', { timeout: 300_000 }, async (name) => {
  await using folder = await temporaryFolder({});
  const document = readPublicDocument(name);
  const file = join(folder.path, 'document.json');
  await writeFile(file, document);
  const repository = join(folder.path, 'repository');
  await succeed(folder.path, ['init', 'repository']);
  await choosePorts(folder);
  const start = performance.now();
  const { port } = upstream.address() as AddressInfo;
  const production = ['--production', `http://127.0.0.1:${port}`];
  const added = await succeed(repository, ['add', 'api', '--from', file, ...production]);
  const address = /operations? at (\/\S+\/\S+);/.exec(added.stderr)?.[1] ?? expect.fail(added.stderr);
  const key = /^(\w+\/v\d+) has/m.exec(added.stderr)?.[1] ?? expect.fail(added.stderr);
  const { path, scopes } = chooseOperation(JSON.parse(document) as Document);
  const scopeOptions = scopes.flatMap((scope) => ['--scope', scope]);
  const subscription = ['--application', 'TimetableSync', '--api', key, '--tier', 'standard'];
  await succeed(repository, ['add', 'subscription', ...subscription, ...scopeOptions]);
  const keys = await succeed(repository, ['keys', 'generate', '--application', 'TimetableSync']);
  const secret = /CONSUMER_SECRET=["']?([\w-]+)/.exec(keys.stdout)?.[1] ?? expect.fail(keys.stderr);
  const gateway = startCommand(repository, ['run', '--log-format', 'json']);
  await untilListening(gateway);
  const env = { GATEWRIGHT_CONSUMER_SECRET: secret };
  const words = ['token', '--application', 'TimetableSync'];
  const { stdout } = await succeed(repository, words, env);
  const { gatewayUrl } = await readConfiguration(folder);
  expect(await call(`${gatewayUrl}${address}${path}`, stdout.trim())).toEqual({
    status: 200,
    body: { path },
  });
  gateway.signal('SIGTERM');
  expect(await gateway.ended).toBe(0);
  const operations = /has (\d+) operations?/.exec(added.stderr)?.[1] ?? '';
  took.push(`${((performance.now() - start) / 1000).toFixed(1)} s ${name} (${operations} operations)`);
  expect(await folder.read(`repository/${/apis\S+document\.json/.exec(added.stdout)?.[0]}`)).toBe(document);
});

async function succeed(cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const result = await runGatewright(cwd, words, env);
  expect(result, words.join(' ')).toMatchObject({ code: 0 });
  return result;
}

async function choosePorts(folder: TemporaryFolder): Promise<void> {
  const file = 'repository/gateway.config.yaml';
  const ports = await freePorts(2);
  const config = await folder.read(file);
  await folder.write(
    file,
    config.replaceAll(/8243|8244/g, (port) => String(ports[port === '8243' ? 0 : 1])),
  );
}

async function readConfiguration(folder: TemporaryFolder) {
  const config = await folder.read('repository/gateway.config.yaml');
  return { gatewayUrl: /gatewayUrl: (\S+)/.exec(config)?.[1] ?? '' };
}

/** A path that takes no parameter, or else any, and the scopes that its GET needs. */
function chooseOperation({ paths, security: ofAll }: Document) {
  const gets = Object.entries(paths).filter(([, { get }]) => get);
  const [template, { get }] = gets.find(([path]) => !path.includes('{')) ?? gets[0] ?? expect.fail('no GET');
  const [requirement = {}] = get?.security ?? ofAll ?? [];
  return {
    path: template.replaceAll(/\{[^{}]+\}/g, 'x'),
    scopes: [...new Set(Object.values(requirement).flat())],
  };
}

/** The certificate is one that the gateway has generated. */
async function call(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = request(url, { headers, rejectUnauthorized: false, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown };
}
