// @module-tag full
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

const dogs = '/dog_park/v1/dogs';

async function open(url: string, ca: string): Promise<ClientHttp2Session> {
  const session = connect(url, { ca });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

async function get(session: ClientHttp2Session, path: string, token = '') {
  const stream = session.request({ ':path': path, authorization: `Bearer ${token}` });
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
  return { status: headers[':status'], text: await text(stream) };
}

async function serve(workers: number, drainMs = 0) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const upstream = await openUpstream('dogs', (_request, response) => {
    asked.resolve();
    void answer.promise.then(() => response.end('{}'));
  });
  onTestFinished(() => upstream.close());
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (config) =>
    config.replace('  production:', '  production:\n    accessLog: { file: calls.log }'),
  );
  const gateway = await start({ root, workers, drainMs });
  const ca = await readFile(join(root, '.gatewright/tls/ca.pem'), 'utf8');
  const token = await fetchToken(gateway.gatewayUrl, ca);
  return { ...gateway, root, ca, token, asked: asked.promise, answer: answer.resolve };
}

async function expectHttp2(workers: number) {
  const { gatewayUrl, ca, token, answer, close, root } = await serve(workers);
  answer();
  const session = await open(gatewayUrl, ca);
  expect(await get(session, dogs, token)).toEqual({ status: 200, text: '{}' });
  session.close();
  await close();
  const line = JSON.parse((await readFile(join(root, '.gatewright', 'calls.log'), 'utf8')).trim()) as Record<
    string,
    unknown
  >;
  expect(line).toMatchObject({
    method: 'GET',
    path: dogs,
    status: 200,
    protocol: '2.0',
    client: '127.0.0.1',
  });
}

test('a gateway answers over HTTP/2, and logs its version', () => expectHttp2(1));

test('several threads answer over HTTP/2, and log its version', full, () => expectHttp2(2));

test('a gateway that stops lets calls in flight end, and ends idle connections', async () => {
  const { gatewayUrl, ca, token, asked, answer, close } = await serve(1);
  const [busy, idle] = [await open(gatewayUrl, ca), await open(gatewayUrl, ca)];
  const call = get(busy, dogs, token);
  await asked;
  const leaving = [once(busy, 'goaway'), once(idle, 'goaway')];
  const closed = close();
  expect((await Promise.all(leaving)).map(([code]) => Number(code))).toEqual([0, 0]);
  answer();
  expect(await call).toEqual({ status: 200, text: '{}' });
  await closed;
});

test('a gateway that drains answers, and asks its clients to connect again', full, async () => {
  const { gatewayUrl, ca, token, answer, close } = await serve(1, 10_000);
  answer();
  const session = await open(gatewayUrl, ca);
  const left = once(session, 'goaway');
  const closed = close();
  expect(await get(session, '/health')).toEqual({ status: 503, text: '{"status":"stopping"}' });
  await left;
  expect(await get(await open(gatewayUrl, ca), dogs, token)).toEqual({ status: 200, text: '{}' });
  await closed;
});

test('new connections get the new certificate of the listener', full, async () => {
  const { root, write } = await writeSources();
  const hosts = ['localhost', '127.0.0.1'];
  const first = await makeCertificates(hosts, Date.now());
  const put = async ({ certificate, key }: typeof first) => {
    await write('cert.pem', () => certificate);
    await write('key.pem', () => key);
  };
  await put(first);
  const tls = 'tls: { certificate: { fromFile: cert.pem }, key: { fromFile: key.pem } }';
  await write('gateway.config.yaml', (config) =>
    config.replace(/(gatewayUrl: .*\n)/, `$1    listener: { host: 127.0.0.1, port: 0, ${tls} }\n`),
  );
  const { gatewayUrl, sees } = await start({ root });
  const old = await open(gatewayUrl, first.ca);
  const second = await makeCertificates(hosts, Date.now() - 1000);
  await put(second);
  await sees('tls-reloaded');
  const fresh = await open(gatewayUrl, second.ca);
  const serials = [old, fresh].map(
    ({ socket }) => (socket as TLSSocket).getPeerX509Certificate()?.serialNumber,
  );
  expect(serials[0]).not.toBe(serials[1]);
  expect([(await get(old, '/health')).status, (await get(fresh, '/health')).status]).toEqual([200, 200]);
});
