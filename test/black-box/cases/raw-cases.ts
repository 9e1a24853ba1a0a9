import {
  call,
  gatewayHost,
  passed,
  refused,
  refusedUnread,
  type BlackBoxCase,
  type Outcome,
} from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const malformed = refusedUnread('request_malformed');
const authorization = 'Authorization: Bearer {token:walker}';
const host = `Host: ${gatewayHost}`;
const dogs = passed('production GET /park/dogs', { headers: vary });

function raw(...lines: readonly string[]): string {
  return [...lines, 'Connection: close', '', ''].join('\r\n');
}

const get = (...lines: readonly string[]) => raw('GET /park/v1/dogs HTTP/1.1', ...lines);
const post = (headers: readonly string[], body: string) =>
  raw('POST /park/v1/dogs HTTP/1.1', host, authorization, ...headers) + body;

/** A second request that a server would serve which took the end of the first one for another. */
const smuggled = `GET /park/v1/dogs/smuggled HTTP/1.1\r\n${host}\r\n${authorization}\r\n\r\n`;

const lengths: readonly BlackBoxCase[] = [
  'Content-Length: 5\r\nContent-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 0\r\nContent-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: 5, 6',
  'Content-Length: +5',
  'Content-Length: -5',
  'Content-Length: 0x5',
  'Content-Length: 5x',
  'Content-Length: 5 5',
  'Content-Length:',
  'Content-Length: 99999999999999999999999999',
  'Content-Length : 5',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\r\n chunked',
  ' Transfer-Encoding: chunked',
].map((framing) => ({
  name: `the framing ${JSON.stringify(framing)} is refused`,
  bytes: post([framing], `12345${smuggled}`),
  expected: malformed,
}));

const lines: readonly (readonly [string, string, Outcome])[] = [
  ['what is not HTTP', 'hello\r\n\r\n', malformed],
  ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03 / HTTP/1.1\r\n\r\n', malformed],
  ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', malformed],
  ['a request of HTTP/0.9', 'GET /park/v1/dogs\r\n\r\n', malformed],
  ['no Host', get(authorization), malformed],
  ['two Hosts', get(host, 'Host: other.example.edu', authorization), malformed],
  ['two equal Hosts', get(host, host, authorization), malformed],
  ['an empty Host', get('Host:', authorization), malformed],
  ['a Host with a path', get('Host: a/b', authorization), malformed],
  ['a Host with a user', get('Host: a@b', authorization), malformed],
  ['a Host with a list', get('Host: a, b', authorization), malformed],
  ['a Host with a space', get('Host: a b', authorization), malformed],
  ['a header without a colon', get(host, authorization, 'X-Kept'), malformed],
  ['a header with a space before its colon', get(host, authorization, 'X-Kept : 1'), malformed],
  ['a header without a name', get(host, authorization, ': 1'), malformed],
  ['a header in a folded line', get(host, authorization, 'X-Kept: 1\r\n 2'), malformed],
  ['a header with a zero', get(host, authorization, 'X-Kept: a\x00b'), malformed],
  ['a header with a bare carriage return', get(host, authorization, 'X-Kept: a\rb'), malformed],
  ['a name with a zero', get(host, authorization, 'X-Ke\x00pt: 1'), malformed],
  [
    'headers beyond 16 KiB',
    get(host, authorization, `X-Long: ${'x'.repeat(20_000)}`),
    refusedUnread('headers_too_large'),
  ],
  [
    'a path beyond 16 KiB',
    raw(`GET /park/v1/dogs/${'x'.repeat(20_000)} HTTP/1.1`, host, authorization),
    refusedUnread('headers_too_large'),
  ],
  [
    'more headers than allowed',
    get(host, authorization, ...Array.from({ length: 300 }, (_, at) => `X-${at}: 1`)),
    refusedUnread('headers_too_large'),
  ],
  ['a tunnel', raw('CONNECT smuggled.example.edu:443 HTTP/1.1', host, authorization), malformed],
  ['a tunnel to a path', raw('CONNECT /park/v1/dogs HTTP/1.1', host, authorization), malformed],
  ['a target without a slash', raw('GET park/v1/dogs HTTP/1.1', host, authorization), malformed],
  ['an asterisk', raw('OPTIONS * HTTP/1.1', host, authorization), refused('path_malformed')],
  ['a space in the target', raw('GET /park/v1/dogs /7 HTTP/1.1', host, authorization), malformed],
  ['a version that does not exist', raw('GET /park/v1/dogs HTTP/1.9', host, authorization), malformed],
  [
    'a Connection header that names Authorization',
    `GET /park/v1/dogs HTTP/1.1\r\n${host}\r\n${authorization}\r\nConnection: close, authorization\r\n\r\n`,
    refused('request_malformed'),
  ],
  [
    'a Connection header that names Host',
    `GET /park/v1/dogs HTTP/1.1\r\n${host}\r\n${authorization}\r\nConnection: close, host\r\n\r\n`,
    refused('request_malformed'),
  ],
  [
    'chunks of a size that is none',
    post(['Transfer-Encoding: chunked'], `x\r\n12345\r\n0\r\n\r\n${smuggled}`),
    malformed,
  ],
];

