// @module-tag full
import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { eventually } from '../../../eventually.ts';
import { draws } from '../../../full-run.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames, uint32, type FrameClient } from './frames.ts';
import { ask, connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';
import { malformedRequests, type Headers } from './malformed-requests.ts';

const bodyless = flags.endHeaders | flags.endStream;
const off = { requests: 'off', responses: 'off' } as const;

/** Makes the heads of calls. */
type MakeHead = (method: string, ...more: Headers) => Buffer;

/** What a client does on one stream, which is an error of that stream alone. */
interface StreamError {
  readonly frames: (stream: number, head: MakeHead) => readonly Buffer[];
  /** The codes that the stream may be reset with; without any, it may also go on. */
  readonly codes: readonly string[];
}

const post = (stream: number, head: MakeHead, ...more: Headers): Buffer =>
  frame('headers', flags.endHeaders, stream, head('POST', ...more));
const length = (octets: number): readonly [string, string] => ['content-length', String(octets)];
const padded = (text: string): Buffer => Buffer.concat([Buffer.of(3), Buffer.from(text), Buffer.alloc(3)]);

/** By section 8.1.1 of RFC 9113, and the sections that are named. */
const streamErrors: Readonly<Record<string, StreamError>> = {
  'DATA beyond the length': {
    frames: (stream, head) => [post(stream, head, length(3)), frame('data', 0, stream, 'four')],
    codes: ['PROTOCOL_ERROR'],
  },
  'DATA beyond the length, in a second frame': {
    frames: (stream, head) => [
      post(stream, head, length(3)),
      frame('data', 0, stream, 'one'),
      frame('data', flags.endStream, stream, 'x'),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'padded DATA beyond the length': {
    frames: (stream, head) => [
      post(stream, head, length(3)),
      frame('data', flags.padded | flags.endStream, stream, padded('four')),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'DATA beyond the length, and more of it': {
    frames: (stream, head) => [
      post(stream, head, length(0)),
      ...Array.from({ length: 5 }, () => frame('data', 0, stream, 'x'.repeat(5000))),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'the end before the length': {
    frames: (stream, head) => [post(stream, head, length(9)), frame('data', flags.endStream, stream, 'four')],
    codes: ['PROTOCOL_ERROR'],
  },
  'the end of the headers before the length': {
    frames: (stream, head) => [frame('headers', bodyless, stream, head('POST', length(9)))],
    codes: ['PROTOCOL_ERROR'],
  },
  'trailers before the length': {
    frames: (stream, head) => [
      post(stream, head, length(9)),
      frame('data', 0, stream, 'four'),
      frame('headers', bodyless, stream, headerBlock([['x', 'y']])),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'trailers that do not end the stream': {
    frames: (stream, head) => [
      post(stream, head),
      frame('headers', flags.endHeaders, stream, headerBlock([['x', 'y']])),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'trailers with a pseudo-header': {
    frames: (stream, head) => [
      post(stream, head),
      frame('headers', bodyless, stream, headerBlock([[':path', '/']])),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'trailers with a name in capitals': {
    frames: (stream, head) => [
      post(stream, head),
      frame('headers', bodyless, stream, headerBlock([['X', 'y']])),
    ],
    codes: ['PROTOCOL_ERROR'],
  },
  'headers that are too large': {
    frames: (stream, head) => [
      frame('headers', flags.endStream, stream, head('POST')),
      frame('continuation', flags.endHeaders, stream, headerBlock([['x', 'y'.repeat(16_300)]])),
    ],
    codes: ['ENHANCE_YOUR_CALM'],
  },
};

/**
 * Errors of a stream that nghttp2 takes for those of the connection, as section 5.4.1 allows: a named deviation
 * (docs/http2.md).
 */
const endedByNghttp2: Readonly<Record<string, StreamError>> = {
  'an update of the window by nothing (section 6.9)': {
    frames: (stream, head) => [post(stream, head), frame('window', 0, stream, uint32(0))],
    codes: ['PROTOCOL_ERROR'],
  },
  'a window that is too large (section 6.9.1)': {
    frames: (stream, head) => [post(stream, head), frame('window', 0, stream, uint32(0x7fffffff))],
    codes: ['FLOW_CONTROL_ERROR'],
  },
  'a PRIORITY of four octets (section 6.3)': {
    frames: (stream, head) => [post(stream, head), frame('priority', 0, stream, uint32(1))],
    codes: ['FRAME_SIZE_ERROR'],
  },
  'DATA behind the end (section 5.1)': {
    frames: (stream, head) => [
      frame('headers', bodyless, stream, head('POST')),
      frame('data', flags.endStream, stream, 'x'),
    ],
    codes: ['STREAM_CLOSED'],
  },
  'headers behind the end (section 5.1)': {
    frames: (stream, head) => [
      frame('headers', bodyless, stream, head('POST')),
      frame('headers', bodyless, stream, headerBlock([['x', 'y']])),
    ],
    codes: ['STREAM_CLOSED'],
  },
};

/** The connection is not at fault for any of these either. */
const harmless: Readonly<Record<string, StreamError>> = {
  'a PRIORITY that depends on itself': {
    frames: (stream) => [frame('priority', 0, stream, Buffer.concat([uint32(stream), Buffer.of(1)]))],
    codes: [],
  },
  'a reset, and what was under way': {
    frames: (stream, head) => [
      post(stream, head),
      frame('reset', 0, stream, uint32(8)),
      frame('data', flags.endStream, stream, 'x'),
      frame('window', 0, stream, uint32(1)),
    ],
    codes: [],
  },
};

const malformed = malformedRequests(dogs)
  .filter(({ outcome }) => outcome.startsWith('reset'))
  .map(({ what, headers, body }): [string, StreamError] => [
    what,
    {
      frames: (stream) => [
        frame(
          'headers',
          flags.endHeaders | (body === undefined ? flags.endStream : 0),
          stream,
          headerBlock(headers),
        ),
        ...(body === undefined ? [] : [frame('data', flags.endStream, stream, body)]),
      ],
      codes: ['PROTOCOL_ERROR'],
    },
  ]);

const all = [...Object.entries(streamErrors), ...Object.entries(harmless), ...malformed];

/** A gateway whose upstream answers calls with `?slow` when it is told to. */
async function open() {
  let release = Promise.withResolvers<void>();
  const upstream = await openUpstream('dogs', (request, response) => {
    request.on('error', () => undefined).resume();
    if (request.url !== '/dogs?slow') return void request.on('end', () => response.end('well'));
    response.write('be');
    void release.promise.then(() => response.end('gun'));
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, { api: { validation: off } });
  const { authorization } = gateway;
  const headOf =
    (path: string): MakeHead =>
    (method, ...more) =>
      headerBlock([
        [':method', method],
        [':scheme', 'https'],
        [':path', path],
        [':authority', 'a'],
        ['authorization', authorization],
        ...more,
      ]);
  return {
    gateway,
    head: headOf(dogs),
    slow: headOf(`${dogs}?slow`)('GET'),
    release: () => {
      release.resolve();
      release = Promise.withResolvers();
    },
  };
}

const has = (client: FrameClient, stream: number, outcome: string) =>
  client.outcome(stream).includes(outcome);
const isAnswered = ({ received }: FrameClient, stream: number) =>
  received.some((each) => each.stream === stream && each.type === 'data' && each.flags & flags.endStream);

const resetsOf = (client: FrameClient, stream: number) =>
  client.outcome(stream).filter((outcome) => outcome.startsWith('reset'));

/** A gateway, or another server, and what its clients send. */
interface Opened extends Pick<Awaited<ReturnType<typeof open>>, 'slow'> {
  readonly gateway: Pick<Http2Gateway, 'port' | 'ca'>;
}

/** Calls of which the upstream has begun the answers, on the first streams of a connection. */
async function openWithCalls({ gateway, slow }: Opened, count: number) {
  const client = await openFrames(gateway);
  client.send(frame('settings', flags.ack, 0));
  const streams = Array.from({ length: count }, (_, index) => 2 * index + 1);
  client.send(...streams.map((stream) => frame('headers', bodyless, stream, slow)));
  await eventually(() => expect(streams.every((stream) => has(client, stream, 'data'))).toBe(true));
  return { client, streams };
}

test.each(all)('%s ends its stream alone', async (_what, { frames, codes }) => {
  const opened = await open();
  const { gateway, head, release } = opened;
  const { client } = await openWithCalls(opened, 1);
  client.send(...frames(3, head), frame('headers', bodyless, 5, head('GET')));
  await eventually(() => expect(client.socket.destroyed || isAnswered(client, 5)).toBe(true));
  release();
  await eventually(() => expect(client.socket.destroyed || isAnswered(client, 1)).toBe(true));
  expect([resetsOf(client, 3), client.outcome(0).includes('goaway'), client.socket.destroyed]).toEqual([
    codes.map((code) => `reset ${code}`),
    false,
    false,
  ]);
  expect(gateway.faults).toEqual([]);
});

test('bodies that exceed their lengths at once end their streams alone', async () => {
  const opened = await open();
  const { client } = await openWithCalls(opened, 1);
  const streams = [3, 5, 7];
  client.send(
    ...streams.flatMap((stream) => [post(stream, opened.head, length(3)), frame('data', 0, stream, 'four')]),
  );
  await eventually(() =>
    expect(streams.map((stream) => resetsOf(client, stream))).toEqual(
      streams.map(() => ['reset PROTOCOL_ERROR']),
    ),
  );
  opened.release();
  await eventually(() => expect(isAnswered(client, 1)).toBe(true));
});

test('streams may fail at any time, in any order, and no other call is affected', async () => {
  const opened = await open();
  const { gateway, head, release } = opened;
  const kinds = all.map(([, each]) => each);
  const step = fc.oneof(fc.constant(undefined), fc.constantFrom(...kinds));
  const drawn = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 12 }),
    cuts: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ steps, cuts }) => {
      const { client } = await openWithCalls(opened, 1);
      const numbered = steps.map((each, index) => ({ each, stream: 2 * index + 3 }));
      const frames = numbered.flatMap(({ each, stream }) =>
        each ? each.frames(stream, head) : [frame('headers', bodyless, stream, head('GET'))],
      );
      for (const piece of cut(Buffer.concat(frames), cuts)) {
        client.send(piece);
        await new Promise(setImmediate);
      }
      const isOver = ({ each, stream }: (typeof numbered)[number]) =>
        !each ? isAnswered(client, stream) : resetsOf(client, stream).length === each.codes.length;
      await eventually(() => expect(numbered.filter((one) => !isOver(one))).toEqual([]));
      release();
      await eventually(() => expect(isAnswered(client, 1)).toBe(true));
      for (const { each, stream } of numbered)
        expect(resetsOf(client, stream)).toEqual((each?.codes ?? []).map((code) => `reset ${code}`));
      expect(client.outcome(0)).not.toContain('goaway');
      client.socket.destroy();
    }),
    { numRuns: draws(30) },
  );
  expect(gateway.faults).toEqual([]);
});

/** The bytes in pieces, of which each arrives by itself. */
function cut(bytes: Buffer, lengths: readonly number[]): readonly Buffer[] {
  let left = bytes;
  const pieces = lengths.map((octets) => {
    const piece = left.subarray(0, octets);
    left = left.subarray(octets);
    return piece;
  });
  return [...pieces, left].filter(({ length: octets }) => octets > 0);
}

/** What is an error of the connection, whatever else happens. */
const connectionErrors = {
  'DATA without a stream': frame('data', 0, 0, 'x'),
  'headers of a stream with an even number': frame('headers', bodyless, 2, headerBlock([[':path', '/']])),
  'a PUSH_PROMISE of a client': frame('push', flags.endHeaders, 1, uint32(2)),
} as const;

test.each(Object.entries(connectionErrors))(
  '%s ends the connection, also if its client has just reset a stream for an error of the protocol',
  async (_what, error) => {
    const opened = await open();
    const { client } = await openWithCalls(opened, 2);
    // The answer to a PING may be in the queue, as the reset of a stream would be.
    const reset = frame('reset', 0, 1, uint32(1));
    client.send(Buffer.concat([reset, frame('ping', 0, 0, Buffer.alloc(8)), error]));
    await eventually(() => expect(client.socket.destroyed).toBe(true), { timeout: 10_000 });
    expect(client.outcome(0)).toContain('goaway PROTOCOL_ERROR');
    opened.release();
    expect(opened.gateway.faults).toEqual([]);
  },
);

/** A server of Node alone, without anything of the gateway. */
async function openBareServer(maxConcurrentStreams: number) {
  const { ca, certificate: cert, key } = await makeCertificates(['127.0.0.1', 'localhost'], Date.now());
  const server = createSecureServer({ cert, key, settings: { maxConcurrentStreams } });
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    stream.respond();
    stream.write('be');
  });
  server.on('sessionError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, ca };
}

/** How the gateway ends a connection with calls in flight, and that a server of Node alone does so too. */
async function endOf(opened: Awaited<ReturnType<typeof open>>, calls: number, frames: readonly Buffer[]) {
  const bare = await openBareServer(100);
  const other = await openWithCalls({ ...opened, gateway: bare }, calls);
  other.client.send(...frames);
  await other.client.closed;
  const { client } = await openWithCalls(opened, calls);
  client.send(...frames);
  await client.closed;
  opened.release();
  return client.outcome(0).filter((outcome) => outcome.startsWith('goaway'));
}

test.each(Object.entries(endedByNghttp2))(
  '%s ends the connection, as with any server of Node',
  async (_what, { frames, codes }) => {
    const opened = await open();
    const end = await endOf(opened, 1, frames(3, opened.head));
    expect(end).toEqual(codes.map((code) => `goaway ${code}`));
    expect(opened.gateway.faults).toEqual([]);
  },
);

test('a stream beyond the limit that the client has acknowledged ends the connection, as with any server of Node', async () => {
  const opened = await open();
  const end = await endOf(opened, 100, [frame('headers', bodyless, 201, opened.head('GET'))]);
  expect(end).toEqual(['goaway PROTOCOL_ERROR']);
});

test('a client that has more calls than streams waits for free streams, since the limit is announced', async () => {
  const { gateway } = await open();
  const client = await connectTo(gateway);
  const headers = { ':path': dogs, authorization: gateway.authorization };
  const answers = await Promise.all(Array.from({ length: 150 }, () => ask(client, headers)));
  expect(answers.map(({ status }) => status)).toEqual(Array(150).fill(200));
});
