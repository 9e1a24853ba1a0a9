import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { HealthCheck } from '#runtime/gateway/upstream/health-check.ts';
import { UpstreamPool } from '#runtime/gateway/upstream/upstream-pool.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { limitConnections } from './connection-limits.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Settings = ConstructorParameters<typeof HealthCheck>[1];

function watch(origin: string, changes: Partial<Settings> = {}) {
  const pool = new UpstreamPool(
    { origin, connectMs: 20_000, maxConnections: 8, isHttp2: false },
    limitConnections(),
  );
  closing.push(() => pool.abort());
  return watchPool(pool, changes);
}

function watchPool(pool: UpstreamPool, changes: Partial<Settings> = {}) {
  const settings = {
    path: '/up',
    intervalMs: 10,
    timeoutMs: 20_000,
    healthyAfter: 2,
    unhealthyAfter: 3,
    headers: { host: 'dogs.example.edu', 'x-key': 'secret' },
    ...changes,
  };
  const told: string[] = [];
  const check = new HealthCheck(pool, settings, (change) => told.push(change));
  closing.push(() => check.stop());
  return { check, told };
}

/** Answers with the status that is set, and records its requests. */
async function openService(status: number) {
  const service = { status, asked: 0, url: '', requests: new Set<string>() };
  const listener: RequestListener = ({ method, url, headers }, response) => {
    service.asked += 1;
    service.requests.add(`${method} ${url} ${headers.host} ${String(headers['x-key'])}`);
    response.writeHead(service.status).end('x'.repeat(100_000));
  };
  const upstream = await openUpstream('watched', listener);
  closing.push(upstream.close);
  service.url = upstream.url;
  return service;
}

test('takes an upstream for a healthy one until so many probes in a row say otherwise, and back', async () => {
  const service = await openService(200);
  const { check, told } = watch(service.url);
  await eventually(() => expect(service.asked).toBeGreaterThan(3));
  expect([check.isHealthy, told]).toEqual([true, []]);
  service.status = 500;
  await eventually(() => expect(check.isHealthy).toBe(false));
  service.status = 302;
  await eventually(() => expect(check.isHealthy).toBe(true));
  expect(told).toEqual(['unhealthy', 'healthy']);
  expect([...service.requests]).toEqual(['GET /up dogs.example.edu secret']);
});

test('counts only those in a row', async () => {
  let asked = 0;
  const upstream = await openUpstream('wavering', (_request, response) => {
    asked += 1;
    response.writeHead(asked % 3 === 0 ? 204 : 503).end();
  });
  closing.push(upstream.close);
  const { told } = watch(upstream.url);
  await eventually(() => expect(asked).toBeGreaterThan(9));
  expect(told).toEqual([]);
});

test.each([
  ['refuses connections', 20_000, undefined],
  ['speaks no HTTP', 20_000, 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['never answers', 30, ''],
])('finds an upstream unhealthy that %s', async (_what, timeoutMs, greeting) => {
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .write(greeting ?? ''),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((closed) => server.close(closed));
  if (greeting === undefined) await close();
  else closing.push(close);
  const { check, told } = watch(`http://127.0.0.1:${port}`, { timeoutMs });
  await eventually(() => expect(check.isHealthy).toBe(false));
  expect(told).toEqual(['unhealthy']);
});

test('sends no probes once it is stopped', async () => {
  const probes: ServerResponse[] = [];
  const upstream = await openUpstream('watched', (_request, response) => void probes.push(response));
  closing.push(upstream.close);
  const { check, told } = watch(upstream.url, { unhealthyAfter: 1 });
  await eventually(() => expect(probes).toHaveLength(1));
  check.stop();
  probes[0]?.writeHead(500).end();
  await new Promise((passed) => setTimeout(passed, 100));
  expect([probes.length, check.isHealthy, told]).toEqual([1, true, []]);
});

test('does not wait behind calls', async () => {
  let probes = 0;
  const upstream = await openUpstream('busy', ({ url }, response) => {
    if (url !== '/up') return;
    probes += 1;
    response.end();
  });
  const pool = new UpstreamPool(
    { origin: upstream.url, connectMs: 20_000, maxConnections: 1, isHttp2: false },
    limitConnections(),
  );
  closing.push(upstream.close, () => pool.abort());
  const calls = [1, 2].map(() => pool.request({ method: 'GET', path: '/dogs' }).catch(() => undefined));
  const { check, told } = watchPool(pool);
  await eventually(() => expect(probes).toBeGreaterThan(3));
  expect([check.isHealthy, told]).toEqual([true, []]);
  await pool.abort();
  await Promise.all(calls);
});
