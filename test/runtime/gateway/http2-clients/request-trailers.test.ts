import { once } from 'node:events';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';

/** What one request brought to the upstream. */
interface Seen {
  readonly body: string;
  readonly trailers: IncomingHttpHeaders;
}

const certificates = makeCertificates(['127.0.0.1'], Date.now());

/** An upstream of HTTP/2 that keeps the bodies and trailers of its requests. */
async function openHttp2Upstream() {
  const { certificate: cert, key, ca } = await certificates;
  const seen: Seen[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({ cert, key });
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream) => {
    let trailers: IncomingHttpHeaders = {};
    stream.on('trailers', (received) => (trailers = received));
    void text(stream).then((body) => {
      seen.push({ body, trailers: Object.fromEntries(Object.entries(trailers)) });
      stream.respond({ ':status': 200 }, { endStream: true });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, ca, seen };
}

const off = { requests: 'off', responses: 'off' } as const;
const enforced = { requests: 'enforce', responses: 'off' } as const;
const json = ['content-type', 'application/json'] as const;

/** One operation, which has a header that is checked. */
const contract = {
  openapi: '3.0.3',
  info: { title: 'Dogs', version: 'v1' },
  paths: {
    '/dogs': {
      post: {
        parameters: [
          { name: 'X-Declared', in: 'header', schema: { type: 'integer' } },
          { name: 'X_Other', in: 'header', schema: { type: 'integer' } },
        ],
        requestBody: { content: { 'application/json': { schema: {} } } },
        responses: { 200: { description: 'well' } },
      },
    },
  },
};

async function open(validation: typeof off | typeof enforced = off) {
  const upstream = await openHttp2Upstream();
  const production = {
    targets: [upstream.url],
    ca: { fromEnv: 'CA' },
    http2: true,
    auth: { header: { name: 'X-Set', value: { fromEnv: 'SET' } } },
  };
  const gateway = await openHttp2Gateway('unused', {
    api: { endpoints: { production }, operations: ['POST /dogs'], validation, contract },
    secrets: { CA: upstream.ca, SET: 'by the gateway' },
  });
  return { upstream, gateway };
}

/** Sends a body and trailers over HTTP/2. */
async function post(gateway: Http2Gateway, trailers: Record<string, string>, headers = {}): Promise<unknown> {
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const stream = client.request(
    { ':method': 'POST', ':path': dogs, authorization, [json[0]]: json[1], ...headers },
    { waitForTrailers: true },
  );
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end('{"name":"Rex"}');
  const [answer] = (await once(stream, 'response')) as [{ ':status': number }];
  await text(stream);
  return answer[':status'];
}

/** The same over HTTP/1.1, in one chunk. */
async function postChunked(gateway: Http2Gateway, ...trailers: readonly string[]): Promise<string> {
  const socket = connectTls({ port: gateway.port, host: '127.0.0.1', ca: gateway.ca });
  onTestFinished(() => void socket.destroy());
  const head = [
    `POST ${dogs} HTTP/1.1`,
    'Host: a',
    `Authorization: ${gateway.authorization}`,
    'Transfer-Encoding: chunked',
    json.join(': '),
  ];
  socket.write([...head, '', 'e', '{"name":"Rex"}', '0', ...trailers, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().split('\r\n', 1)[0] ?? '';
}

const sent = { 'x-checksum': 'abc', 'content-digest': 'sha-256=:eA==:' };

test.each([
  ['streams through', off],
  ['is checked', enforced],
])('trailers of a request whose body %s reach an upstream over HTTP/2', async (_what, validation) => {
  const { upstream, gateway } = await open(validation);
  expect(await post(gateway, sent)).toBe(200);
  expect(await post(gateway, sent, { 'content-length': '14' })).toBe(200);
  expect(await postChunked(gateway, 'X-Checksum: abc', 'Content-Digest: sha-256=:eA==:')).toContain(' 200 ');
  const one = { body: '{"name":"Rex"}', trailers: sent };
  expect(upstream.seen).toEqual([one, one, one]);
  expect(gateway.faults).toEqual([]);
});

test('a request without trailers has none at the upstream', async () => {
  const { upstream, gateway } = await open();
  expect(await post(gateway, {})).toBe(200);
  expect(await postChunked(gateway)).toContain(' 200 ');
  const one = { body: '{"name":"Rex"}', trailers: {} };
  expect(upstream.seen).toEqual([one, one]);
});

/** What some servers would take for a header. */
const refused = {
  age: '1',
  authorization: 'Bearer other',
  cookie: 'a=b',
  'content-type': 'text/html',
  'if-match': '"a"',
  'api-version': 'v2',
  api_version: 'v2',
  x_set: 'by the client',
  'x-set': 'by the client',
  'x-declared': 'not a number',
  x_declared: 'not a number',
  x_other: 'not a number',
  'x-other': 'not a number',
  'x-own': 'another',
  'x-forwarded-for': '192.0.2.1',
  'x-request-id': 'another',
  'x-http-method-override': 'DELETE',
  'x-original-url': '/cats',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  via: '1.1 other',
};

test('a field that frames, routes or authorises a request, or is a header already, is dropped from the trailers', async () => {
  const { upstream, gateway } = await open();
  expect(await post(gateway, { ...refused, ...sent }, { 'x-own': 'one' })).toBe(200);
  const lines = Object.entries({ ...refused, ...sent }).map((line) => line.join(': '));
  expect(await postChunked(gateway, ...lines, 'Connection: close', 'Host: b')).toContain(' 200 ');
  // Over HTTP/1.1 the client has not sent that one as a header.
  expect(upstream.seen.map(({ trailers }) => trailers)).toEqual([sent, { ...sent, 'x-own': 'another' }]);
  expect(gateway.faults).toEqual([]);
});

test('an upstream of HTTP/1.1 gets the body alone', async () => {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, { api: { validation: off } });
  expect(await post(gateway, sent)).toBe(200);
  expect(upstream.seen.map(({ body, headers }) => [body, headers['x-checksum']])).toEqual([
    ['{"name":"Rex"}', undefined],
  ]);
});
