// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, secret, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('dogs');
  const table = buildTable({
    apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const dogs = '/dog_park/v1/dogs';
const form = 'Content-Type: application/x-www-form-urlencoded';

/** A connection on which a request has begun, and what came back on it. */
function begin(target: string, ...headers: readonly string[]) {
  const socket = connect(gateway.port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += String(chunk)));
  socket.write([`POST ${target} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n'));
  const sees = async (pattern: RegExp) => {
    while (!pattern.test(text)) await once(socket, 'data');
  };
  return { socket, sees, read: () => text };
}

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

async function sendWithoutEnd(socket: Socket): Promise<number> {
  let sent = 0;
  while (!socket.destroyed && sent < 300_000_000) {
    sent += chunk.length;
    if (!socket.write(chunk)) await new Promise((go) => socket.once('drain', go).once('close', go));
  }
  return sent;
}

test.each([
  ['without a token', dogs, []],
  ['of an unknown API', '/cats/v1/cats', []],
  ['whose address is broken', '/%zz', []],
  ['of the token endpoint with another type', '/oauth2/token', ['Content-Type: text/plain']],
  ['of the token endpoint that is too large', '/oauth2/token', [form]],
  ['of the keys with a method that they do not have', '/oauth2/jwks', []],
])('a call %s cannot go on sending', async (_what, target, headers) => {
  const { socket, read } = begin(target, 'Transfer-Encoding: chunked', ...headers);
  const sent = await sendWithoutEnd(socket);
  expect(sent).toBeLessThan(50_000_000);
  expect(read()).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(read().toLowerCase()).toContain('connection: close\r\n');
  expect(read()).toMatch(/\}$/);
});

test('a refused call that stops sending has its answer at once, and a while later no connection', async () => {
  await eventually(async () => expect(await gateway.openConnections()).toBe(0));
  const { socket, sees, read } = begin(dogs, 'Content-Length: 1000000');
  await sees(/"code":"token_missing"\}$/);
  expect(await gateway.openConnections()).toBe(1);
  await once(socket, 'close');
  expect(read()).toContain('403');
});

test('a refused call with a small body keeps its connection', async () => {
  const { socket, sees, read } = begin(dogs, 'Content-Length: 4');
  await sees(/"code":"token_missing"\}/);
  expect(read().toLowerCase()).not.toContain('connection: close');
  socket.write(`bodyGET ${dogs} HTTP/1.1\r\nHost: a\r\n${authorization}\r\n\r\n`);
  await sees(/HTTP\/1\.1 200 OK/);
  socket.destroy();
});

test('leave to send a body is given when the call is forwarded', async () => {
  const { socket, sees, read } = begin(dogs, authorization, 'Expect: 100-continue', 'Content-Length: 4');
  await sees(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  socket.write('body');
  await sees(/HTTP\/1\.1 200 OK/);
  expect(upstream.seen.at(-1)).toMatchObject({ method: 'POST', body: 'body' });
  expect(read().toLowerCase()).not.toContain('connection: close');
  socket.destroy();
});

test('leave to send a form is given at the token endpoint', async () => {
  const body = `grant_type=client_credentials&client_id=DogWalker-production&client_secret=${secret}`;
  const headers = [form, 'Expect: 100-continue', `Content-Length: ${body.length}`];
  const { socket, sees } = begin('/oauth2/token', ...headers);
  await sees(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  socket.write(body);
  await sees(/"access_token"/);
  socket.destroy();
});

test.each([
  ['a call', dogs, [], 'token_missing'],
  ['a form of another type', '/oauth2/token', ['Content-Type: text/plain'], 'invalid_request'],
])('no leave is given to %s that is refused', async (_what, target, headers, error) => {
  const { socket, read } = begin(target, 'Expect: 100-continue', 'Content-Length: 4', ...headers);
  await once(socket, 'close');
  expect(read()).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(read()).toContain(error);
  expect(read().toLowerCase()).toContain('connection: close');
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
