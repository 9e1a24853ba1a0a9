// @module-tag full
import { once } from 'node:events';
import { constants, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ManifestTier } from '#compiled/manifest.ts';
import { draws } from '../../full-run.ts';
import { eventually } from '../../eventually.ts';
import { ask, connectTo, dogs, openHttp2Gateway, tableOf } from './http2-clients/http2-gateway.ts';

const gold: ManifestTier = { name: 'gold', maxConcurrentCalls: 2 };
const limit = { requests: 1000, unit: 'second', burst: 1000, whenUnavailable: 'refuse' } as const;

/** An upstream whose answers end when they are told to, and that speaks WebSocket. */
async function openHoldingUpstream() {
  const held = new Set<ServerResponse>();
  const server = createServer((incoming, response) => {
    const { searchParams } = new URL(incoming.url ?? '', 'http://a');
    incoming.on('error', () => undefined).resume();
    if (searchParams.has('whole')) return void response.end('well');
    if (searchParams.has('breaks')) return void response.write('half', () => response.destroy());
    if (searchParams.has('dies')) return void incoming.socket.destroy();
    held.add(response.once('close', () => held.delete(response)));
    if (!searchParams.has('silent')) response.write('be');
  });
  const sockets = new WebSocketServer({ server });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  });
  const release = () => held.forEach((response) => response.end('gun'));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held, release };
}

async function open(tier = gold) {
  const upstream = await openHoldingUpstream();
  const table = { tiers: [tier], subscription: { tier: tier.name } };
  const gateway = await openHttp2Gateway(upstream.url, {
    ...table,
    api: {
      operations: ['GET /dogs', 'POST /dogs'],
      validation: { requests: 'off', responses: 'off' },
      endpoints: {
        production: {
          targets: [upstream.url],
          retries: 0,
          timeouts: { connectMs: 5000, firstByteMs: 300, idleMs: 20_000 },
        },
      },
    },
  });
  const session = await connectTo(gateway);
  const headers = { authorization: gateway.authorization };
  const call = async (query: string, more = {}) => {
    const answer = await ask(session, { ':path': `${dogs}?${query}`, ...headers, ...more });
    return { status: answer.status, text: answer.text, headers: answer.headers };
  };
  const hold = async () => {
    const stream = session.request({ ':path': `${dogs}?hold`, ...headers });
    stream.on('error', () => undefined);
    const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status'?: number }];
    stream.resume();
    return { status, stream };
  };
  return { upstream, gateway, session, headers, call, hold };
}

type Opened = Awaited<ReturnType<typeof open>>;

test('calls beyond the limit of a tier get 429, until another one has ended', async () => {
  const { upstream, call, hold, gateway } = await open();
  const held = [await hold(), await hold()];
  const refused = await call('whole');
  expect([held.map(({ status }) => status), refused.status, JSON.parse(refused.text)]).toEqual([
    [200, 200],
    429,
    expect.objectContaining({ code: 'concurrency_limited' }),
  ]);
  expect(refused.headers['retry-after']).toBe('1');
  upstream.release();
  await eventually(async () => expect((await call('whole')).status).toBe(200));
  expect(gateway.faults).toEqual([]);
});

test('a refused call does not count against the rate', async () => {
  const { upstream, call, hold } = await open({
    ...gold,
    limit: { ...limit, unit: 'day', requests: 3, burst: 3 },
  });
  await hold();
  await hold();
  for (let count = 0; count < 5; count++) expect((await call('whole')).status).toBe(429);
  upstream.release();
  await eventually(async () => expect((await call('whole')).status).toBe(200));
  expect(JSON.parse((await call('whole')).text)).toMatchObject({ code: 'rate_limited' });
});

test('each subscription has its own limit, and a tier without one has none', async () => {
  const { upstream, hold, gateway } = await open({ name: 'gold' });
  for (let count = 0; count < 10; count++) expect((await hold()).status).toBe(200);
  expect(upstream.held.size).toBe(10);
  expect(gateway.serving.generation?.gateway.concurrency).toBe(undefined);
});

test('the limit of a later table counts the calls that are in progress', async () => {
  const { upstream, hold, call, gateway } = await open({ ...gold, maxConcurrentCalls: 3 });
  await hold();
  await hold();
  const changes = { api: { validation: { requests: 'off', responses: 'off' } } } as const;
  await gateway.swap(tableOf(upstream.url, { ...changes, tiers: [gold], subscription: { tier: 'gold' } }));
  expect((await call('whole')).status).toBe(429);
  upstream.release();
  await eventually(async () => expect((await call('whole')).status).toBe(200));
});

