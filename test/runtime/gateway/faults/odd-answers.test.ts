import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { dogs, openFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import { openScriptedUpstream, type Script, type ScriptedUpstream } from './scripted-upstream.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const odd = {
  list: '</a>; rel=preload, </b>; rel=preload',
  quoted: '</a>; title="a b"',
  garbage: 'garbage',
};
const says =
  (bytes: string): Script =>
  (socket) => {
    socket.write(bytes);
    return 'ready';
  };
let release: (() => void) | undefined;

const scripts: Readonly<Record<string, Script>> = {
  ...Object.fromEntries(
    Object.entries(odd).map(([name, link]) => [
      name,
      says(`HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n\r\n${ok}`),
    ]),
  ),
  endless: (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'),
  late: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n');
    setTimeout(() => socket.write('ok'), 100);
    return new Promise((go) => setTimeout(go, 100, 'ready'));
  },
  held: (socket: Socket) =>
    new Promise((ready) => {
      release = () => {
        socket.write(ok);
        ready('ready');
      };
    }),
};

let upstream: ScriptedUpstream;
let gateway: FaultyGateway;

beforeEach(async () => {
  upstream = await openScriptedUpstream(scripts);
  gateway = await openFaultyGateway(upstream, {
    api: { operations: ['GET /dogs', 'GET /dogs/{id}'] },
    endpoint: { maxConnections: 1, timeouts: { connectMs: 5000, firstByteMs: 60_000, idleMs: 60_000 } },
  });
});

afterEach(async () => {
  await gateway.close(0);
  await upstream.close();
});

const ask = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\n${gateway.authorization}\r\n\r\n`;

test.each(Object.keys(odd))('a hint in an odd form (%s) takes nothing from its answer', async (name) => {
  expect(await gateway.outcome('GET', `${dogs}/${name}`)).toBe('200 ok');
  await gateway.expectWell();
});

describe('a HEAD that is answered from a GET', () => {
  test('is complete with the headers, and aborts an answer that may be endless', async () => {
    using client = gateway.begin(ask(`HEAD ${dogs}/endless`) + ask(`GET ${dogs}`));
    await client.sees(/^HTTP\/1\.1 200 [^]*\r\n\r\nHTTP\/1\.1 200 [^]*\r\n\r\nok$/);
  });

  test('reads a short body to its end, so that the connection to the upstream stays', async () => {
    using client = gateway.begin(ask(`HEAD ${dogs}/late`));
    await client.sees(/\r\n\r\n$/);
    client.socket.end();
    await client.closed;
    expect(await gateway.outcome('GET', dogs)).toBe('200 ok');
    expect(upstream.opened()).toBe(1);
  });
});

test('a call whose client disconnected while it waited leaves the connection to the next one', async () => {
  const first = gateway.outcome('GET', `${dogs}/held`);
  await eventually(() => expect(upstream.asked).toHaveLength(1));
  const waiting = gateway.begin(ask(`GET ${dogs}/waiting`), '');
  const accepted = await gateway.openConnections();
  await eventually(async () => expect(await gateway.openConnections()).toBe(2));
  expect(accepted).toBeLessThan(3);
  waiting.socket.destroy();
  await eventually(async () => expect(await gateway.openConnections()).toBe(1));
  release?.();
  expect(await first).toBe('200 ok');
  expect(await gateway.outcome('GET', dogs)).toBe('200 ok');
  expect(upstream.asked).toEqual(['GET /dogs/held HTTP/1.1', 'GET /dogs HTTP/1.1']);
  expect(upstream.opened()).toBe(1);
});
