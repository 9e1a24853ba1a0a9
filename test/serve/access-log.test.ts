// @module-tag full
import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../eventually.ts';
import { startCommand } from '../cli/running-command.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { findBlock } from '../docs/shell-blocks.ts';
import { full } from '../full-run.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

type Sources = Awaited<ReturnType<typeof writeSources>>;

async function logTo({ write }: Sources, accessLog: string, more = ''): Promise<void> {
  await write('gateway.config.yaml', (text) =>
    text.replace('    gatewayUrl:', `    accessLog: ${accessLog}\n${more}    gatewayUrl:`),
  );
}

async function serve({ workers = 1, more = '' } = {}) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  await logTo(sources, '{ file: access.log }', more);
  const gateway = await start({ root: sources.root, plainHttp: true, workers });
  const token = await fetchToken(gateway.gatewayUrl);
  const file = join(sources.root, '.gatewright', 'access.log');
  const call = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${gateway.gatewayUrl}${path}`, { headers });
    await answer.body.dump();
  };
  const entries = (count: number, path = file) =>
    eventually(async () => {
      const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
      expect(lines).toHaveLength(count);
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    });
  return { ...sources, ...gateway, upstream, file, token, call, entries };
}

/** Measured and generated values differ each time. */
function withoutChance({ time, requestId, durationMs, upstreamMs, ...rest }: Record<string, unknown>) {
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(requestId).toMatch(/^\S{8,64}$/);
  expect(durationMs).toBeGreaterThan(0);
  return { ...rest, ...(upstreamMs === undefined ? {} : { upstreamMs: typeof upstreamMs }) };
}

const of = (digest: unknown) => ({
  level: 'info',
  client: '127.0.0.1',
  protocol: '1.1',
  method: 'GET',
  digest,
});

/** Sends a request on a connection of its own that the gateway has accepted, and resets it at once. */
async function sendAndReset(gatewayUrl: string): Promise<void> {
  const { hostname, port } = new URL(gatewayUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // No answer follows a part of a head; the gateway accepts the connection before that of the next call.
  socket.write('GET /made-up HTTP/1.1\r\n');
  await (await request(`${gatewayUrl}/health`)).body.dump();
  socket.write('Host: localhost\r\n\r\n', () => socket.resetAndDestroy());
  await once(socket, 'close');
}

describe('the access log', () => {
  test('has a line for each completed request, and no secrets', async () => {
    const { call, entries, token, upstream, file, events } = await serve();
    const authorization = `Bearer ${token}`;
    await call('/dog_park/v1/dogs?api_key=hidden-in-query', { authorization, cookie: 'a=hidden-in-cookie' });
    await call('/dog_park/v1/dogs', { authorization: 'Bearer hidden-in-header', 'x-request-id': 'forged' });
    await call('/made-up');
    const loaded = events.find((event) => event.type === 'loaded');
    const base = of(loaded?.type === 'loaded' ? loaded.digest : '');
    expect((await entries(3)).map(withoutChance)).toEqual([
      {
        ...base,
        path: '/dog_park/v1/dogs',
        status: 200,
        upstreamMs: 'number',
        upstream: upstream.url,
        api: 'DogPark',
        version: 'v1',
        operation: '/dogs',
        application: 'DogWalker',
        keySet: 'production',
        bytes: 19,
      },
      {
        ...base,
        path: '/dog_park/v1/dogs',
        status: 403,
        code: 'token_invalid',
        api: 'DogPark',
        version: 'v1',
      },
      { ...base, path: '/made-up', status: 404, code: 'api_unknown' },
    ]);
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/hidden|forged/);
    expect(text).not.toContain(token);
  });

  test('says what went wrong upstream', async () => {
    const { call, entries, token, upstream } = await serve();
    await upstream.close();
    await call('/dog_park/v1/dogs', { authorization: `Bearer ${token}` });
    const [entry = {}] = await entries(1);
    const shown = JSON.parse(findBlock('docs/observability.md: { "level": "info"').text) as object;
    // Calls are not traced here.
    expect(Object.keys(entry)).toEqual(Object.keys(shown).filter((key) => key !== 'traceId'));
    expect(entry).toMatchObject({
      status: 502,
      code: 'upstream_unreachable',
      attempts: 2,
      failure: `connect ECONNREFUSED ${upstream.url.slice('http://'.length)}`,
    });
  });

  test('names the client and the request as a trusted proxy does', full, async () => {
    const { call, entries } = await serve({ more: '    trustedProxies: [127.0.0.1, 192.0.2.7]\n' });
    const forwarded = (addresses: string) => call('/made-up', { 'x-forwarded-for': addresses });
    await forwarded('203.0.113.9, 198.51.100.4, 192.0.2.7');
    await forwarded('Bearer hidden, 192.0.2.7');
    await call('/made-up', { 'x-request-id': 'proxy-1' });
    const lines = await entries(3);
    expect(lines.map(({ client }) => client)).toEqual(['198.51.100.4', '192.0.2.7', '127.0.0.1']);
    expect(lines[2]?.['requestId']).toBe('proxy-1');
  });

  test('has the lines of all workers, whole, also those of the end', full, async () => {
    const { call, close, entries } = await serve({ workers: 2 });
    await Promise.all(Array.from({ length: 40 }, () => call('/made-up', { connection: 'close' })));
    await close();
    const lines = await entries(40);
    expect(new Set(lines.map(({ path }) => path))).toEqual(new Set(['/made-up']));
  });

  test('goes on in a new file where its file was moved away', full, async () => {
    const { call, entries, file } = await serve();
    await call('/first');
    await entries(1);
    await rename(file, `${file}.1`);
    await call('/second');
    expect(await entries(1)).toMatchObject([{ path: '/second' }]);
    expect(await entries(1, `${file}.1`)).toMatchObject([{ path: '/first' }]);
  });

  test('brings no reload about', full, async () => {
    const { call, entries, events } = await serve();
    for (let index = 0; index < 5; index++) await call('/made-up');
    await entries(5);
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'listening']);
  });

  test(
    'logs the address of a client that disconnected, or whose WebSocket was refused or closed',
    full,
    async () => {
      const leaving = new AbortController();
      const server = createServer(() => leaving.abort());
      new WebSocketServer({ server }).on('connection', (socket) =>
        socket.on('message', () => socket.close()),
      );
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      const sources = await writeSources(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await logTo(sources, '{ file: access.log }');
      const { gatewayUrl } = await start({ root: sources.root, plainHttp: true });
      const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
      const url = `${gatewayUrl}/dog_park/v1/dogs`;
      const socket = new WebSocket(url.replace('http', 'ws'), { headers });
      socket.on('open', () => socket.send('enough'));
      await new Promise((closed) => socket.once('close', closed));
      const refused = new WebSocket(url.replace('http', 'ws'));
      await new Promise((closed) => refused.once('error', closed));
      await sendAndReset(gatewayUrl);
      await request(url, { headers, signal: leaving.signal }).catch(() => undefined);
      const lines = await eventually(async () => {
        const found = (await readFile(join(sources.root, '.gatewright', 'access.log'), 'utf8'))
          .split('\n')
          .slice(0, -1);
        expect(found).toHaveLength(4);
        return found.map((line) => JSON.parse(line) as Record<string, unknown>);
      });
      expect(lines.map(({ status, client }) => [status, client])).toEqual([
        [101, '127.0.0.1'],
        [403, '127.0.0.1'],
        [404, '127.0.0.1'],
        [499, '127.0.0.1'],
      ]);
    },
  );

  test('goes to standard output, as lines of their own', full, async () => {
    const sources = await writeSources();
    await logTo(sources, 'stdout');
    const gateway = startCommand(sources.root, [
      'run',
      '--log-format',
      'text',
      '--plain-http',
      '--port',
      '0',
      '--admin-port',
      '0',
    ]);
    await gateway.until('/token\n');
    const url = /^Gateway +(\S+)$/m.exec(gateway.written())?.[1] ?? '';
    const answer = await request(`${url}/made-up?secret=hidden`);
    await answer.body.dump();
    await gateway.until('"api_unknown"');
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    const lines = gateway
      .written()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => (JSON.parse(line) as { path: string }).path)).toEqual(['/made-up']);
  });

  test('is asked for with a restart alone', full, async () => {
    const sources = await writeSources();
    const { sees } = await start({ root: sources.root, plainHttp: true });
    await logTo(sources, 'stdout');
    expect(await sees('restart-needed')).toEqual({ type: 'restart-needed', what: ['accessLog'] });
  });

  test('is not kept unless it is asked for', full, async () => {
    const sources = await writeSources();
    await logTo(sources, 'off');
    const { gatewayUrl, adminUrl } = await start({ root: sources.root, plainHttp: true });
    await (await request(`${gatewayUrl}/made-up`)).body.dump();
    expect(await (await request(`${adminUrl}/metrics`)).body.text()).not.toContain('gatewright_access_log');
  });
});
