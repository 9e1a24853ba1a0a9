import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames } from './frames.ts';
import { dogs, openHttp2Gateway } from './http2-gateway.ts';

type Headers = readonly (readonly [string, string])[];

const smuggled = `GET ${dogs} HTTP/1.1\r\nHost: a\r\n\r\n`;
const method = [':method', 'POST'] as const;
const scheme = [':scheme', 'https'] as const;
const path = [':path', dogs] as const;
const authority = [':authority', 'gateway.example.edu'] as const;
const good = [method, scheme, path, authority] as const;
const withPath = (value: string): Headers => [method, scheme, [':path', value], authority];
const protocolError = 'reset PROTOCOL_ERROR';
const malformed = '400 request_malformed';

type Refused = readonly [what: string, headers: Headers, outcome: string, body?: string];

/** A client's input, and the result; the upstream receives none of it. */
const refused: readonly Refused[] = [
  ['H2.TE', [...good, ['transfer-encoding', 'chunked']], protocolError, `0\r\n\r\n${smuggled}`],
  ['H2.CL that is too short', [...good, ['content-length', '0']], 'closed', smuggled],
  ['H2.CL that is too long', [...good, ['content-length', '500']], protocolError, smuggled],
  ['two lengths', [...good, ['content-length', '5'], ['content-length', '5']], protocolError, '12345'],
  ['a length that is not a number', [...good, ['content-length', '5, 5']], protocolError, '12345'],
  ['a length of 16 digits', [...good, ['content-length', '0000000000000005']], malformed, '12345'],
  ['a name in capitals', [...good, ['X-Own', 'b']], protocolError],
  ['Connection', [...good, ['connection', 'x-own']], protocolError],
  ['Keep-Alive', [...good, ['keep-alive', 'timeout=5']], protocolError],
  ['Proxy-Connection', [...good, ['proxy-connection', 'keep-alive']], protocolError],
  ['Upgrade', [...good, ['upgrade', 'websocket']], protocolError],
  ['another TE than trailers', [...good, ['te', 'gzip']], protocolError],
  [
    'a line end in the method',
    [[':method', `GET ${dogs} HTTP/1.1\r\nx: `], scheme, path, authority],
    protocolError,
  ],
  ['a space in the method', [[':method', `GET ${dogs}`], scheme, path, authority], protocolError],
  ['a line end in the path', withPath(`${dogs} HTTP/1.1\r\nHost: a\r\n\r\n`), protocolError],
  ['a space in the path', withPath(`${dogs} HTTP/1.1`), protocolError],
  ['an empty path', withPath(''), protocolError],
  ['a path without its slash', withPath('dog_park/v1/dogs'), protocolError],
  ['an absolute path', withPath(`https://gateway.example.edu${dogs}`), protocolError],
  ['a path of another scheme', [method, [':scheme', 'ftp'], [':path', 'x'], authority], malformed],
  ['a scheme with a path in it', [method, [':scheme', 'https://a/?'], path, authority], protocolError],
  ['an asterisk for POST', withPath('*'), protocolError],
  ['a fragment', withPath(`${dogs}#x`), '400 path_malformed'],
  ['two slashes', withPath(`/${dogs}`), '400 path_malformed'],
  ['an encoded slash', withPath(`${dogs}%2f`), '400 path_malformed'],
  ['a line end in the authority', [method, scheme, path, [':authority', 'a\r\nx: y']], protocolError],
  ['a path in the authority', [method, scheme, path, [':authority', 'a/b']], protocolError],
  [
    'a user in the authority',
    [method, scheme, path, [':authority', 'me@gateway.example.edu']],
    protocolError,
  ],
  ['no authority and no host', [method, scheme, path], protocolError],
  ['another host than the authority', [...good, ['host', 'other.example.edu']], malformed],
  ['two hosts', [method, scheme, path, ['host', 'a'], ['host', 'a']], protocolError],
  ['a pseudo-header behind a header', [method, scheme, ['x', 'y'], path, authority], protocolError],
  ['a pseudo-header twice', [...good, [':path', '/health']], protocolError],
  ['a pseudo-header that nobody knows', [...good, [':own', 'x']], protocolError],
  ['a pseudo-header of answers', [...good, [':status', '200']], protocolError],
  ['no method', [scheme, path, authority], protocolError],
  ['no path', [method, scheme, authority], protocolError],
  ['no scheme', [method, path, authority], protocolError],
  [
    'CONNECT',
    [
      [':method', 'CONNECT'],
      [':authority', 'a:443'],
    ],
    malformed,
  ],
  [
    'a WebSocket by way of CONNECT, which is not offered',
    [[':method', 'CONNECT'], [':protocol', 'websocket'], scheme, path, authority],
    protocolError,
  ],
];

