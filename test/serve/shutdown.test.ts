// @module-tag full
import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeListener, listen } from '#serve/listeners/listen.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

async function serve(drainMs: number) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const upstream = await openUpstream('dogs', (_request, response) => {
    asked.resolve();
    void answer.promise.then(() => response.end('{}'));
  });
  onTestFinished(upstream.close);
  const { root } = await writeSources(upstream.url);
  const gateway = await start({ root, plainHttp: true, drainMs });
  const agent = new Agent({ connections: 1 });
  onTestFinished(() => agent.destroy());
  const token = await fetchToken(gateway.gatewayUrl);
  const get = async (url: string) => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    return { status: statusCode, connection: headers.connection, text };
  };
  return { ...gateway, get, asked: asked.promise, answer: answer.resolve };
}

/** Everything that is open, until a server refuses to open another one. */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

describe('a gateway that stops', () => {
  test('says for a while that it is not ready, and goes on answering meanwhile', full, async () => {
    const { gatewayUrl, adminUrl, get, close, answer } = await serve(5000);
    answer();
    expect(await get(`${gatewayUrl}/health`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
    const closed = close();
    const stopping = { status: 503, connection: 'close', text: '{"status":"stopping"}' };
    expect(await get(`${gatewayUrl}/health`)).toEqual(stopping);
    expect(await get(`${gatewayUrl}/health/ready`)).toEqual(stopping);
    expect(await get(`${adminUrl}/health/ready`)).toMatchObject({
      status: 503,
      text: '{"status":"stopping"}',
    });
    expect(await get(`${gatewayUrl}/health/live`)).toMatchObject({ status: 200, text: '{"status":"live"}' });
    expect(await get(`${gatewayUrl}/dog_park/v1/dogs`)).toEqual({
      status: 200,
      connection: 'close',
      text: '{}',
    });
    await closed;
    expect(await isListening(gatewayUrl)).toBe(false);
  });

  test('lets a call in flight end, and takes no more', async () => {
    const { gatewayUrl, get, close, asked, answer } = await serve(0);
    const call = get(`${gatewayUrl}/dog_park/v1/dogs`);
    await asked;
    const closed = close();
    while (await isListening(gatewayUrl));
    answer();
    expect(await call).toEqual({ status: 200, connection: 'close', text: '{}' });
    await closed;
  });
});

test('a health page can only be read, and needs no token', async () => {
  const { gatewayUrl, answer } = await serve(0);
  answer();
  const ask = (method: 'HEAD' | 'POST' | 'DELETE') => request(`${gatewayUrl}/health`, { method, body: null });
  const head = await ask('HEAD');
  expect([head.statusCode, head.headers['content-length'], await head.body.text()]).toEqual([200, '18', '']);
  for (const method of ['POST', 'DELETE'] as const) {
    const { statusCode, headers, body } = await ask(method);
    expect([statusCode, headers.allow, await body.json()]).toEqual([
      405,
      'GET, HEAD',
      expect.objectContaining({ code: 'method_not_allowed' }),
    ]);
  }
});

test('what never ends is aborted after a while: a stream, and a connection that speaks another protocol', async () => {
  const app = Fastify({ serverFactory: (handler) => createServer(handler) });
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  app.server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  const port = await listen(app, { host: '127.0.0.1', port: 0, option: '--port' });
  const open = async (head: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /stream HTTP/1.1\r\nhost: a\r\n${head}\r\n`);
    await once(socket, 'data');
    return socket;
  };
  const sockets = [await open(''), await open('connection: upgrade\r\nupgrade: websocket\r\n')];
  const ended = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  await closeListener(app, 100);
  await ended;
});
