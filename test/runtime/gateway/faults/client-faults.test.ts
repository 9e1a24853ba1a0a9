// @module-tag full
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import {
  countSockets,
  dogs,
  openFaultyGateway,
  type FaultyGateway,
  type RawClient,
} from './faulty-gateway.ts';
import { openScriptedUpstream, type Script, type ScriptedUpstream } from './scripted-upstream.ts';

/** The client leaves in one of these ways. */
const leaving: Readonly<Record<string, (socket: Socket) => void>> = {
  ends: (socket) => socket.destroySoon(),
  resets: (socket) => void socket.resetAndDestroy(),
};

/** Connections to the upstream on which it saw the end, each by its request. */
const dropped: string[] = [];
const watching =
  (script: Script): Script =>
  (socket, head) => {
    socket.resume().once('close', () => dropped.push(head.split('\r\n')[0] ?? ''));
    return script(socket, head);
  };
const half = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf';
const stream = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n';

const connectionTimeouts = {
  headersTimeout: 1000,
  requestTimeout: 2000,
  keepAliveTimeout: 1000,
  connectionsCheckingInterval: 50,
  stalledClientTimeout: 300,
};

let upstream: ScriptedUpstream;
let gateway: FaultyGateway;
let socketsBefore: number;

beforeAll(async () => {
  socketsBefore = countSockets();
  upstream = await openScriptedUpstream({
    silent: watching(() => undefined),
    half: watching((socket) => socket.write(half)),
    stream: watching((socket) => socket.write(stream)),
    endless: watching(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      const piece = Buffer.alloc(65_536, 'x');
      while (!socket.destroyed && socket.bytesWritten < 1_000_000_000) {
        if (socket.write(piece)) await new Promise((go) => setImmediate(go));
        else await new Promise<void>((go) => socket.once('drain', go).once('close', () => go()));
      }
    }),
  });
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  const schema = { type: 'object', required: ['name'] };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const contract = { openapi: '3.1.0', paths: { '/checked': { post: { requestBody, responses: {} } } } };
  gateway = await openFaultyGateway(upstream, {
    endpoint: { timeouts },
    timeouts: connectionTimeouts,
    api: {
      contract,
      operations: ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}', 'POST /dogs/{id}', 'POST /checked'],
    },
  });
});

afterEach(async () => {
  await gateway.expectWell();
  await eventually(async () => expect(await gateway.openConnections()).toBe(0));
  dropped.length = 0;
});

afterAll(async () => {
  await gateway.expectNothingLeft();
  await gateway.close();
  await upstream.close();
  await eventually(() => expect(countSockets()).toBe(socketsBefore));
});

/** A request up to the empty line and what follows it. */
function begin(line: string, ...more: readonly string[]): RawClient {
  return gateway.begin(`${line} HTTP/1.1`, 'Host: a', gateway.authorization, ...more);
}

async function isAsked(line: string): Promise<void> {
  await eventually(() => expect(upstream.asked.at(-1)).toContain(line.split('/').at(-1)));
}

async function isDropped(count = 1): Promise<void> {
  await eventually(() => expect(dropped).toHaveLength(count));
}

