// @module-tag full
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { sendRaw } from '../runtime/send-raw.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { draws } from '../full-run.ts';
import { fetchToken, secret, start, writeSources } from './running-gateway.ts';

/** All sent data except the path contains this word. */
const word = 'hiddenaway';

const hidden = fc.stringMatching(/^[a-z0-9]{0,8}$/).map((chance) => `${word}${chance}`);

const headerName = fc.constantFrom(
  'authorization',
  'cookie',
  'x-request-id',
  'x-forwarded-for',
  'forwarded',
  'traceparent',
  'tracestate',
  'user-agent',
  'referer',
  'api-version',
  'x-api-key',
  'accept',
  'content-type',
  'origin',
);

const sent = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'PROPFIND'),
  path: fc.constantFrom('/dog_park/v1/dogs', '/dog_park/v1/dogs/1', '/dog_park/v2/dogs', '/nowhere'),
  query: fc.option(
    hidden.map((value) => `?key=${value}&${value}`),
    { nil: '' },
  ),
  fragment: fc.option(
    hidden.map((value) => `#${value}`),
    { nil: '' },
  ),
  userInfo: fc.boolean(),
  headers: fc.array(fc.tuple(headerName, hidden), { maxLength: 4 }),
  withToken: fc.boolean(),
  body: fc.option(hidden, { nil: '' }),
});

type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never;

function write(
  { method, path, query, fragment, userInfo, headers, withToken, body }: Sent,
  token: string,
): string {
  const origin = userInfo ? `http://user:${word}@localhost` : '';
  const lines = [
    `${method} ${origin}${path}${query}${fragment} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...headers
      .filter(([name]) => !withToken || name !== 'authorization')
      .map(([name, value]) => `${name}: ${value}`),
    ...(withToken ? [`authorization: Bearer ${token}`] : []),
    `content-length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

test('nothing that a caller or an upstream keeps to itself is in the log, in figures or in spans', async () => {
  const exported: string[] = [];
  const receiver = createServer((message, response) => {
    void text(message).then((body) => (exported.push(body), response.end('{}')));
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const upstream = await openUpstream('dogs', (_request, response) =>
    response.writeHead(200, { 'set-cookie': `a=${word}`, location: `/?${word}` }).end(word),
  );
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const settings = `accessLog: { file: access.log }\n    tracing: { endpoint: "${endpoint}", ratio: 1 }`;
  await sources.write('gateway.config.yaml', (config) =>
    config.replace('    gatewayUrl:', `    ${settings}\n    gatewayUrl:`),
  );
  const gateway = await start({ root: sources.root, plainHttp: true });
  const token = await fetchToken(gateway.gatewayUrl);
  const port = Number(new URL(gateway.gatewayUrl).port);
  let calls = 0;
  const law = fc.asyncProperty(sent, async (one) => {
    await sendRaw(port, write(one, token));
    calls += 1;
  });
  const passing: Sent = {
    method: 'GET',
    path: '/dog_park/v1/dogs',
    query: `?key=${word}`,
    fragment: '',
    userInfo: true,
    headers: [['x-api-key', word]],
    withToken: true,
    body: '',
  };
  await fc.assert(law, { numRuns: draws(100), examples: [[passing]] });
  const metrics = await (await request(`${gateway.adminUrl}/metrics`)).body.text();
  await gateway.close();
  const log = await readFile(join(sources.root, '.gatewright', 'access.log'), 'utf8');
  expect(log.split('\n').length).toBe(calls + 1);
  await eventually(() => expect(exported.join('').includes('/dog_park/v1/dogs')).toBe(true));
  expect(log).toContain('"status":200');
  for (const written of [log, metrics, exported.join('')]) {
    expect([word, token, secret].filter((one) => written.includes(one))).toEqual([]);
  }
});
