// @module-tag full
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleOutcome } from '#runtime/ports/console-calls.ts';
import { alice } from '../../runtime/oauth/authorization-in-test.ts';
import { openGateway, type GatewayInTest } from '../../runtime/gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';

let upstream: Server;
let gateway: GatewayInTest;
let host: string;

/** What came over each connection, as bytes. */
const received: string[] = [];

beforeAll(async () => {
  upstream = createServer((socket) => {
    const index = received.push('') - 1;
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      received[index] += bytes.toString('latin1');
      const text = received[index] ?? '';
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length === 0 || rest.join('\r\n\r\n').length < length) return;
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
      );
    });
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  host = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints: { production: { targets: [`http://${host}`] } },
          operations: ['GET /dogs', 'POST /dogs'],
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
      users: [alice],
    }),
  );
});

afterAll(async () => {
  await gateway.close();
  upstream.close();
});

beforeEach(() => {
  received.length = 0;
});

type Pair = readonly [name: string, value: string];

interface HostileCall {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly Pair[];
  readonly body?: string;
}

/** Sends a call as the console of the store does. */
function send({ method = 'GET', path = '/dogs', headers = [], body }: HostileCall): Promise<ConsoleOutcome> {
  return gateway.sendConsoleCall({
    user: { subject: 'user:alice', provider: 'users', sessionId: 'login-1', address: '192.0.2.7' },
    application: 'DogWalker',
    keySet: 'production',
    api: 'DogPark/v1',
    method,
    path,
    headers,
    body: body === undefined ? undefined : Buffer.from(body, 'latin1'),
  });
}

/** Everything that an upstream may see of a call: one request, in our own words. */
function expectOne(line: string): void {
  expect(received.length).toBe(1);
  const [head = ''] = (received[0] ?? '').split('\r\n\r\n');
  const [first, ...headers] = head.split('\r\n');
  const names = headers.map((header) => header.slice(0, header.indexOf(':')).toLowerCase());
  expect(first).toBe(line);
  expect(names.length).toBe(new Set(names).size);
  expect(headers.map((header) => header.toLowerCase())).toContain(`host: ${host}`);
  expect(head).not.toMatch(/evil|store-session/i);
}

test('a call that is not hostile reaches the upstream', async () => {
  expect(await send({ path: '/dogs?a=1' })).toMatchObject({ status: 200 });
  expectOne('GET /dogs?a=1 HTTP/1.1');
});

test.each([
  'http://evil.example.org/dogs',
  'HTTP://evil.example.org/dogs',
  '//evil.example.org/dogs',
  '/\\evil.example.org/dogs',
  '\\\\evil.example.org\\dogs',
  '@evil.example.org/dogs',
  ':80@evil.example.org/dogs',
  '.evil.example.org/dogs',
  '#@evil.example.org/dogs',
  '?@evil.example.org/dogs',
  '/..//evil',
  '/../../evil',
  '/%2e%2e/evil',
  '/.%2e/evil',
  '/%252e%252e/evil',
  '/..%2fevil',
  '/..%5cevil',
  '/..;/evil',
  '/dogs/..;evil=1/evil',
  '/dogs%00/evil',
  '/dogs%0d%0ax-evil:%201',
  '/dogs\r\nx-evil: 1',
  '/dogs\nx-evil: 1',
  '/dogs HTTP/1.1\r\nx-evil: 1',
  '/dogs\u010D\u010Ax-evil: 1',
  '/dogs\uFF0F..\uFF0Fevil',
  '/dogs\u2028evil',
  '/dogs\tevil',
  '/dogs#evil',
  '*',
  '',
  `/evil${'a'.repeat(9000)}`,
])('the path %j reaches nothing', async (path) => {
  const outcome = await send({ path });
  const refused = 'problem' in outcome ? outcome.problem : outcome.status;
  expect(['path_malformed', 404, 400]).toContain(refused);
  expect(received).toEqual([]);
});

