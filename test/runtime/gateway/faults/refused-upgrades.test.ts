// @module-tag full
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { dogs, openFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import { openScriptedUpstream, type ScriptedUpstream } from './scripted-upstream.ts';

const large = 'x'.repeat(5_000_000);
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const readText = async (socket: Socket) => {
  if (socket.readableLength === 0) await once(socket, 'readable');
  return String(socket.read());
};
const scripts = {
  large: (socket: Socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`),
  never: () => undefined,
  body: async (socket: Socket, head: string) => {
    const body = /content-length: 5/.test(head) ? await readText(socket) : 'nothing';
    socket.end(`HTTP/1.1 200 OK\r\n\r\n${body}`);
  },
  switching: (socket: Socket) => socket.write(switching),
};

let upstream: ScriptedUpstream;
let gateway: FaultyGateway;

beforeEach(async () => {
  upstream = await openScriptedUpstream(scripts);
  gateway = await openFaultyGateway(upstream, {
    endpoint: { timeouts: { connectMs: 20_000, firstByteMs: 60_000, idleMs: 60_000 } },
    api: { validation: { requests: 'off', responses: 'off' } },
  });
});

afterEach(async () => {
  await gateway.close(0);
  await upstream.close();
});

const upgrade = (path: string, ...lines: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket', ...lines, '', ''].join(
    '\r\n',
  );

test.each([
  ['says no more', ''],
  ['has said something in its own protocol already', 'hello'],
])('a refused client that does not go and %s is shown out', async (_what, behind) => {
  using client = gateway.begin(upgrade(dogs) + behind);
  client.socket.removeAllListeners('end');
  await client.sees(/"token_missing"/);
  client.socket.write(behind);
  await gateway.expectNothingLeft();
});

test('an answer in HTTP comes whole, however long it is', async () => {
  using client = gateway.begin(upgrade(`${dogs}/large`, gateway.authorization));
  await client.closed;
  expect(client.read().split('\r\n\r\n')[1]?.length).toBe(large.length);
  await gateway.expectNothingLeft();
});

test('a client that ends its half before there is an answer takes its call off the upstream', async () => {
  using client = gateway.begin(upgrade(`${dogs}/never`, gateway.authorization));
  await eventually(() => expect(upstream.asked).toHaveLength(1));
  client.socket.end();
  await gateway.expectNothingLeft();
});

test('a body that comes with it reaches the upstream as a body', async () => {
  using client = gateway.begin(upgrade(`${dogs}/body`, gateway.authorization, 'Content-Length: 5') + 'hello');
  await client.closed;
  expect(client.read()).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n5\r\nhello\r\n0\r\n\r\n$/);
  await gateway.expectNothingLeft();
});

const tableOfConnections = '/proc/net/tcp';
const canSeeTimers = process.platform === 'linux';

test.skipIf(!canSeeTimers)(
  'the system looks after a silent client (skipped where there is no Linux)',
  async () => {
    using client = gateway.begin(upgrade(`${dogs}/switching`, gateway.authorization));
    await client.sees(/^HTTP\/1\.1 101 /);
    const inHex = (port = 0) => port.toString(16).toUpperCase().padStart(4, '0');
    const ends = new RegExp(
      `:${inHex(gateway.port)} \\w+:${inHex(client.socket.localPort)} 01 \\S+ (\\d\\d):`,
    );
    await eventually(() => expect(ends.exec(readFileSync(tableOfConnections, 'utf8'))?.[1]).toBe('02'));
  },
);
