// @module-tag full
import type { Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { eventually } from '../../../../eventually.ts';
import { ask, openPool, type Behaviour } from '../../http1/asked-call.ts';
import { onEachHead, openRawUpstream, type RawUpstream } from '../../http1/raw-upstream.ts';

let upstream: RawUpstream;
let pool: Http1Pool;

async function open(serve: (socket: Socket) => unknown): Promise<void> {
  upstream = await openRawUpstream(serve);
  pool = openPool(upstream.origin);
}

/** Answers the first request with this, and those after it well. */
function answering(first: string): (socket: Socket) => void {
  const answers = [first];
  return (socket) => onEachHead(socket, () => socket.write(answers.pop() ?? ok, 'latin1'));
}

afterEach(async () => {
  await pool.destroy();
  await upstream.close();
});

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const good = { hints: [], status: 200, fields: { 'content-length': '2' }, body: 'ok', trailers: {} };
const inChunks =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\nX-Sum: 3\r\n\r\n';

describe('an answer whose client pauses', () => {
  const slowly: Behaviour = {
    head: (controller) => (controller.pause(), void setTimeout(() => controller.resume(), 20)),
    data: (controller) => (controller.pause(), void setTimeout(() => controller.resume(), 20)),
  };
  const atOnce: Behaviour = {
    head: (controller) => (controller.pause(), controller.resume()),
    data: (controller) => (controller.pause(), controller.resume()),
  };

  test.each([
    ['in chunks, slowly', inChunks, slowly],
    ['in chunks, and goes on at once', inChunks, atOnce],
    ['to the end of the connection, slowly', 'HTTP/1.1 200 OK\r\n\r\nabc', slowly],
    ['of known length, slowly', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', slowly],
  ])('%s, is whole though the upstream has ended the connection', async (_what, answer, behaviour) => {
    await open((socket) => onEachHead(socket, () => socket.end(answer)));
    const { status, body, failure } = await ask(pool, { bodyTimeout: 10_000 }, behaviour).settled;
    expect([status, body, failure]).toEqual([200, 'abc', undefined]);
  });

  test('does not time out meanwhile', async () => {
    const [begin, rest] = inChunks.split(/(?<=a\r\n)/);
    await open(answering(`${begin}`));
    const call = ask(pool, { bodyTimeout: 20 }, { data: (controller) => controller.pause() });
    await eventually(() => expect(call.told.body).toBe('a'));
    await sleep(60);
    for (const socket of upstream.open) socket.write(`${rest}`);
    call.controller?.resume();
    await eventually(() => expect(call.told.body).toBe('abc'));
    call.controller?.resume();
    expect((await call.settled).trailers).toEqual({ 'x-sum': '3' });
  });

  test('has no say in the answer after it', async () => {
    await open((socket) => {
      const waits = [0, 100];
      onEachHead(socket, () => setTimeout(() => socket.write(ok), waits.shift()));
    });
    const first = ask(pool, {}, { data: (controller) => controller.pause() });
    await first.settled;
    const second = ask(pool, { bodyTimeout: 1 });
    await eventually(() => expect(second.controller).toBeDefined());
    first.controller?.resume();
    expect(await second.settled).toEqual(good);
    expect(upstream.opened()).toBe(1);
  });
});

describe('a handler that throws', () => {
  const fail = () => {
    throw new SyntaxError('the handler does not like it');
  };

  test.each([
    ['before anything is sent', { start: fail }, 1],
    ['at the head', { head: fail }, 2],
    ['at the body', { data: fail }, 2],
    ['at the end', { end: fail }, 1],
  ])('%s receives its error, and the next one has its own answer', async (_what, behaviour, opened) => {
    await open(answering(inChunks));
    const first = ask(pool, {}, behaviour);
    expect((await first.settled) && (await eventually(() => first.error ?? expect.fail()))).toBeInstanceOf(
      SyntaxError,
    );
    const { status, failure } = await ask(pool).settled;
    expect([status, failure, upstream.opened()]).toEqual([200, undefined, opened]);
  });
});

test.each([
  ['at the head', { head: (controller) => controller.abort(new Error('not wanted')) }, ''],
  ['amid the body', { data: (controller) => controller.abort(new Error('not wanted')) }, 'abc'],
] satisfies [string, Behaviour, string][])(
  'what is aborted %s is told no more',
  async (_what, behaviour, body) => {
    await open(answering(inChunks));
    const call = ask(pool, {}, behaviour);
    await eventually(() => expect(upstream.opened() - upstream.open.size).toBe(1));
    expect([call.told.body, call.error?.message, call.ends]).toEqual([body, 'not wanted', 1]);
  },
);

describe('a timeout', () => {
  const hint = 'HTTP/1.1 102 Processing\r\n\r\n';

  test.each([
    ['before the head', '', 'UND_ERR_HEADERS_TIMEOUT'],
    ['amid the head', 'HTTP/1.1 200 OK\r\nX', 'UND_ERR_HEADERS_TIMEOUT'],
    ['amid the body', 'HTTP/1.1 200 OK\r\n\r\na', 'UND_ERR_BODY_TIMEOUT'],
    ['amid a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na', 'UND_ERR_BODY_TIMEOUT'],
  ])('%s has its own error code', async (_what, answer, failure) => {
    await open(answering(answer));
    const call = ask(pool, { headersTimeout: 30, bodyTimeout: 30 });
    expect((await call.settled).failure).toBe(failure);
  });

  test.each([
    ['hints', hint],
    ['leave to go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['the beginning of a head', 'H'],
  ])('is not put off by %s without end', async (_what, said) => {
    await open((socket) => {
      onEachHead(socket, () => {
        const timer = setInterval(() => socket.write(said === 'H' && socket.bytesWritten > 0 ? '' : said), 5);
        socket.once('close', () => clearInterval(timer));
      });
    });
    expect((await ask(pool, { headersTimeout: 100 }).settled).failure).toBe('UND_ERR_HEADERS_TIMEOUT');
  });

  test('does not strike an upstream that waits for a slow client', async () => {
    await open((socket) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      socket.on('data', () => text.endsWith('0\r\n\r\n') && socket.write(ok));
    });
    const body = new PassThrough();
    const call = ask(pool, { method: 'POST', body, headersTimeout: 500 });
    await sleep(1500);
    body.end('late');
    expect(await call.settled).toEqual(good);
  });

  test('strikes an upstream that does not take the body', async () => {
    await open((socket) => socket.pause());
    const body = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    const call = ask(pool, { method: 'POST', body, headersTimeout: 100 });
    expect((await call.settled).failure).toBe('UND_ERR_HEADERS_TIMEOUT');
    expect(body.destroyed).toBe(true);
  });
});

describe('an answer before its request is sent to the end', () => {
  test.each([
    ['a stream', () => new PassThrough()],
    ['in one piece', () => Buffer.alloc(20_000_000)],
  ])('(%s) is passed on, and the next request is sent on another connection', async (_what, makeBody) => {
    await open((socket) => {
      socket.once('data', () => {
        socket.pause();
        socket.write(ok);
      });
    });
    const body = makeBody();
    if (body instanceof PassThrough) body.write('a');
    expect(await ask(pool, { method: 'POST', body }).settled).toEqual(good);
    expect(body instanceof PassThrough ? body.destroyed : true).toBe(true);
    expect(await ask(pool).settled).toEqual(good);
    expect(upstream.opened()).toBe(2);
  });
});

test.each([
  ['GET', ok, 1],
  ['GET', inChunks, 1],
  ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 1],
  ['GET', 'HTTP/1.1 204 No Content\r\n\r\n', 1],
  ['GET', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', 1],
  ['GET', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok', 1],
  ['GET', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 2],
  ['GET', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 2],
  ['GET', 'HTTP/1.1 200 OK\r\nConnection: x\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok', 2],
  ['GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n', 2],
  ['GET', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', 2],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n', 2],
  ['GET', `${ok}\r\n`, 2],
  ['GET', `${ok}${ok}`, 2],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', 2],
  ['HEAD', ok, 2],
  ['DELETE', ok, 1],
])(
  'after a %s that is answered with %j the next request is sent on connection %i',
  async (method, answer, opened) => {
    await open(answering(answer));
    const { failure } = await ask(pool, { method }).settled;
    expect([failure, await ask(pool).settled, upstream.opened()]).toEqual([undefined, good, opened]);
  },
);

describe('an upgrade', () => {
  const switching = (protocol: string) =>
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n${protocol}X: 1\r\n\r\nhello`;

  test('hands the connection over, with what has come already, and stays out of it', async () => {
    await open((socket) => {
      onEachHead(socket, (head) => {
        expect(head).toMatch(/\r\nconnection: upgrade\r\nupgrade: websocket$/);
        socket.write(switching('Upgrade: WebSocket\r\n'));
      });
    });
    const call = ask(pool, { upgrade: 'websocket', headersTimeout: 200, bodyTimeout: 200 });
    expect((await call.settled).fields).toEqual({ connection: 'Upgrade', upgrade: 'WebSocket', x: '1' });
    await pool.close();
    await sleep(300);
    const { upgraded } = call;
    let received = '';
    upgraded?.on('data', (chunk: Buffer) => (received += chunk.toString())).resume();
    await eventually(() => expect(received).toBe('hello'));
    for (const socket of upstream.open) socket.resetAndDestroy();
    await eventually(() => expect(upgraded?.destroyed).toBe(true));
    expect(call.ends).toBe(1);
  });

  test.each([
    ['that nobody has asked for', {}, switching('Upgrade: websocket\r\n')],
    ['to another protocol', { upgrade: 'websocket' }, switching('Upgrade: h2c\r\n')],
    ['to nothing', { upgrade: 'websocket' }, switching('')],
  ])('%s is refused', async (_what, options, answer) => {
    await open(answering(answer));
    const call = ask(pool, options);
    expect((await call.settled).failure).toBe('UND_ERR_SOCKET');
    expect(call.error?.message).toBe('bad upgrade');
    await eventually(() => expect(upstream.open.size).toBe(0));
  });
});

describe('an upstream over TLS', () => {
  async function openTls(
    serve: (socket: Socket) => unknown,
    maxVersion: 'TLSv1.2' | 'TLSv1.3',
  ): Promise<void> {
    const { certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
    const server = createTlsServer({ cert: certificate, key, maxVersion });
    upstream = await openRawUpstream(serve, server, 'secureConnection');
    pool = openPool(`https://127.0.0.1:${upstream.port}`);
  }

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'is asked on one connection time and again (%s)',
    async (version) => {
      await openTls(answering(inChunks), version);
      const posted = {
        method: 'POST',
        headers: ['content-length', '1'],
        body: Readable.from([Buffer.from('a')]),
      };
      const answers = [await ask(pool).settled, await ask(pool, posted).settled, await ask(pool).settled];
      expect([answers.map(({ body }) => body), upstream.opened()]).toEqual([['abc', 'ok', 'ok'], 1]);
    },
  );

  test.each([
    ['speaks first', 'TLSv1.2', (socket: Socket) => socket.end('220 hello\r\n')],
    ['speaks first', 'TLSv1.3', (socket: Socket) => socket.end('220 hello\r\n')],
    ['ends at once', 'TLSv1.2', (socket: Socket) => socket.end()],
    ['ends at once', 'TLSv1.3', (socket: Socket) => socket.destroy()],
  ] as const)('that %s (%s) is asked once, and not without end', async (_what, version, serve) => {
    await openTls(serve, version);
    expect((await ask(pool).settled).failure).toBeDefined();
    await sleep(20);
    expect(upstream.opened()).toBe(1);
  });
});
