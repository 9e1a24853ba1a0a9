import { once } from 'node:events';
import { createServer } from 'node:http';
import { constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames, uint32 } from './frames.ts';
import { ask, connectTo, dogs, openHttp2Gateway } from './http2-gateway.ts';

const listener = { host: '127.0.0.1', port: 0, http2: true } as const;
const { limits } = listenerDefaults;
const hasty = {
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 20,
  stalledClientTimeout: 60_000,
};

async function openDogs(name = 'dogs') {
  const upstream = await openUpstream(name);
  onTestFinished(() => upstream.close());
  return upstream;
}

test.each([
  [['h2', 'http/1.1'], true, 'h2'],
  [['h2'], true, 'h2'],
  [['http/1.1'], true, 'http/1.1'],
  [['h2', 'http/1.1'], false, 'http/1.1'],
])('a client that offers %j where http2 is %s speaks %s', async (offered, http2, chosen) => {
  const upstream = await openDogs();
  const gateway = await openHttp2Gateway(upstream.url, {
    gateway: { listener: { ...listener, http2, limits } },
  });
  const socket = connectTls({
    port: gateway.port,
    host: '127.0.0.1',
    ca: gateway.ca,
    ALPNProtocols: offered,
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe(chosen);
});

test('a client that offers nothing is answered in HTTP/1.1, with the limits of the listener', async () => {
  const upstream = await openDogs();
  const own = { ...limits, maxHeaderBytes: 8192, maxHeaders: 40, maxConcurrentStreams: 5 };
  const gateway = await openHttp2Gateway(upstream.url, {
    gateway: { listener: { ...listener, limits: own } },
  });
  const send = async (...lines: readonly string[]) => {
    const socket = connectTls({ port: gateway.port, host: '127.0.0.1', ca: gateway.ca });
    onTestFinished(() => void socket.destroy());
    socket.write(['GET /health HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().split('\r\n', 1)[0];
  };
  const named = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: y`);
  expect([
    await send(...named(30)),
    await send(...named(41)),
    await send(...named(3000)),
    await send(`X: ${'y'.repeat(9000)}`),
  ]).toEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 431 Request Header Fields Too Large',
    'HTTP/1.1 431 Request Header Fields Too Large',
    'HTTP/1.1 431 Request Header Fields Too Large',
  ]);
  const client = await connectTo(gateway);
  const health = (headers: Record<string, string>) => ask(client, { ':path': '/health', ...headers });
  const headers = (count: number) =>
    Object.fromEntries(named(count).map((line) => [line.split(':')[0], 'y']));
  expect((await health(headers(30))).status).toBe(200);
  await expect(health(headers(45))).rejects.toThrow('ENHANCE_YOUR_CALM');
  await expect(health({ x: 'y'.repeat(9000) })).rejects.toThrow('ENHANCE_YOUR_CALM');
  expect(client.remoteSettings.maxConcurrentStreams).toBe(5);
});

test('WebSockets are spoken over HTTP/1.1 on the same port', async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => socket.send(`echo ${data.toString()}`)),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  });
  const gateway = await openHttp2Gateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { ca, authorization } = gateway;
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${dogs}`, {
    ca,
    headers: { authorization },
  });
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('echo hello');
  socket.terminate();
});

test('a call whose client resets its stream is taken off the upstream, and others go on', async () => {
  const gone = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const upstream = await openUpstream('dogs', (request, response) => {
    if (request.url !== '/dogs?slow') return void response.end('well');
    asked.resolve();
    response.once('close', gone.resolve);
  });
  onTestFinished(() => upstream.close());
  const ended: number[] = [];
  const gateway = await openHttp2Gateway(upstream.url, {
    observer: {
      callEnded: ({ response }) => void ended.push(response.headersSent ? response.statusCode : 499),
    },
  });
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const slow = client.request({ ':path': `${dogs}?slow`, authorization });
  await asked.promise;
  slow.close(constants.NGHTTP2_CANCEL);
  await gone.promise;
  expect((await ask(client, { ':path': dogs, authorization })).text).toBe('well');
  await eventually(() => expect(ended).toEqual([499, 200]));
});

test('an aborted answer resets its stream', async () => {
  const heard = Promise.withResolvers<void>();
  const upstream = await openUpstream('dogs', (_request, response) => {
    response.write('half');
    void heard.promise.then(() => response.destroy());
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url);
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const stream = client.request({ ':path': dogs, authorization });
  stream.on('data', () => heard.resolve());
  await expect(once(stream, 'end')).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
  expect((await ask(client, { ':path': '/health' })).status).toBe(200);
});

test('a connection without calls is closed after a while, with GOAWAY', async () => {
  const upstream = await openDogs();
  const gateway = await openHttp2Gateway(upstream.url, { timeouts: { ...hasty, keepAliveTimeout: 100 } });
  const client = await openFrames(gateway);
  await client.closed;
  expect(client.outcome(0).at(-1)).toBe('goaway NO_ERROR');
});

test('a body that takes too long ends its stream', async () => {
  const upstream = await openUpstream(
    'dogs',
    (request) => void request.on('error', () => undefined).resume(),
  );
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
    timeouts: { ...hasty, headersTimeout: 100, requestTimeout: 100 },
  });
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const stream = client.request(
    { ':method': 'POST', ':path': dogs, authorization, 'content-type': 'application/json' },
    { endStream: false },
  );
  stream.on('error', () => undefined);
  stream.write('the beginning');
  await once(stream, 'close');
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  expect((await ask(client, { ':path': '/health' })).status).toBe(200);
});

test('a client that takes nothing of an answer has its stream ended', async () => {
  const upstream = await openUpstream(
    'dogs',
    (_request, response) => void response.end('x'.repeat(3_000_000)),
  );
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    timeouts: { ...hasty, stalledClientTimeout: 100 },
  });
  const client = await openFrames(gateway);
  // A window of nothing for each stream.
  client.send(frame('settings', 0, 0, Buffer.concat([Buffer.of(0, 4), uint32(0)])));
  const head = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', dogs],
    [':authority', 'a'],
    ['authorization', gateway.authorization],
  ] as const;
  client.send(frame('headers', flags.endHeaders | flags.endStream, 1, headerBlock(head)));
  await eventually(() => expect(client.outcome(1)).toEqual(['headers', 'reset CANCEL']));
  await eventually(async () => expect(await upstream.openConnections()).toBe(0));
});
