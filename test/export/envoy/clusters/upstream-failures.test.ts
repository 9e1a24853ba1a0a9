// @module-tag full
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { freePort } from '../../../runtime/free-port.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { serveEndpoint } from '../clusters-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';

const timeouts = { connectMs: 500, firstByteMs: 400, idleMs: 600 };

/** The URL of a server that speaks no HTTP of its own accord. */
async function openServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a failure is logged as. */
async function failureOf(target: string, changes: object = {}) {
  const { call, entries } = await serveEndpoint({ targets: [target], timeouts, ...changes });
  await call();
  const [{ code, attempts, failure } = {}] = await entries(1);
  return { code, attempts, failure };
}

describe.skipIf(!hasEnvoy)(`Envoy in front of an upstream that fails${whyNoEnvoy}`, () => {
  test('reports a target that refuses connections, after a retry', async () => {
    expect(await failureOf(`http://127.0.0.1:${await freePort()}`)).toEqual({
      code: 'upstream_unreachable',
      attempts: 2,
      failure: 'delayed_connect_error:_Connection_refused',
    });
  });

  test('reports a target whose name has no address', async () => {
    expect(await failureOf('http://nowhere.invalid')).toMatchObject({ code: 'upstream_unavailable' });
  });

  test('reports a connection that takes too long, after a retry', async () => {
    const silent = await openServer(() => undefined);
    expect(await failureOf(`https://${silent}`)).toMatchObject({ code: 'upstream_timeout', attempts: 2 });
  });

  test('reports a response that takes too long, without a retry', async () => {
    const silent = await openServer(() => undefined);
    expect(await failureOf(`http://${silent}`)).toEqual({ code: 'upstream_timeout' });
  });

  test('reports a response that is not HTTP', async () => {
    const other = await openServer((socket) => socket.once('data', () => socket.end('220 mail\r\n\r\n')));
    expect(await failureOf(`http://${other}`)).toEqual({ code: 'upstream_invalid' });
  });

  test.each(['end', 'resetAndDestroy'] as const)('reports a connection that is closed by %s', async (how) => {
    const closing = await openServer((socket) => socket.once('data', () => socket[how]()));
    expect(await failureOf(`http://${closing}`)).toMatchObject({ code: 'upstream_unreachable' });
  });

  test('aborts a response that stops', async () => {
    const upstream = await openUpstream('stops', (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('begun');
    });
    onTestFinished(upstream.close);
    const { urlOf } = await serveEndpoint({ targets: [upstream.url], timeouts });
    const { statusCode, body } = await request(`${urlOf('calls')}/dog_park/v1/dogs`);
    expect(statusCode).toBe(200);
    await expect(body.text()).rejects.toThrow();
  });

  test('refuses calls that find no connection and no place to wait', async () => {
    const waiting: (() => void)[] = [];
    const upstream = await openUpstream('busy', (_request, response) => {
      waiting.push(() => response.end('done'));
    });
    onTestFinished(upstream.close);
    const { call, admin, entries } = await serveEndpoint({ targets: [upstream.url], maxConnections: 1 });
    const first = call('/1');
    await eventually(() => expect(waiting).toHaveLength(1));
    const second = call('/2');
    const pending = 'upstream_rq_pending_active';
    await eventually(async () => expect(await admin(`/stats?filter=${pending}`)).toMatch(/: 1\n/));
    expect(await call('/3')).toMatchObject({ status: 503 });
    waiting[0]?.();
    await eventually(() => expect(waiting).toHaveLength(2));
    waiting[1]?.();
    expect([await first, await second].map(({ status }) => status)).toEqual([200, 200]);
    expect((await entries(3)).map(({ path, code }) => ({ path, code }))).toEqual([
      { path: '/dog_park/v1/3', code: 'upstream_overloaded' },
      { path: '/dog_park/v1/1' },
      { path: '/dog_park/v1/2' },
    ]);
  });

  test('calls another target', async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const dead = `http://127.0.0.1:${await freePort()}`;
    const { call, entries } = await serveEndpoint({ targets: [dead, upstream.url] });
    const answers = [await call(), await call(), await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const attempts = (await entries(4)).map((entry) => entry['attempts']);
    expect(attempts).toContain(2);
  });

  test('calls no target whose circuit is open, and calls it again later', async () => {
    let status = 503;
    const upstream = await openUpstream('dogs', (_request, response) => response.writeHead(status).end());
    onTestFinished(upstream.close);
    const circuitBreaker = { failures: 2, ratio: 0.5, windowMs: 200, openMs: 200 };
    const { call, entries } = await serveEndpoint({ targets: [upstream.url], circuitBreaker });
    // Each thread of Envoy hears of the open circuit in its own time.
    const loggedCodes = await eventually(async () => {
      await call();
      const codes = (await entries(1)).map((entry) => entry['code']);
      expect(codes).toContain('upstream_unavailable');
      return codes;
    });
    expect(loggedCodes.slice(0, 2)).toEqual([undefined, undefined]);
    status = 500;
    await eventually(async () => expect((await call()).status).toBe(500));
    // An error of the service itself opens no circuit.
    for (let count = 0; count < 10; count += 1) expect((await call()).status).toBe(500);
  });

  test('calls no target that is unhealthy', async () => {
    const [well, ill] = [
      await openUpstream('well'),
      await openUpstream('ill', (_request, response) => response.writeHead(500).end()),
    ];
    onTestFinished(() => Promise.all([well.close(), ill.close()]).then(() => undefined));
    const healthCheck = {
      path: '/health',
      intervalMs: 100,
      timeoutMs: 1000,
      healthyAfter: 1,
      unhealthyAfter: 1,
    };
    const { call } = await serveEndpoint({ targets: [well.url, ill.url], healthCheck });
    const answers = [await call(), await call(), await call(), await call()];
    expect(answers.map(({ body }) => body)).toEqual(Array<string>(4).fill('{"upstream":"well"}'));
    const { host, 'user-agent': agent } = well.seen.find(({ url }) => url === '/health')?.headers ?? {};
    expect({ host, agent }).toEqual({ host: well.url.slice('http://'.length), agent: 'gatewright' });
  });
});