const forwarded: readonly (readonly [string, string, Outcome])[] = [
  ['any Host', get('Host: smuggled.example.edu:80', authorization), dogs],
  [
    'an absolute target',
    raw('GET https://gateway.example.edu/park/v1/dogs HTTP/1.1', host, authorization),
    dogs,
  ],
  [
    'an absolute target in capitals',
    raw('GET HTTP://GATEWAY.EXAMPLE.EDU/park/v1/dogs HTTP/1.1', host, authorization),
    dogs,
  ],
  [
    'an absolute target of another host',
    raw('GET http://evil.example.com/park/v1/dogs?x=1 HTTP/1.1', host, authorization),
    passed('production GET /park/dogs?x=1', { headers: vary }),
  ],
  [
    'an absolute target with a user',
    raw('GET http://user:word@evil.example.com/park/v1/dogs HTTP/1.1', host, authorization),
    dogs,
  ],
  ['an empty line before the request', `\r\n${get(host, authorization)}`, dogs],
  [
    'headers named by Connection',
    `GET /park/v1/dogs HTTP/1.1\r\n${host}\r\n${authorization}\r\nConnection: close, x-private\r\nX-Private: 1\r\n\r\n`,
    dogs,
  ],
  [
    'a body, and nothing of what follows it',
    post(['Content-Length: 5'], `12345${smuggled}`),
    passed('production POST /park/dogs', { headers: vary, sentBody: '12345' }),
  ],
  ['a request line with two spaces', raw('GET  /park/v1/dogs HTTP/1.1', host, authorization), dogs],
  [
    'names in capitals',
    get(`HOST: ${gatewayHost}`, authorization.replace('Authorization', 'AUTHORIZATION')),
    dogs,
  ],
  ['spaces around a value', get(host, authorization.replace(': ', ':   ')), dogs],
  ['an unknown expectation', get(host, authorization, 'Expect: miracles'), dogs],
];

/** A server that ignores the upgrade would take what follows it for another request. */
const upgrades: readonly BlackBoxCase[] = ['websocket', 'h2c', 'other'].map((protocol) => ({
  name: `an upgrade to ${protocol} that the upstream ignores smuggles nothing`,
  bytes:
    `GET /park/v1/dogs HTTP/1.1\r\n${host}\r\n${authorization}\r\nConnection: upgrade\r\nUpgrade: ${protocol}\r\n\r\n` +
    `GET /park/dogs/smuggled HTTP/1.1\r\n${host}\r\n\r\n`,
  expected:
    protocol === 'websocket'
      ? passed('production GET /park/dogs', { headers: vary, sent: { upgrade: 'websocket' } })
      : dogs,
}));

const absolute: readonly BlackBoxCase[] = [
  {
    name: 'an absolute target with an empty segment is refused',
    bytes: raw('GET http://a//park/v1/dogs HTTP/1.1', host, authorization),
    expected: refused('path_malformed'),
  },
  {
    name: 'a target of another scheme is refused',
    bytes: raw('GET ftp://a/park/v1/dogs HTTP/1.1', host, authorization),
    expected: refused('path_malformed'),
  },
  {
    name: 'two requests on a connection are two',
    bytes: `GET /real/v1/dogs HTTP/1.1\r\n${host}\r\n${authorization}\r\n\r\n${call('GET /real/v1/dogs/7')}`,
    expected: {
      answers: [
        ...passed('production GET /real/dogs').answers,
        ...refused('token_missing', {
          headers: { 'www-authenticate': 'Bearer realm="https://gateway.example.edu"' },
        }).answers,
      ],
      upstream: passed('production GET /real/dogs').upstream,
    },
  },
];

/** Bytes that no client library sends. */
export const rawCases: readonly BlackBoxCase[] = [
  ...lengths,
  ...lines.map(([name, bytes, expected]) => ({ name: `${name} is refused`, bytes, expected })),
  ...forwarded.map(([name, bytes, expected]) => ({ name: `${name} is forwarded`, bytes, expected })),
  ...absolute,
  ...upgrades,
];
