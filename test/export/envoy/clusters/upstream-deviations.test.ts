import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { serveEndpoint } from '../clusters-in-test.ts';
import { hasEnvoy, openFolder, whyNoEnvoy } from '../envoy-in-test.ts';

const healthCheck = { path: '/', intervalMs: 100, timeoutMs: 1000, healthyAfter: 1, unhealthyAfter: 1 };
const circuitBreaker = { failures: 20, ratio: 0.5, windowMs: 10_000, openMs: 10_000 };

describe.skipIf(!hasEnvoy)(`a named deviation${whyNoEnvoy}`, () => {
  test('broken_connections: a call whose connection breaks is not sent again', async () => {
    let calls = 0;
    const upstream = await openUpstream('breaks', (incoming, response) => {
      calls += 1;
      if (calls === 1) incoming.socket.destroy();
      else response.end('second');
    });
    onTestFinished(upstream.close);
    const { call, entries } = await serveEndpoint({ targets: [upstream.url] });
    await call();
    expect(await entries(1)).toMatchObject([{ code: 'upstream_unreachable' }]);
    expect(calls).toBe(1);
  });

  test('unhealthy_targets: a call gets 503 if all targets are unhealthy', async () => {
    const upstream = await openUpstream('ill', ({ url }, response) => {
      response.writeHead(url === '/' ? 500 : 200).end();
    });
    onTestFinished(upstream.close);
    const { call } = await serveEndpoint({ targets: [upstream.url], healthCheck, circuitBreaker });
    expect(await call()).toMatchObject({ status: 503, body: 'no healthy upstream' });
    const other = await serveEndpoint({ targets: [upstream.url], healthCheck });
    expect(await other.call()).toMatchObject({ status: 200 });
  });

  test('health_check_protocol: health checks use HTTP/1.1', async () => {
    const folder = await openFolder();
    const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
    await writeFile(join(folder, 'ca.pem'), ca);
    const versions: string[] = [];
    const server = createSecureServer({ cert: certificate, key, allowHTTP1: true }, (incoming, response) => {
      versions.push(`${incoming.url} ${incoming.httpVersion}`);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const targets = [`https://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const { call } = await serveEndpoint(
      { targets, ca: { fromFile: 'ca.pem' }, http2: true, healthCheck },
      { folder },
    );
    expect(await call()).toMatchObject({ status: 200 });
    expect(new Set(versions)).toEqual(new Set(['/ 1.1', '/dogs 2.0']));
  });

  test('idle_websockets: a WebSocket without data is closed after the idle timeout', async () => {
    const server = createServer();
    server.on('upgrade', (_incoming, socket: Duplex) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const targets = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const timeouts = { connectMs: 100, firstByteMs: 200, idleMs: 200 };
    const { urlOf, entries } = await serveEndpoint({ targets, timeouts });
    const outgoing = get(`${urlOf('calls')}/dog_park/v1/dogs`, {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    });
    const [, socket] = (await once(outgoing, 'upgrade')) as [unknown, Duplex];
    await once(socket, 'close');
    const [entry] = await entries(1);
    expect(entry).toMatchObject({ status: 101 });
  });
});
