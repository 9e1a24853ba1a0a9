import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndedCall } from '#runtime/gateway/call.ts';
import { recordCall } from '#runtime/telemetry/record-call.ts';
import { upstreamError } from '#runtime/telemetry/call-outcome.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { eventually } from '../../../eventually.ts';
import { dogs, openFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import { frame, openRawHttp2Upstream, type RawHttp2Upstream, type RawScript } from './raw-http2-upstream.ts';

const codes = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  CONNECT_ERROR: 10,
  ENHANCE_YOUR_CALM: 11,
  INADEQUATE_SECURITY: 12,
  HTTP_1_1_REQUIRED: 13,
} as const;
const anyCode = Object.entries(codes);

let upstream: RawHttp2Upstream;
let gateway: FaultyGateway;
let ended: EndedCall[];
/** Called when the client has received a part of the answer. */
let heard: () => void;

beforeAll(async () => {
  const certificates = await makeCertificates(['127.0.0.1'], Date.now());
  upstream = await openRawHttp2Upstream(certificates, () => undefined);
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  gateway = await openFaultyGateway(upstream, {
    endpoint: { http2: true, ca: { fromEnv: 'CA' }, retries: 0, timeouts },
    secrets: { CA: certificates.ca },
    observer: { callEnded: (call) => ended.push(call) },
  });
});