describe.each(Object.entries(leaving))('a client that %s', (_how, leave) => {
  test.each([
    ['before it asks', ['']],
    ['within the request line', [`GET ${dogs}`]],
    ['within the headers', [`GET ${dogs} HTTP/1.1`, 'Host: a', 'X-A']],
  ])('%s asks no upstream', async (_when, lines) => {
    const before = upstream.asked.length;
    using client = gateway.begin(...lines);
    await once(client.socket, 'connect');
    leave(client.socket);
    await eventually(async () => expect(await gateway.openConnections()).toBe(0));
    expect(upstream.asked.length).toBe(before);
  });

  test.each([
    ['while its body goes up', `POST ${dogs}/silent`, ['Content-Length: 1000', '', 'a part'], undefined],
    [
      'while a chunk goes up',
      `POST ${dogs}/silent`,
      ['Transfer-Encoding: chunked', '', '9\r\npart'],
      undefined,
    ],
    ['while it waits', `GET ${dogs}/silent`, ['', ''], undefined],
    ['while it waits after its body', `POST ${dogs}/silent`, ['Content-Length: 4', '', 'body'], undefined],
    ['while the answer comes down', `GET ${dogs}/half`, ['', ''], /half$/],
    ['while a stream comes down', `GET ${dogs}/stream`, ['', ''], /half\r\n$/],
    ['while both go', `POST ${dogs}/half`, ['Content-Length: 1000', '', 'a part'], /half$/],
    ['in the middle of a large answer', `GET ${dogs}/endless`, ['', ''], /xxx$/],
  ])('%s is taken off its upstream', async (_when, line, more, seen) => {
    using client = begin(line, ...more);
    if (seen) await client.sees(seen);
    else await isAsked(line);
    leave(client.socket);
    await isDropped();
    expect(dropped).toEqual([`${line.replace('/dog_park/v1', '')} HTTP/1.1`]);
  });

  test('while a policy waits for its body asks no upstream', async () => {
    const before = upstream.asked.length;
    const line = 'POST /dog_park/v1/checked';
    using client = begin(
      line,
      'Content-Type: application/json',
      'Expect: 100-continue',
      'Content-Length: 99',
      '',
      '',
    );
    // The policy reads, since it has given leave.
    await client.sees(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    client.socket.write('{"name"');
    leave(client.socket);
    await eventually(async () => expect(await gateway.openConnections()).toBe(0));
    expect(upstream.asked.length).toBe(before);
  });

  test('in the middle of pipelined requests gives up the rest of them', async () => {
    const requests = Array.from(
      { length: 3 },
      () => `GET ${dogs}/silent HTTP/1.1\r\nHost: a\r\n${gateway.authorization}\r\n\r\n`,
    );
    using client = gateway.begin(requests.join(''));
    await isAsked('/silent');
    leave(client.socket);
    await eventually(async () => expect(await gateway.openConnections()).toBe(0));
    await isDropped(3);
  });
});

test('pipelined requests are answered in order', async () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${gateway.authorization}\r\n\r\n`;
  using client = gateway.begin(
    request(dogs) + request('/nowhere') + request(dogs) + request(`${dogs}/stream`),
  );
  await client.sees(/half\r\n$/);
  expect(client.read().match(/HTTP\/1\.1 \d+/g)).toEqual(
    ['200', '404', '200', '200'].map((status) => `HTTP/1.1 ${status}`),
  );
});

test('a client that half-closes its connection counts as disconnected', async () => {
  using client = begin(`GET ${dogs}/silent`, '', '');
  await isAsked('/silent');
  client.socket.end();
  await client.closed;
  await isDropped();
  expect(client.read()).toBe('');
});

describe('a client that is slow', () => {
  test.each([
    ['says nothing at all', ['']],
    ['stops within the request line', [`GET ${dogs}`]],
    ['stops within the headers', [`GET ${dogs} HTTP/1.1`, 'Host: a', 'X-A: ']],
  ])('and %s gets 408', async (_what, lines) => {
    using client = gateway.begin(...lines);
    await client.closed;
    expect(client.read()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"request_timeout"\}$/);
  });

  test('and sends its headers byte by byte gets 408 as well', async () => {
    using client = gateway.begin(`GET ${dogs} HTTP/1.1`, 'X-A: ');
    const dripping = setInterval(() => client.socket.write('a'), 20);
    await client.closed;
    clearInterval(dripping);
    expect(client.read()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('and sends its body byte by byte gets 408, and is taken off its upstream', async () => {
    using client = begin(`POST ${dogs}/silent`, 'Content-Length: 1000', '', '');
    const dripping = setInterval(() => client.socket.write('a'), 20);
    await client.closed;
    clearInterval(dripping);
    expect(client.read()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"request_timeout"\}$/);
    await isDropped();
  });

  test('and sends a body that a policy waits for byte by byte gets 408', async () => {
    using client = begin(
      'POST /dog_park/v1/checked',
      'Content-Type: application/json',
      'Content-Length: 99',
      '',
      '{',
    );
    await client.closed;
    expect(client.read()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"request_timeout"\}$/);
  });

  test('and keeps its connection for nothing loses it', async () => {
    using client = begin(`GET ${dogs}`, '', '');
    await client.closed;
    expect(client.read()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/);
  });

  test('and never reads its answer holds back the upstream, and then loses its connection', async () => {
    const before = process.memoryUsage().rss;
    using client = begin(`GET ${dogs}/endless`, '', '');
    client.socket.pause();
    await isDropped();
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

test('a refused call gets its answer while it still sends', async () => {
  using client = gateway.begin(
    `POST ${dogs} HTTP/1.1`,
    'Host: a',
    'Content-Length: 10000000',
    '',
    'x'.repeat(100_000),
  );
  await client.sees(/"code":"token_missing"\}$/);
  await client.closed;
  expect(client.read()).toMatch(/^HTTP\/1\.1 403 /);
});
