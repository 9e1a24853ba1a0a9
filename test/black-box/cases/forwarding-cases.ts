import { call, passed, refused, type BlackBoxCase, type Headers } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const walker = { as: 'walker' };
const dogs = 'GET /park/v1/dogs';

const sends = (name: string, headers: Headers, sent: Headers = {}): BlackBoxCase => ({
  name,
  bytes: call(dogs, { ...walker, headers }),
  expected: passed('production GET /park/dogs', { headers: vary, sent }),
});

const requestHeaders: readonly BlackBoxCase[] = [
  sends('the token does not reach the upstream', {}),
  sends('a header is forwarded', { 'X-Kept': '1' }, { 'x-kept': '1' }),
  sends('a header is forwarded as often as it was sent', { 'X-Kept': ['1', '2'] }, { 'x-kept': '1, 2' }),
  sends('an empty header is forwarded', { 'X-Kept': '' }, { 'x-kept': '' }),
  sends('Accept is forwarded', { Accept: 'text/plain' }, { accept: 'text/plain' }),
  sends('User-Agent is forwarded', { 'User-Agent': 'walker/1' }, { 'user-agent': 'walker/1' }),
  sends('Cookie is forwarded', { Cookie: 'theme=dark' }, { cookie: 'theme=dark' }),
  sends('Range is forwarded', { Range: 'bytes=0-1' }, { range: 'bytes=0-1' }),
  sends('If-None-Match is forwarded', { 'If-None-Match': '"1"' }, { 'if-none-match': '"1"' }),
  sends('Idempotency-Key is forwarded', { 'Idempotency-Key': 'k' }, { 'idempotency-key': 'k' }),
  sends('Accept-Encoding is forwarded', { 'Accept-Encoding': 'gzip' }, { 'accept-encoding': 'gzip' }),
  sends('a version is forwarded where addresses have it', { 'API-Version': 'v9' }, { 'api-version': 'v9' }),
  sends('TE is for one connection', { TE: 'trailers' }),
  sends('Keep-Alive is for one connection', { 'Keep-Alive': '5' }),
  sends('Proxy-Authorization is for one connection', { 'Proxy-Authorization': 'x' }),
  sends('Upgrade is for one connection', { Upgrade: 'h2c' }),
  sends('X-Forwarded-For is not believed', { 'X-Forwarded-For': '6.6.6.6' }),
  sends('X-Forwarded-Host is not believed', { 'X-Forwarded-Host': 'evil.example.com' }),
  sends('X-Forwarded-Proto is not believed', { 'X-Forwarded-Proto': 'gopher' }),
  sends('X-Forwarded-Prefix is not believed', { 'X-Forwarded-Prefix': '/evil' }),
  sends('X-Forwarded-Port is not believed', { 'X-Forwarded-Port': '1' }),
  sends('Forwarded is not believed', { Forwarded: 'for=6.6.6.6' }),
  sends('X-Real-IP is not believed', { 'X-Real-IP': '6.6.6.6' }),
  sends('X_Forwarded_For is not believed', { X_Forwarded_For: '6.6.6.6' }),
  sends('x_forwarded_proto is not believed', { x_forwarded_proto: 'gopher' }),
  sends('X-Gatewright-Application is not believed', { 'X-Gatewright-Application': 'walker' }),
  sends('x_gatewright_tier is not believed', { x_gatewright_tier: 'gold' }),
  sends('X-Request-ID is not believed', { 'X-Request-ID': 'client' }),
  sends('Via is continued', { Via: '1.1 client' }, { via: '1.1 client, 1.1 gatewright' }),
  sends('Content_Length is not folded', { Content_Length: '5' }),
  sends('Transfer_Encoding is not folded', { Transfer_Encoding: 'chunked' }),
  sends('an Authorization in another spelling is none', { Authorization_: 'x' }, { authorization_: 'x' }),
];

const envoyHeaders: readonly BlackBoxCase[] = [
  'x-envoy-upstream-rq-timeout-ms',
  'x-envoy-max-retries',
  'x-envoy-retry-on',
  'x-envoy-original-path',
  'x-envoy-internal',
  'x-envoy-expected-rq-timeout-ms',
  'x-envoy-upstream-alt-stat-name',
  'x-envoy-decorator-operation',
].map((header) => sends(`${header} of a client changes nothing`, { [header]: '1' }, { [header]: '1' }));

const keyed: readonly BlackBoxCase[] = [
  {
    name: 'the upstream receives the key of the gateway',
    bytes: call('GET /keyed/v1/dogs', walker),
    expected: passed('production GET /keyed/dogs', { sent: { 'x-api-key': 'a-key-of-the-gateway' } }),
  },
  ...['X-Api-Key', 'x-api-key', 'X_Api_Key', 'x-api_key'].map((header) => ({
    name: `the key of the gateway replaces a ${header} of the client`,
    bytes: call('GET /keyed/v1/dogs', { ...walker, headers: { [header]: 'mine' } }),
    expected: passed('production GET /keyed/dogs', { sent: { 'x-api-key': 'a-key-of-the-gateway' } }),
  })),
];

const post = (name: string, body: string, headers: Headers = {}, sent: Headers = headers): BlackBoxCase => ({
  name,
  bytes: call('POST /park/v1/dogs', { ...walker, body, headers }),
  expected: passed('production POST /park/dogs', { headers: vary, sent, sentBody: body }),
});

