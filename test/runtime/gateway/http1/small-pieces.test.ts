import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UpstreamPool } from '#runtime/gateway/upstream/upstream-pool.ts';
import { eventually } from '../../../eventually.ts';
import { AskedCall, type Behaviour } from './asked-call.ts';
import { onEachHead, openRawUpstream, type RawUpstream } from './raw-upstream.ts';
import { limitConnections } from '../upstream/connection-limits.ts';

let upstream: RawUpstream;
let pool: UpstreamPool;

/** Time passes only if a test advances it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await pool.abort();
  await upstream.close();
});

interface Form {
  readonly head: string;
  readonly piece: (octet: string) => string;
  readonly end: (socket: Socket) => unknown;
}

const toTheEnd: Form = {
  head: 'HTTP/1.1 200 OK\r\n\r\n',
  piece: (octet) => octet,
  end: (socket) => socket.end(),
};
const inChunks: Form = {
  head: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  piece: (octet) => `1\r\n${octet}\r\n`,
  end: (socket) => socket.write('0\r\n\r\n'),
};

const octets = (count: number) => Array.from({ length: count }, (_, index) => String(index % 10));

/** Requests an answer of single octets, each in a separate packet, and counts the pieces that the handler is given. */
async function ask({ head, piece, end }: Form, count: number, behaviour: Behaviour = {}) {
  const { promise: isSent, resolve } = Promise.withResolvers<void>();
  upstream = await openRawUpstream((socket) => {
    socket.setNoDelay(true);
    onEachHead(socket, async () => {
      socket.write(head);
      for (const octet of octets(count)) {
        await nextTurn();
        socket.write(piece(octet));
      }
      end(socket);
      resolve();
    });
  });
  const { origin } = upstream;
  pool = new UpstreamPool({ origin, connectMs: 5000, maxConnections: 1, isHttp2: false }, limitConnections());
  const given: string[] = [];
  const call = new AskedCall({
    ...behaviour,
    data: (controller, chunk) => {
      given.push(chunk.toString());
      behaviour.data?.(controller, chunk);
    },
  });
  pool.dispatch({ method: 'GET', path: '/' }, call);
  await isSent;
  return { call, given };
}

/** Lets the time pass between two reads of an answer that is read less often. */
async function passTime() {
  await nextTurn();
  vi.advanceTimersByTime(20);
  await nextTurn();
}

describe.each([
  ['to the end of the connection', toTheEnd],
  ['in chunks', inChunks],
])('an answer of single octets, %s,', (_how, form) => {
  test('is passed on at once as long as they are few', async () => {
    const { call, given } = await ask(form, 90);
    expect((await call.settled).body).toBe(octets(90).join(''));
    expect(given.length).toBeGreaterThan(1);
  });

  test('is read less often where they are many, and is whole', async () => {
    const { call, given } = await ask(form, 2000);
    expect(given.length).toBeLessThanOrEqual(101);
    await eventually(async () => {
      await passTime();
      expect(call.ends).toBe(1);
    });
    expect(given.join('')).toBe(octets(2000).join(''));
    expect(given.length).toBeLessThanOrEqual(110);
  });

  test('is whole for a client that pauses', async () => {
    const { call, given } = await ask(form, 2000, {
      data: (controller) => (controller.pause(), setImmediate(() => controller.resume())),
    });
    await eventually(async () => {
      await passTime();
      expect(call.ends).toBe(1);
    });
    expect(given.join('')).toBe(octets(2000).join(''));
  });

  test('leaves nothing behind where nobody waits for it any longer', async () => {
    const { call } = await ask(form, 500);
    call.controller?.abort(new Error('enough'));
    await passTime();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
    await eventually(() => expect(upstream.open.size).toBe(0));
  });
});

test('the answer after it is read as it comes', async () => {
  const { call } = await ask(inChunks, 500);
  await eventually(async () => {
    await passTime();
    expect(call.ends).toBe(1);
  });
  const next = new AskedCall();
  pool.dispatch({ method: 'GET', path: '/' }, next);
  await eventually(() => expect(next.told.body.length).toBeGreaterThanOrEqual(90));
  expect(upstream.opened()).toBe(1);
});

test('chunks that have come at once are passed on in one piece, also those before one that is malformed', async () => {
  upstream = await openRawUpstream((socket) =>
    onEachHead(socket, () => socket.write(`${inChunks.head}1\r\na\r\n2\r\nbc\r\n1\r\nd\r\nx`)),
  );
  const { origin } = upstream;
  pool = new UpstreamPool({ origin, connectMs: 5000, maxConnections: 1, isHttp2: false }, limitConnections());
  const given: string[] = [];
  const call = new AskedCall({ data: (_controller, chunk) => given.push(chunk.toString()) });
  pool.dispatch({ method: 'GET', path: '/' }, call);
  expect((await call.settled).failure).toBeDefined();
  expect(given).toEqual(['abcd']);
});
