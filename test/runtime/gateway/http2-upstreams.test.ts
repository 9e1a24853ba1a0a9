import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openGateway, type GatewayInTest, type OptionsInTest } from '../gateway-in-test.ts';
import { makeClientCertificate } from '../make-client-certificate.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type EndpointsInTest,
} from '../table-builder.ts';

type Endpoint = NonNullable<EndpointsInTest['production']>;
type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

const as = 'DogWalker-production';
const client = makeClientCertificate();
const closing: (() => unknown)[] = [];
let certificates: Awaited<ReturnType<typeof makeCertificates>>;
let gateway: GatewayInTest;

beforeAll(async () => {
  certificates = await makeCertificates(['127.0.0.1'], Date.now());
});

afterEach(async () => {
  await gateway.close();
  for (const close of closing.splice(0)) await close();
});

/** A server that speaks only HTTP/2. */
async function open(listener: Listener, options = {}) {
  const sessions = new Set<ServerHttp2Session>();
  let opened = 0;
  const { certificate: cert, key } = certificates;
  const server = createSecureServer({ cert, key, allowHTTP1: false, ...options }, listener);
  server.on('session', (session) => {
    opened += 1;
    sessions.add(session.once('close', () => sessions.delete(session)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    for (const session of sessions) session.destroy();
    return new Promise((closed) => server.close(closed));
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    opened: () => opened,
  };
}

async function openTo(url: string, changes: Partial<Endpoint> = {}, options: OptionsInTest = {}) {
  const production = { targets: [url], ca: { fromEnv: 'CA' }, http2: true, ...changes };
  const table = buildTable({
    apis: [defineApi({ operations: ['GET /dogs', 'POST /dogs'], endpoints: { production } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const secrets = { CA: certificates.ca, CERT: client.certificate, KEY: client.key };
  gateway = await openGateway(table, { secrets, ...options });
}

const call = (method = 'GET', body?: string, headers = {}) =>
  gateway.call('/dog_park/v1/dogs?size=big', {
    as,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });

describe('over HTTP/2', () => {
  test('a call reaches its upstream as it would over HTTP/1.1, and so does its answer', async () => {
    const seen: unknown[] = [];
    const upstream = await open((request, response) => {
      const { method, url, httpVersion, authority } = request;
      const { 'x-own': own, authorization, te, connection } = request.headers;
      seen.push({ method, url, httpVersion, authority, own, authorization, te, connection });
      const answered = {
        'x-own': 'an answer',
        'set-cookie': ['a=1', 'b=2'],
        location: `${upstream.url}/base/dogs/7`,
      };
      void text(request).then((body) => response.writeHead(201, answered).end(`got ${body.length}`));
    });
    await openTo(`${upstream.url}/base`);
    const sent = { 'x-own': 'a call', te: 'trailers', connection: 'x-hop', 'x-hop': '1' };
    const answer = await call('POST', 'x'.repeat(200_000), sent);
    expect(answer).toMatchObject({
      status: 201,
      text: 'got 200000',
      headers: {
        'x-own': 'an answer',
        'set-cookie': ['a=1', 'b=2'],
        location: 'https://gateway.example.edu/dog_park/v1/dogs/7',
      },
    });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/base/dogs?size=big',
        httpVersion: '2.0',
        authority: new URL(upstream.url).host,
        own: 'a call',
        authorization: undefined,
        te: undefined,
        connection: undefined,
      },
    ]);
    expect(gateway.faults).toEqual([]);
  });

  test('many calls share one connection', async () => {
    const waiting: Http2ServerResponse[] = [];
    const upstream = await open((_request, response) => void waiting.push(response));
    await openTo(upstream.url);
    const answers = Array.from({ length: 20 }, () => call());
    await eventually(() => expect(waiting).toHaveLength(20));
    for (const response of waiting) response.end('well');
    expect((await Promise.all(answers)).map(({ text: body }) => body)).toEqual(
      Array.from({ length: 20 }, () => 'well'),
    );
    expect(upstream.opened()).toBe(1);
  });

  test('a large answer streams through, however slow its reader', async () => {
    const upstream = await open((_request, response) => void response.end('x'.repeat(3_000_000)));
    await openTo(upstream.url);
    expect((await call()).text).toHaveLength(3_000_000);
  });

  test('an undeclared HEAD is answered from a GET', async () => {
    const methods: string[] = [];
    const upstream = await open((request, response) => {
      methods.push(request.method);
      response.writeHead(200, { 'content-length': '5' }).end('never');
    });
    await openTo(upstream.url);
    const answer = await call('HEAD');
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-length': '5' } });
    expect(methods).toEqual(['GET']);
  });

  test('a connection that ends is replaced', async () => {
    const upstream = await open((_request, response) => void response.end('well'));
    await openTo(upstream.url);
    expect(await call()).toMatchObject({ status: 200, text: 'well' });
    for (const session of upstream.sessions) session.close();
    await eventually(() => expect(upstream.sessions.size).toBe(0));
    expect(await call()).toMatchObject({ status: 200, text: 'well' });
    expect(upstream.opened()).toBe(2);
  });

  test('the gateway shows its certificate', async () => {
    const tls = { ca: client.certificate, requestCert: true, rejectUnauthorized: true };
    const upstream = await open((_request, response) => void response.end('well'), tls);
    const clientCertificate = { certificate: { fromEnv: 'CERT' }, key: { fromEnv: 'KEY' } };
    await openTo(upstream.url, { auth: { clientCertificate } });
    expect(await call()).toMatchObject({ status: 200, text: 'well' });
  });

  test('a client that disconnects aborts only its own call', async () => {
    const waiting: Http2ServerResponse[] = [];
    const upstream = await open((_request, response) => {
      response.stream.on('error', () => undefined);
      waiting.push(response);
    });
    await openTo(upstream.url);
    const token = await gateway.tokenFor(as);
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /dog_park/v1/dogs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await eventually(() => expect(waiting).toHaveLength(1));
    const other = call();
    await eventually(() => expect(waiting).toHaveLength(2));
    const closed = new Promise((done) => waiting[0]?.stream.once('close', done));
    socket.destroy();
    await closed;
    waiting[1]?.end('well');
    expect(await other).toMatchObject({ status: 200, text: 'well' });
    expect(upstream.opened()).toBe(1);
  });
});

describe('an upstream over HTTP/2', () => {
  test.each([
    ['refuses the stream', constants.NGHTTP2_REFUSED_STREAM],
    ['has an error of its own', constants.NGHTTP2_INTERNAL_ERROR],
  ])('%s', async (_what, code) => {
    const upstream = await open(({ stream }) => {
      stream.on('error', () => undefined).close(code);
    });
    await openTo(upstream.url, { retries: 0 });
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect(gateway.faults).toEqual([]);
  });

  test('breaks its connection off', async () => {
    const upstream = await open(({ stream }) => stream.session?.socket.destroy());
    await openTo(upstream.url, { retries: 0 });
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect(gateway.faults).toEqual([]);
  });

  test('never answers', async () => {
    const upstream = await open(() => undefined);
    await openTo(upstream.url, { timeouts: { connectMs: 20_000, firstByteMs: 200, idleMs: 20_000 } });
    expect(await call()).toMatchObject({ status: 504, code: 'upstream_timeout' });
  });

  test('stalls before the first byte of the body', async () => {
    const upstream = await open(({ stream }) =>
      stream.respond({ ':status': 200, 'x-own': '1', 'content-length': '9' }),
    );
    await openTo(upstream.url, { timeouts: { connectMs: 20_000, firstByteMs: 20_000, idleMs: 200 } });
    const answer = await call();
    expect(answer).toMatchObject({ status: 504, code: 'upstream_timeout' });
    expect(answer.headers).not.toHaveProperty('x-own');
    expect(gateway.faults).toEqual([]);
  });

  test('aborts in the middle of the body', async () => {
    const upstream = await open(({ stream }, response) => {
      stream.on('error', () => undefined);
      response.writeHead(200, { 'content-length': '9' });
      response.write('half', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    });
    await openTo(upstream.url);
    await expect(call()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  test('is not trusted under another authority', async () => {
    const upstream = await open((_request, response) => void response.end());
    await openTo(upstream.url, { ca: { fromEnv: 'CERT' } });
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
  });

  test('has a circuit, and receives no calls while it is open', async () => {
    let asked = 0;
    const upstream = await open((_request, response) => {
      asked += 1;
      response.writeHead(503).end('own');
    });
    const circuitBreaker = { failures: 2, ratio: 0.5, windowMs: 10_000, openMs: 10_000 };
    await openTo(upstream.url, { circuitBreaker });
    const answers = [await call(), await call(), await call()];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [503, undefined],
      [503, undefined],
      [503, 'upstream_unavailable'],
    ]);
    expect([answers[2]?.headers['retry-after'], asked]).toEqual(['10', 2]);
  });

  test('may speak HTTP/1.1 after all', async () => {
    const { certificate: cert, key } = certificates;
    const server = createTlsServer({ cert, key }, (request, response) => response.end(request.httpVersion));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing.push(() => server.close());
    await openTo(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await call()).toMatchObject({ status: 200, text: '1.1' });
  });

  test('that fails has its calls made again at another target', async () => {
    const broken = await open(({ stream }) => stream.session?.socket.destroy());
    const well = await open((_request, response) => void response.end('well'));
    await openTo(broken.url, { targets: [broken.url, well.url] });
    expect(await call()).toMatchObject({ status: 200, text: 'well' });
  });
});
