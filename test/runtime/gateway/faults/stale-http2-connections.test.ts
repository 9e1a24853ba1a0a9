import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { dogs, openFaultyGateway } from './faulty-gateway.ts';
import { openRawHttp2Upstream, type RawScript, type RawStream } from './raw-http2-upstream.ts';

const [noError, internalError, refusedStream] = [0, 2, 7];

let certificates: Awaited<ReturnType<typeof makeCertificates>>;

beforeAll(async () => {
  certificates = await makeCertificates(['127.0.0.1'], Date.now());
});

const answer = (stream: RawStream) => {
  stream.head(200);
  stream.dataAndEnd('ok');
};

/** Answers the first stream of a connection, and does this to the second one. */
const onSecondUse =
  (act: RawScript): RawScript =>
  (stream, openedBefore) =>
    stream.id === 1 ? answer(stream) : act(stream, openedBefore);

/** A breaker that two failures in a hundred calls open, and no retries. */
async function open(script: RawScript, endpoint: Partial<CompiledEndpoint> = {}) {
  const upstream = await openRawHttp2Upstream(certificates, script);
  const gateway = await openFaultyGateway(upstream, {
    endpoint: {
      http2: true,
      ca: { fromEnv: 'CA' },
      retries: 0,
      circuitBreaker: { failures: 2, ratio: 0.01, windowMs: 60_000, openMs: 60_000 },
      ...endpoint,
    },
    secrets: { CA: certificates.ca },
  });
  onTestFinished(async () => {
    await gateway.close();
    await upstream.close();
  });
  const outcomes = async (method: string, count: number) => {
    const seen: string[] = [];
    for (let call = 0; call < count; call++)
      seen.push(await gateway.outcome(method, dogs, method === 'GET' ? undefined : 'x'));
    return seen;
  };
  return { gateway, upstream, outcomes };
}

const all = (count: number, outcome = '200 ok') => Array<string>(count).fill(outcome);

describe('a kept connection of HTTP/2 whose upstream', () => {
  const ends: readonly (readonly [string, RawScript])[] = [
    ['ends it', ({ socket }) => socket.end()],
    ['destroys it', ({ socket }) => socket.destroy()],
    [
      'says goodbye after the stream, and ends it',
      (stream) => {
        stream.goAway(stream.id, noError);
        stream.socket.end();
      },
    ],
    [
      'reports an error of its own, and ends it',
      (stream) => {
        stream.goAway(stream.id, internalError);
        stream.socket.end();
      },
    ],
  ];

  test.each(ends)('%s when it is used again: a call that may be repeated is', async (_how, end) => {
    const { outcomes, gateway } = await open(onSecondUse(end));
    for (const method of ['GET', 'PUT']) expect(await outcomes(method, 10)).toEqual(all(10));
    expect(gateway.upstreamChanges).toEqual([]);
  });

  test.each(ends)('%s when it is used again: no other call is sent twice', async (_how, end) => {
    const { outcomes, upstream, gateway } = await open(onSecondUse(end));
    expect(await outcomes('POST', 6)).toEqual(
      [1, 2, 3].flatMap(() => ['200 ok', '502 upstream_unreachable']),
    );
    expect(upstream.asked).toBe(6);
    expect(gateway.upstreamChanges).toEqual([]);
  });

  test.each([
    ['says goodbye before the stream', (stream) => stream.goAway(1, noError)],
    ['reports an error before the stream', (stream) => stream.goAway(1, internalError)],
    ['refuses the stream', (stream) => stream.reset(refusedStream)],
  ] satisfies [string, RawScript][])('%s gets any call again on a new one', async (_how, refuse) => {
    const { outcomes, upstream, gateway } = await open(onSecondUse(refuse));
    expect(await outcomes('POST', 5)).toEqual(all(5));
    expect(await outcomes('GET', 5)).toEqual(all(5));
    expect(upstream.opened).toBeGreaterThan(1);
    expect(gateway.upstreamChanges).toEqual([]);
  });

  test.each([
    ['ends', (stream: RawStream) => stream.socket.end()],
    ['leaves', (stream: RawStream) => stream.goAway(stream.id, noError)],
  ])('%s it after each answer is not used again, whatever the method', async (_how, end) => {
    const { outcomes, gateway } = await open((stream) => {
      answer(stream);
      setImmediate(() => end(stream));
    });
    for (const method of ['GET', 'POST']) expect(await outcomes(method, 20)).toEqual(all(20));
    expect(gateway.upstreamChanges).toEqual([]);
  });
});

test('calls that a new upstream refuses until it has sent its limit are sent again', async () => {
  const { certificate: cert, key, ca } = certificates;
  const server = createSecureServer({ cert, key, settings: { maxConcurrentStreams: 2 } });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 });
    setTimeout(() => stream.end('ok'), 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = await openFaultyGateway(
    { url, openConnections: () => sessions.size },
    { endpoint: { http2: true, ca: { fromEnv: 'CA' }, retries: 0 }, secrets: { CA: ca } },
  );
  onTestFinished(async () => {
    await gateway.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  expect(await Promise.all(all(12).map(() => gateway.outcome('POST', dogs, 'x')))).toEqual(all(12));
  expect(gateway.upstreamChanges).toEqual([]);
});

test('an upstream that refuses every stream opens the circuit', async () => {
  const { outcomes, gateway, upstream } = await open((stream) => stream.reset(refusedStream));
  expect(await outcomes('POST', 3)).toEqual([
    '502 upstream_unreachable',
    '502 upstream_unreachable',
    '503 upstream_unavailable',
  ]);
  expect(gateway.upstreamChanges).toEqual([{ url: upstream.url, change: 'opened' }]);
  expect(upstream.asked).toBe(4);
});