/**
 * Fields that are not valid, which nghttp2 leaves out where RFC 9113 section 8.2.1 has the request refused: a named
 * deviation (docs/http2.md).
 */
const leftOut: readonly (readonly [what: string, header: readonly [string, string]])[] = [
  ['a line end in a value', ['x', `a\r\nContent-Length: 0\r\n\r\n${smuggled}`]],
  ['a line feed in a value', ['x', 'a\nb: c']],
  ['a zero in a value', ['x', 'a\0b']],
  ['a line end in a name', ['x: a\r\ny', 'b']],
  ['a colon in a name', ['x:y', 'b']],
  ['a space in a name', ['x ', 'b']],
  ['an empty name', ['', 'b']],
];

async function open() {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
  });
  const client = await openFrames(gateway);
  const token = ['authorization', gateway.authorization] as const;
  const json = ['content-type', 'application/json'] as const;
  return { upstream, gateway, client, headers: [token, json] };
}

/** The code of a refusal, or how the stream ended. */
function outcomeOf({ received, socket }: Awaited<ReturnType<typeof openFrames>>): string | undefined {
  const ended = received.find(({ type, stream }) => stream === 1 && type === 'reset');
  const text = Buffer.concat(received.filter(({ type }) => type === 'data').map(({ payload }) => payload));
  const code = /"code":"(\w+)"/.exec(text.toString())?.[1];
  if (code !== undefined) return `400 ${code}`;
  if (ended)
    return ended.payload.readUInt32BE(0) === 1 ? protocolError : `reset ${ended.payload.readUInt32BE(0)}`;
  if (
    received.some(
      ({ type, flags: flag, stream }) => stream === 1 && type === 'data' && flag & flags.endStream,
    )
  )
    return `answered ${text.toString()}`;
  return socket.destroyed ? 'closed' : undefined;
}

const cases = refused.map(([what, headers, outcome, body]) => ({ what, headers, outcome, body }));

test.each(cases)('$what is refused, and does not reach the upstream', async ({ headers, outcome, body }) => {
  const { upstream, gateway, client, headers: usual } = await open();
  const block = headerBlock([...headers, ...usual]);
  client.send(frame('headers', flags.endHeaders | (body === undefined ? flags.endStream : 0), 1, block));
  if (body !== undefined) client.send(frame('data', flags.endStream, 1, body));
  const ended = await eventually(
    () => {
      const found = outcomeOf(client);
      expect(found).toBeDefined();
      return found;
    },
    { timeout: 3000 },
  );
  expect({ ended, seen: upstream.seen, faults: gateway.faults }).toEqual({
    ended: outcome,
    seen: [],
    faults: [],
  });
});

test.each(leftOut)('%s is left out of what the upstream sees', async (_what, header) => {
  const { upstream, client, headers: usual } = await open();
  const own = ['x-own', 'a'] as const;
  client.send(
    frame('headers', flags.endHeaders | flags.endStream, 1, headerBlock([...good, header, own, ...usual])),
  );
  await eventually(() => expect(upstream.seen).toHaveLength(1));
  const [seen] = upstream.seen;
  expect([seen?.method, seen?.url, seen?.body]).toEqual(['POST', '/dogs', '']);
  expect(Object.keys(seen?.headers ?? {}).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-own',
    'x-request-id',
  ]);
});
