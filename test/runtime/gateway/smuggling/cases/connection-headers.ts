import { chunks, head, passed, passedOnce, post, refused, skipped, smuggled } from '../smuggling-case.ts';

const named = (name: string): string =>
  `${post(`Connection: keep-alive, ${name}`, 'X-Forwarded-For: 192.0.2.1', 'Content-Length: 5')}12345`;

const json = 'Content-Type: application/json';
const webSocket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];

/**
 * Headers that are for one connection only (RFC 9110 section 7.6.1): none that the upstream needs may be one of them.
 */
export const connectionHeaders = [
  ...passed(
    'POST /dogs [body] 12345',
    ['Connection: x-api-key', named('x-api-key')],
    ['Connection: a list that is broken', named(',,;"')],
    [
      "a proxy's own",
      `${post('Proxy-Connection: x', 'Proxy-Authorization: Basic eA==', 'Content-Length: 5')}12345`,
    ],
    ['Keep-Alive', `${post('Keep-Alive: timeout=1', 'Content-Length: 5')}12345`],
    ['TE: trailers', `${post('TE: trailers', 'Connection: TE', 'Content-Length: 5')}12345`],
    ['a Trailer for no trailers', `${post('Trailer: Content-Length', 'Content-Length: 5')}12345`],
    [
      "a header of the gateway's own",
      `${post('X-Api-Key: smuggled', 'X_Api_Key: smuggled', 'Content-Length: 5')}12345`,
    ],
  ),
  ...skipped(
    '400 request_malformed',
    ['Connection: content-length', named('content-length')],
    ['Connection: Content-Length', named('Content-Length')],
    ['Connection: host', named('host')],
    ['Connection: authorization', named('authorization')],
    ['Connection: x-forwarded-for', named('x-forwarded-for')],
    ['Connection: via', named('via')],
    [
      'two Connections',
      post('Connection: content-length', 'Connection: host', 'Content-Length: 5') + '12345',
    ],
    [
      'Connection names a token that is not sent',
      'GET {dogs} HTTP/1.1\r\nHost: a\r\nConnection: authorization\r\n\r\n',
    ],
  ),
  ...refused([
    'Connection: transfer-encoding',
    post('Connection: transfer-encoding', 'Transfer-Encoding: chunked') + chunks,
  ]),
  ...passed('POST /dogs [body] 12345', [
    'Connection: te, trailer',
    post('Connection: te, trailer', 'Transfer-Encoding: chunked') + chunks,
  ]),
  ...passed('GET /dogs [no body]', ['an upgrade that Connection does not name', head('GET', 'Upgrade: h2c')]),
  ...passed('GET /dogs [no body] max-forwards: 0', ['Max-Forwards', head('GET', 'Max-Forwards: 0')]),
  ...passedOnce(
    'GET /dogs [no body]',
    [
      'an upgrade to HTTP/2',
      head('GET', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
    ],
    ['an upgrade to HTTP/2 without its settings', head('GET', 'Connection: upgrade', 'Upgrade: h2c')],
    ['an upgrade to TLS', head('GET', 'Connection: Upgrade', 'Upgrade: TLS/1.0')],
  ),
  ...passedOnce('POST /dogs [body] 12345', [
    'an upgrade with a body',
    `${post('Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 5')}12345`,
  ]),
  // The following data was sent before a switch to another protocol was agreed.
  ...passedOnce(
    'GET /dogs [no body] connection: upgrade upgrade: websocket sec-websocket-version: 13',
    ['a WebSocket that the upstream does not open', head('GET', ...webSocket) + smuggled],
    ['a WebSocket with a length of nothing', head('GET', ...webSocket, 'Content-Length: 0') + smuggled],
  ),
  ...passedOnce(
    'GET /dogs [body] 12345 connection: close sec-websocket-version: 13',
    ['a WebSocket with a body', `${head('GET', ...webSocket, json, 'Content-Length: 5')}12345${smuggled}`],
    [
      'a WebSocket with chunks',
      head('GET', ...webSocket, json, 'Transfer-Encoding: chunked') + chunks + smuggled,
    ],
  ),
  {
    what: 'a WebSocket behind another request',
    bytes: head('GET') + head('GET', ...webSocket),
    answers: ['200', '200'],
    upstream: ['GET /dogs [no body]', 'GET /dogs [no body] sec-websocket-version: 13'],
  },
  ...refused(['a folded Connection', head('GET', 'Connection: keep-alive\r\n , content-length') + smuggled]),
];