beforeEach(() => {
  ended = [];
  heard = () => undefined;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** The answer for a client, its name in the metrics, and whether the log gives a reason. */
async function outcomeOf(script: RawScript, method = 'GET', body?: string) {
  upstream.script = script;
  const outcome = await gateway.outcome(method, dogs, body, () => heard());
  await eventually(() => expect(ended).toHaveLength(1));
  const [call] = ended as [EndedCall];
  expect(gateway.faults).toEqual([]);
  return [outcome, upstreamError(call), recordCall(call, 0, undefined).failure !== undefined];
}

const half: RawScript = (stream) => {
  stream.head(200);
  stream.data('half');
};
/** Goes on with an answer once its first half has reached the client. */
const thenLater =
  (end: RawScript, begin = half): RawScript =>
  (stream, openedBefore) => {
    heard = () => {
      heard = () => undefined;
      end(stream, openedBefore);
    };
    begin(stream, openedBefore);
  };
const cut = ['cut off', 'broken_off', true];

describe('a body without a length is aborted for its client if its upstream', () => {
  test.each(anyCode)('resets the stream with %s', async (_name, code) => {
    expect(await outcomeOf(thenLater((stream) => stream.reset(code)))).toEqual(cut);
    expect(
      await outcomeOf((stream, before) => {
        ended = [];
        half(stream, before);
        stream.reset(code);
      }),
    ).toEqual([expect.stringMatching(/^(?:cut off|502 upstream_\w+)$/), expect.any(String), true]);
  });

  test.each([
    ['ends the connection', thenLater(({ socket }) => socket.end())],
    ['destroys the connection', thenLater(({ socket }) => socket.destroy())],
    [
      'takes its leave, and ends the connection',
      thenLater((stream) => {
        stream.goAway(stream.id, codes.NO_ERROR);
        stream.socket.end();
      }),
    ],
    [
      'takes its leave before this stream',
      thenLater((stream) => {
        stream.goAway(0, codes.NO_ERROR);
      }),
    ],
    [
      'reports an error of the connection',
      thenLater((stream) => {
        stream.goAway(stream.id, codes.INTERNAL_ERROR);
      }),
    ],
    ['sends no frame', thenLater((stream) => stream.write(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')))],
    [
      'announces more than it sends',
      thenLater(
        (stream) => stream.dataAndEnd('!'),
        (stream) => {
          stream.head(200, { 'content-length': '9' });
          stream.data('half');
        },
      ),
    ],
  ] satisfies [string, RawScript][])('%s', async (_what, script) => {
    expect(await outcomeOf(script)).toEqual(cut);
  });
});

describe('an answer is complete where its upstream', () => {
  test.each([
    ['ends the stream', thenLater((stream) => stream.dataAndEnd('!')), '200 half!'],
    ['ends the stream with no data', thenLater((stream) => stream.dataAndEnd('')), '200 half'],
    ['ends the stream with trailers', thenLater((stream) => stream.trailers({ 'x-own': '1' })), '200 half'],
    [
      'ends the stream, and resets it because it wants no more of the request',
      (stream) => {
        stream.head(413);
        stream.dataAndEnd('own');
        stream.reset(codes.NO_ERROR);
      },
      '413 own',
    ],
    ['has no body', (stream) => stream.headAndEnd(204), '204 '],
    ['says that nothing has changed', (stream) => stream.headAndEnd(304, { 'content-length': '9' }), '304 '],
    [
      'takes its leave, and ends the stream',
      thenLater((stream) => {
        stream.goAway(stream.id, codes.NO_ERROR);
        stream.dataAndEnd('!');
      }),
      '200 half!',
    ],
    [
      'gives hints before it',
      (stream) => {
        stream.head(103, { link: '</a>; rel=preload' });
        stream.head(200);
        stream.dataAndEnd('ok');
      },
      '200 ok',
    ],
  ] satisfies [string, RawScript, string][])('%s', async (_what, script, outcome) => {
    expect(await outcomeOf(script)).toEqual([outcome, undefined, false]);
  });

  test('answers HEAD with a length', async () => {
    const script: RawScript = (stream) => stream.headAndEnd(200, { 'content-length': '9' });
    expect(await outcomeOf(script, 'HEAD')).toEqual(['200 ', undefined, false]);
  });
});

const unreachable = ['502 upstream_unreachable', 'upstream_unreachable', true];
const invalid = ['502 upstream_invalid', 'upstream_invalid', true];

describe('before any answer, an upstream that', () => {
  const violations: readonly string[] = [
    'PROTOCOL_ERROR',
    'FLOW_CONTROL_ERROR',
    'SETTINGS_TIMEOUT',
    'STREAM_CLOSED',
    'FRAME_SIZE_ERROR',
    'COMPRESSION_ERROR',
    'INADEQUATE_SECURITY',
    'HTTP_1_1_REQUIRED',
  ];
  test.each(anyCode)('resets the stream with %s', async (name, code) => {
    const expected = violations.includes(name) ? invalid : unreachable;
    expect(await outcomeOf((stream) => stream.reset(code))).toEqual(expected);
  });

  test.each([
    ['ends the connection', ({ socket }) => socket.end(), unreachable],
    ['refuses the connection after all', (stream) => stream.goAway(0, codes.NO_ERROR), unreachable],
    ['reports a violation', (stream) => stream.goAway(0, codes.PROTOCOL_ERROR), invalid],
    ['sends no frame', (stream) => stream.write(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')), invalid],
    ['sends a body before the head', (stream) => stream.data('early'), invalid],
    ['sends a head without a status', (stream) => stream.trailers({ 'x-own': '1' }), invalid],
    ['sends a field in upper case', (stream) => stream.headAndEnd(200, { 'X-Own': '1' }), invalid],
    ['sends a field for one hop alone', (stream) => stream.headAndEnd(200, { connection: 'close' }), invalid],
    [
      'sends fields that cannot be decoded',
      (stream) => stream.write(frame(1, 5, stream.id, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))),
      invalid,
    ],
    [
      'sends a frame that is too large',
      (stream) => stream.write(frame(0, 0, stream.id, Buffer.alloc(20_000))),
      invalid,
    ],
    [
      'ends the stream short of what it announces',
      (stream) => {
        stream.head(200, { 'content-length': '9' });
        stream.dataAndEnd('');
      },
      invalid,
    ],
  ] satisfies [string, RawScript, unknown][])('%s', async (_what, script, expected) => {
    expect(await outcomeOf(script)).toEqual(expected);
  });
});