/** Every way in which a call can end, or be refused after its place was taken. */
const endings: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  'a whole answer': ({ call }) => call('whole'),
  'an answer that the upstream aborts': ({ call }) => call('breaks').catch(() => undefined),
  'an upstream that closes the connection': ({ call }) => call('dies'),
  'an upstream that is silent': ({ call }) => call('silent'),
  'a method that is not declared': ({ call }) => call('whole', { ':method': 'DELETE' }),
  'a resource that is not declared': ({ call }) => call('whole', { ':path': '/dog_park/v1/cats' }),
  'a HEAD that becomes a GET': ({ call }) => call('whole', { ':method': 'HEAD' }),
  'a body that is too long': ({ call }) =>
    call('whole', { ':method': 'POST', 'content-length': '99999999' }).catch(() => undefined),
  'a client that resets its stream': async ({ hold }) => {
    const { stream } = await hold();
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, 'close');
  },
  'a client that leaves over HTTP/2': async ({ gateway, headers }) => {
    const session: ClientHttp2Session = await connectTo(gateway);
    const stream = session.request({ ':path': `${dogs}?hold`, ...headers }).on('error', () => undefined);
    await once(stream, 'response');
    session.destroy();
  },
  'a client that leaves before it is answered': async ({ gateway, headers }) => {
    const session = await connectTo(gateway);
    session.request({ ':path': `${dogs}?hold`, ...headers }).on('error', () => undefined);
    await new Promise(setImmediate);
    session.destroy();
  },
  'a client that leaves over HTTP/1.1': async ({ gateway: { port, ca }, headers }) => {
    const sent = request({ port, host: '127.0.0.1', path: `${dogs}?hold`, ca, headers, agent: false });
    sent.on('error', () => undefined).end();
    const [answer] = (await once(sent, 'response')) as [{ on: (name: string, f: () => void) => void }];
    answer.on('error', () => undefined);
    sent.destroy();
  },
  'a WebSocket that its client closes': async (opened) => {
    const socket = await openSocket(opened);
    socket.close();
    await once(socket, 'close');
  },
  'a WebSocket whose client leaves': async (opened) => (await openSocket(opened)).terminate(),
  'a WebSocket that is refused': async (opened) => {
    const socket = await openSocket(opened, '/cats').catch(() => undefined);
    socket?.terminate();
  },
};

async function openSocket({ gateway, headers }: Opened, path = '/dogs'): Promise<WebSocket> {
  const { url, ca } = gateway;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/dog_park/v1${path}`, { ca, headers });
  socket.on('error', () => undefined);
  const opened = Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(() => Promise.reject(new Error('refused'))),
  ]);
  await opened;
  return socket;
}

/** All places are free again: as many calls fit as are allowed, and no more. */
async function expectAllFree(opened: Opened): Promise<void> {
  const held = await eventually(async () => {
    const streams = [await opened.hold(), await opened.hold()];
    if (streams.every(({ status }) => status === 200)) return streams;
    for (const { stream } of streams) stream.close(constants.NGHTTP2_CANCEL);
    throw new Error('a place is still taken');
  });
  expect((await opened.call('whole')).status).toBe(429);
  for (const { stream } of held) stream.close(constants.NGHTTP2_CANCEL);
}

test.each(Object.entries(endings))('the place of a call is free again after %s', async (_what, end) => {
  const opened = await open();
  for (let count = 0; count < 3; count++) await end(opened);
  await expectAllFree(opened);
  expect(opened.gateway.faults).toEqual([]);
});

test('a WebSocket counts while it is open', async () => {
  const opened = await open();
  const socket = await openSocket(opened);
  await opened.hold();
  expect((await opened.call('whole')).status).toBe(429);
  socket.terminate();
  await eventually(async () => expect((await opened.call('whole')).status).toBe(200));
});

test('calls may end in any ways at the same time', async () => {
  const opened = await open();
  const drawn = fc.array(fc.constantFrom(...Object.values(endings)), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(drawn, async (ends) => {
      await Promise.all(ends.map((end) => end(opened).catch(() => undefined)));
      await expectAllFree(opened);
    }),
    { numRuns: draws(30) },
  );
});

test('a call that loses its right gives its place back', async () => {
  const { upstream, hold, call, gateway } = await open();
  await hold();
  await hold();
  const table = (state: 'active' | 'blocked') =>
    tableOf(upstream.url, { tiers: [gold], subscription: { tier: 'gold', state } });
  await gateway.swap(table('blocked'));
  await eventually(() => expect(upstream.held.size).toBe(0));
  await gateway.swap(table('active'));
  await eventually(async () => expect((await call('whole')).status).toBe(200));
});