test.each([
  'GET /evil HTTP/1.1\r\nhost: evil\r\n\r\nGET',
  'GET\r\n',
  'GET ',
  ' GET',
  'GET\0',
  'G\u0118T',
  'G:T',
  'CONNECT',
  'TRACE',
  '',
  'A'.repeat(300),
])('the method %j reaches nothing', async (method) => {
  expect(await send({ method })).toEqual({ problem: 'method_malformed' });
  expect(received).toEqual([]);
});

test.each<Pair>([
  ['x-a', '1\r\nx-evil: 1'],
  ['x-a', '1\nx-evil: 1'],
  ['x-a', '1\rx-evil: 1'],
  ['x-a', '1\0'],
  ['x-a', '1\u010D\u010Ax-evil: 1'],
  ['x-a\r\nx-evil', '1'],
  ['x-a: 1\r\nx-evil', '1'],
  ['x-a:', 'evil'],
  [':authority', 'evil'],
  ['x evil', '1'],
  ['', 'evil'],
  ['x-\u212Aevil', '1'],
])('the header %j: %j reaches nothing', async (name, value) => {
  expect(await send({ headers: [[name, value]] })).toEqual({ problem: 'header_malformed' });
  expect(received).toEqual([]);
});

describe('headers that others set', () => {
  test.each<Pair>([
    ['Host', 'evil'],
    ['HOST', 'evil'],
    ['X-Forwarded-Host', 'evil'],
    ['X_Forwarded_For', 'evil'],
    ['Forwarded', 'host=evil'],
    ['X-Real-IP', 'evil'],
    ['Via', 'evil'],
    ['Connection', 'evil, host, content-length'],
    ['Keep-Alive', 'evil'],
    ['Proxy-Connection', 'evil'],
    ['Proxy-Authorization', 'evil'],
    ['TE', 'evil'],
    ['Trailer', 'evil'],
    ['Transfer-Encoding', 'evil'],
    ['Transfer_Encoding', 'evil'],
    ['Transfer-Encoding', 'chunked, evil'],
    ['Upgrade', 'evil'],
    ['HTTP2-Settings', 'evil'],
    ['Content-Length', '999 evil'],
    ['Content_Length', 'evil'],
    ['Expect', 'evil'],
    ['Cookie', 'evil=1'],
    ['Authorization', 'Bearer evil'],
    ['Origin', 'https://evil.example.org'],
    ['Referer', 'https://evil.example.org'],
    ['Sec-Fetch-Site', 'evil'],
    ['API-Version', 'evil'],
    ['X-Request-Id', 'evil'],
  ])('do not reach an upstream: %s: %s', async (name, value) => {
    expect(await send({ headers: [[name, value]] })).toMatchObject({ status: 200 });
    expectOne('GET /dogs HTTP/1.1');
  });

  test('nor are names of objects ones', async () => {
    const headers = ['__proto__', 'constructor', 'toString'].map((name) => [name, 'x'] as const);
    expect(await send({ headers })).toMatchObject({ status: 200 });
    expectOne('GET /dogs HTTP/1.1');
  });
});

describe('a body', () => {
  /** What a server that believed in other lengths would read as a second request; JSON may contain it as a text. */
  const smuggled = '\r\n\r\n{"name":"GET /evil HTTP/1.1 host: evil"}\r\n\r\n';

  test('is never a second request', async () => {
    const headers = [
      ['Content-Length', '0'],
      ['Transfer-Encoding', 'chunked'],
      ['Content-Type', 'application/json'],
    ] as const;
    await send({ method: 'POST', path: '/dogs', headers, body: smuggled });
    expect(received.length).toBe(1);
    await send({ method: 'GET', headers, body: smuggled });
    for (const text of received) {
      const [head = ''] = text.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`content-length: ${smuggled.length}`, 'i'));
      expect(head).not.toMatch(/transfer-encoding|evil/i);
      expect(text.slice(head.length + 4)).toBe(smuggled);
    }
  });

  test('that is too large reaches nothing', async () => {
    const outcome = await send({ method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect([outcome, received]).toEqual([{ problem: 'request_too_large' }, []]);
  });
});
