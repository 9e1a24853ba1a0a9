import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accessLog } from '#export/envoy/observability/access-log.ts';
import { findBlock } from '../../../docs/shell-blocks.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { serveEndpoint } from '../clusters-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';

const of = {
  level: 'info',
  client: '127.0.0.1',
  digest: 'sha256:of-the-table',
  api: 'DogPark',
  version: 'v1',
  operation: '/dogs',
  application: 'DogWalker',
  keySet: 'production',
};

/** Without what differs in each run. */
function withoutChance({
  time,
  requestId,
  durationMs,
  upstreamMs,
  ...entry
}: Readonly<Record<string, unknown>>) {
  expect({ time, requestId, durationMs }).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    requestId: expect.any(String) as string,
    durationMs: expect.any(Number) as number,
  });
  return { ...entry, ...(upstreamMs !== undefined && { upstreamMs: typeof upstreamMs }) };
}

describe('the access log of Envoy', () => {
  test('is not written if none is declared', () => {
    expect(accessLog({}, '/etc/gatewright', [])).toEqual([]);
  });

  test.each([
    ['stdout', undefined],
    [{ file: 'logs/access.log' }, '/etc/gatewright/logs/access.log'],
    [{ file: '/var/log/access.log' }, '/var/log/access.log'],
  ] as const)('is written to the declared destination: %j', (destination, path) => {
    expect(accessLog({ accessLog: destination }, '/etc/gatewright', [])).toMatchObject([
      { typed_config: path === undefined ? {} : { path } },
    ]);
  });

  test.skipIf(!hasEnvoy)(`has the keys of the built-in data plane, and no secrets${whyNoEnvoy}`, async () => {
    const upstream = await openUpstream('dogs');
    const { call, entries } = await serveEndpoint({ targets: [`${upstream.url}/base`] });
    await call('/dogs?api_key=hidden', { headers: { authorization: 'Bearer hidden', cookie: 'a=hidden' } });
    await upstream.close();
    await call('/dogs', { method: 'POST' });
    const lines = await entries(2);
    expect(JSON.stringify(lines)).not.toContain('hidden');
    const base = { ...of, protocol: '1.1', path: '/dog_park/v1/dogs', upstream: upstream.url };
    expect(lines.map(withoutChance)).toEqual([
      { ...base, method: 'GET', status: 200, bytes: 19, upstreamMs: 'number' },
      {
        ...base,
        method: 'POST',
        status: 503,
        code: 'upstream_unreachable',
        attempts: 2,
        failure: 'delayed_connect_error:_Connection_refused',
      },
    ]);
    const shown = JSON.parse(findBlock('docs/observability.md: { "level": "info"').text) as object;
    // Calls are not traced here.
    expect(Object.keys(lines[1] ?? {}).toSorted()).toEqual(
      Object.keys(shown)
        .filter((key) => key !== 'traceId')
        .toSorted(),
    );
  });

  test.skipIf(!hasEnvoy)(
    `has the code of an answer only if the upstream did not give it${whyNoEnvoy}`,
    async () => {
      const statuses = [400, 408, 413, 431, 500, 503, 504];
      const upstream = await openUpstream('dogs', ({ url }, response) => {
        response.writeHead(Number(url?.slice(1))).end();
      });
      onTestFinished(upstream.close);
      const { call, entries } = await serveEndpoint({ targets: [upstream.url] });
      for (const status of statuses) await call(`/${status}`);
      await call('/refused');
      const shown = (await entries(statuses.length + 1)).map(({ status, code }) => ({ status, code }));
      expect(shown).toEqual([
        ...statuses.map((status) => ({ status })),
        { status: 400, code: 'parameters_malformed' },
      ]);
    },
  );

  test.skipIf(!hasEnvoy)(`logs a client that disconnects with the status 499${whyNoEnvoy}`, async () => {
    const upstream = await openUpstream('waits', () => undefined);
    onTestFinished(upstream.close);
    const { call, entries } = await serveEndpoint({ targets: [upstream.url] });
    await expect(call('/dogs', { signal: AbortSignal.timeout(200) })).rejects.toThrow();
    expect(await entries(1)).toMatchObject([{ status: 499 }]);
  });

  test.skipIf(!hasEnvoy)(`logs a call however it ends${whyNoEnvoy}`, async () => {
    const upstream = await openUpstream('dogs', (request, response) => {
      request.on('error', () => undefined).resume();
      if (request.url === '/silent') return;
      if (request.url === '/dies') return void request.socket.destroy();
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      if (request.url === '/breaks') setTimeout(() => response.destroy(), 50);
    });
    onTestFinished(upstream.close);
    const { urlOf, entries } = await serveEndpoint({ targets: [upstream.url] });
    const send = async (method: string, path: string, rest: string, waits: boolean) => {
      const socket = connect(Number(new URL(urlOf('calls')).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.write(`${method} /dog_park/v1${path} HTTP/1.1\r\nHost: a\r\n${rest}`);
      if (path === '/half') await once(socket, 'data');
      if (waits) socket.resume();
      else setTimeout(() => socket.resetAndDestroy(), 200);
      await closed;
    };
    const close = 'Connection: close\r\n\r\n';
    await send('GET', '/silent', '\r\n', false);
    await send('GET', '/half', '\r\n', false);
    await send('POST', '/silent', 'Content-Length: 9\r\n\r\nhalf', false);
    await send('POST', '/half', 'Content-Length: 9\r\n\r\nhalf', false);
    await send('POST', '/silent', 'Transfer-Encoding: chunked\r\n\r\nnonsense\r\n', true);
    await send('GET', '/dies', close, true);
    await send('GET', '/breaks', close, true);
    const session = connectHttp2(urlOf('calls'));
    for (const path of ['silent', 'half']) {
      const stream = session.request({ ':path': `/dog_park/v1/${path}`, ':method': 'PUT' });
      stream.on('error', () => undefined);
      if (path === 'half') await once(stream, 'data');
      setTimeout(() => stream.close(8), 200);
      await once(stream, 'close');
    }
    const last = session.request({ ':path': '/dog_park/v1/silent', ':method': 'PATCH' });
    last.on('error', () => undefined);
    setTimeout(() => session.destroy(), 200);
    await once(last, 'close');
    const logged = (await entries(10)).map(({ method, path }) => `${String(method)} ${String(path)}`);
    expect(logged.toSorted()).toEqual(
      [
        'GET /dog_park/v1/silent',
        'GET /dog_park/v1/half',
        'POST /dog_park/v1/silent',
        'POST /dog_park/v1/half',
        'POST /dog_park/v1/silent',
        'GET /dog_park/v1/dies',
        'GET /dog_park/v1/breaks',
        'PUT /dog_park/v1/silent',
        'PUT /dog_park/v1/half',
        'PATCH /dog_park/v1/silent',
      ].toSorted(),
    );
  });
});