const large = 'x'.repeat(200_000);
const chunked = (line: string, chunks: string) =>
  call(line, { ...walker, headers: { 'Transfer-Encoding': 'chunked' } }) + chunks;

const tooManyChunks = 'a\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n';

const bodies: readonly BlackBoxCase[] = [
  post('a body is forwarded byte for byte', '{broken', { 'content-type': 'application/json' }),
  post('a body of any media type is forwarded', 'a=1', {
    'content-type': 'application/vnd.example+json; charset=utf-8',
  }),
  post('a body without a media type is forwarded', 'x'),
  post('an empty body is forwarded', ''),
  post('a large body is forwarded', large),
  post('an encoded body is forwarded', 'x', { 'content-encoding': 'gzip' }),
  {
    name: 'a body in chunks is forwarded',
    bytes: chunked('POST /park/v1/dogs', '3\r\none\r\n4\r\n,two\r\n0\r\n\r\n'),
    expected: passed('production POST /park/dogs', { headers: vary, sentBody: 'one,two' }),
  },
  {
    name: 'a body of a DELETE is forwarded',
    bytes: call('DELETE /park/v1/dogs/7', { ...walker, body: 'y' }),
    expected: passed('production DELETE /park/dogs/7', { headers: vary, sentBody: 'y' }),
  },
  {
    name: 'a body of a GET is forwarded',
    bytes: call(dogs, { ...walker, body: 'x' }),
    expected: passed('production GET /park/dogs', { headers: vary, sentBody: 'x' }),
  },
  {
    name: 'a body as large as allowed is forwarded',
    bytes: call('POST /small/v1/dogs', { ...walker, body: 'x'.repeat(16) }),
    expected: passed('production POST /small/dogs', { sentBody: 'x'.repeat(16) }),
  },
  {
    name: 'a body larger than allowed is refused',
    bytes: call('POST /small/v1/dogs', { ...walker, body: 'x'.repeat(17) }),
    expected: refused('body_too_large'),
  },
  {
    name: 'chunks larger than allowed together are refused',
    bytes: chunked('POST /small/v1/dogs', tooManyChunks),
    expected: refused('body_too_large'),
  },
  ...(['Transfer-Encoding', 'Content-Length'] as const).map((framing) => ({
    name: `a Connection header that names ${framing} lets no larger body pass`,
    bytes:
      call('POST /small/v1/dogs', {
        ...walker,
        headers: {
          Connection: framing.toLowerCase(),
          [framing]: framing === 'Content-Length' ? String(tooManyChunks.length) : 'chunked',
        },
      }) + tooManyChunks,
    expected: refused('request_malformed'),
  })),
  ...['', 'x'].map((body) => ({
    name: `an upgrade of a POST with ${body.length} bytes is none`,
    bytes: call('POST /park/v1/dogs', {
      ...walker,
      body,
      headers: { Connection: 'upgrade', Upgrade: 'websocket' },
    }),
    expected: passed('production POST /park/dogs', { headers: vary, sentBody: body }),
  })),
  ...['h2c', 'websocket', 'other'].map((protocol) => ({
    name: `an upgrade to ${protocol} lets no larger body pass`,
    bytes:
      call('POST /small/v1/dogs', {
        ...walker,
        headers: { Connection: 'upgrade', Upgrade: protocol, 'Transfer-Encoding': 'chunked' },
      }) + tooManyChunks,
    expected: refused('body_too_large'),
  })),
];

const own = (name: string, answer: string, headers: Headers, options = {}): BlackBoxCase => ({
  name,
  bytes: call(`GET /park/v1/answers/${answer}`, walker),
  expected: passed(`production GET /park/answers/${answer}`, {
    headers: { ...vary, ...headers },
    body: 'own',
    type: null,
    ...options,
  }),
});

const answers: readonly BlackBoxCase[] = [
  ...[400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 502, 503, 504].map((status) =>
    own(`a ${status} of the upstream is its own`, String(status), {}, { status, type: 'text/plain' }),
  ),
  own('cookies of an answer are separate', 'cookies', { 'set-cookie': ['a=1', 'b=2'] }),
  own('an upstream sets no cookie of the gateway', 'session', { 'set-cookie': 'theme=dark' }),
  own('headers for one connection end there', 'hop', {}),
  own('an upstream cannot say what the gateway says', 'forged', { 'x-own': '1' }),
  own('what an upstream says of its limits is passed on', 'limits', {
    ratelimit: 'own;r=0;t=9',
    'ratelimit-policy': 'own;q=1',
  }),
  own(
    'a redirection to elsewhere is passed on',
    'redirect',
    { location: 'https://other.example.edu/x' },
    { status: 302, body: '' },
  ),
  own(
    'an address of the upstream becomes one of the gateway',
    'created',
    { location: 'https://gateway.example.edu/park/v1/dogs/7' },
    { status: 201, body: '' },
  ),
  own('an answer without a body', 'empty', {}, { status: 204, body: '' }),
  own('an answer that nothing has changed', 'unmodified', { etag: '"1"' }, { status: 304, body: '' }),
  own('an answer in chunks', 'chunks', {}, { body: 'one,two' }),
  own('a large answer', 'large', {}, { body: 'x'.repeat(300_000) }),
];

/** What reaches the upstream, and what comes back. */
export const forwardingCases: readonly BlackBoxCase[] = [
  ...requestHeaders,
  ...envoyHeaders,
  ...keyed,
  ...bodies,
  ...answers,
];
