/** Header fields in their order, byte for byte. */
export type Headers = readonly (readonly [string, string])[];

/** A request that is not valid HTTP/2, and what comes of it on the built-in data plane. */
export interface Malformed {
  readonly what: string;
  readonly headers: Headers;
  readonly outcome: string;
  readonly body?: string | undefined;
}

type Refused = readonly [what: string, headers: Headers, outcome: string, body?: string];

const protocolError = 'reset PROTOCOL_ERROR';
const malformed = '400 request_malformed';

const method = [':method', 'POST'] as const;
const scheme = [':scheme', 'https'] as const;
const authority = [':authority', 'gateway.example.edu'] as const;

const requestSmuggled = (dogs: string) => `GET ${dogs} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** A good request for a path, without its token. */
export function goodRequest(dogs: string): Headers {
  return [method, scheme, [':path', dogs], authority];
}

/** What a client sends about a path; the upstream receives none of it. */
export function malformedRequests(dogs: string): readonly Malformed[] {
  const path = [':path', dogs] as const;
  const good = goodRequest(dogs);
  const smuggled = requestSmuggled(dogs);
  const withPath = (value: string): Headers => [method, scheme, [':path', value], authority];
  const refused: readonly Refused[] = [
    ['H2.TE', [...good, ['transfer-encoding', 'chunked']], protocolError, `0\r\n\r\n${smuggled}`],
    ['H2.CL that is too short', [...good, ['content-length', '0']], protocolError, smuggled],
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
    ['a path without its slash', withPath(dogs.slice(1)), protocolError],
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
  return refused.map(([what, headers, outcome, body]) => ({ what, headers, outcome, body }));
}

/**
 * Fields that are not valid, which nghttp2 leaves out where RFC 9113 section 8.2.1 has the request refused: a named
 * deviation (docs/http2.md).
 */
export function fieldsLeftOut(
  dogs: string,
): readonly (readonly [what: string, header: readonly [string, string]])[] {
  return [
    ['a line end in a value', ['x', `a\r\nContent-Length: 0\r\n\r\n${requestSmuggled(dogs)}`]],
    ['a line feed in a value', ['x', 'a\nb: c']],
    ['a zero in a value', ['x', 'a\0b']],
    ['a line end in a name', ['x: a\r\ny', 'b']],
    ['a colon in a name', ['x:y', 'b']],
    ['a space in a name', ['x ', 'b']],
    ['an empty name', ['', 'b']],
  ];
}
