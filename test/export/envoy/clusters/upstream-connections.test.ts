import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { eventually } from '../../../eventually.ts';
import { makeClientCertificate } from '../../../runtime/make-client-certificate.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { serveEndpoint } from '../clusters-in-test.ts';
import { hasEnvoy, openFolder, whyNoEnvoy } from '../envoy-in-test.ts';

/** A folder with the authority of an upstream, and the upstream's own certificate. */
async function certify(...hosts: readonly string[]) {
  const folder = await openFolder();
  const { ca, certificate, key } = await makeCertificates(hosts, Date.now());
  await writeFile(join(folder, 'ca.pem'), ca);
  return { folder, tls: { cert: certificate, key } };
}

const ca = { fromFile: 'ca.pem' };

/** Its answer is the method, the path and the subject of the client's certificate. */
async function openTlsUpstream(tls: object) {
  const upstream = await openUpstream(
    'dogs',
    ({ method, url, socket, httpVersion }, response) => {
      const { raw } = (socket as TLSSocket).getPeerCertificate?.() ?? {};
      const subject = raw && new X509Certificate(raw).subject;
      response.end(JSON.stringify({ method, url, httpVersion, subject }));
    },
    tls,
  );
  onTestFinished(upstream.close);
  return upstream;
}

describe.skipIf(!hasEnvoy)(`the connections of Envoy to upstreams${whyNoEnvoy}`, () => {
  test('send the path without the prefix, after that of the endpoint, to the host by its own name', async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { call } = await serveEndpoint({ targets: [`${upstream.url}/b.a\\1se`] });
    await call('/dogs/a%20b?q=%2F&q=1', { method: 'POST', body: 'text' });
    await call('/');
    const seen = upstream.seen.map(({ method, url, headers: { host }, body }) => ({
      method,
      url,
      host,
      body,
    }));
    const host = upstream.url.slice('http://'.length);
    expect(seen).toEqual([
      { method: 'POST', url: '/b.a/1se/dogs/a%20b?q=%2F&q=1', host, body: 'text' },
      { method: 'GET', url: '/b.a/1se/', host, body: '' },
    ]);
  });

  test('trust a declared authority', async () => {
    const { folder, tls } = await certify('127.0.0.1');
    const upstream = await openTlsUpstream(tls);
    const { call } = await serveEndpoint({ targets: [upstream.url], ca }, { folder });
    expect(await call()).toMatchObject({ status: 200 });
  });

  test('trust each of several targets by its own name', async () => {
    const { folder, tls } = await certify('127.0.0.1', 'localhost');
    const [one, other] = [await openTlsUpstream(tls), await openUpstream('plain')];
    onTestFinished(other.close);
    const targets = [one.url, `https://localhost:${one.port}`, other.url];
    const { call, entries } = await serveEndpoint({ targets, ca, retries: 0 }, { folder });
    for (let count = 0; count < 6; count += 1) expect(await call()).toMatchObject({ status: 200 });
    const upstreams = (await entries(6)).map((entry) => entry['upstream']);
    expect(new Set(upstreams)).toEqual(new Set(targets));
  });

  test.each([
    ['a certificate for another name', ['other.example.edu'], { ca }, 'SAN_matcher'],
    ['an authority that is not trusted', ['127.0.0.1'], {}, 'unable_to_get_local_issuer_certificate'],
  ])('do not trust %s', async (_what, hosts, trusted, reason) => {
    const { folder, tls } = await certify(...hosts);
    const upstream = await openTlsUpstream(tls);
    const { call, entries } = await serveEndpoint({ targets: [upstream.url], ...trusted }, { folder });
    await call();
    expect(await entries(1)).toMatchObject([
      { code: 'upstream_unreachable', failure: expect.stringContaining(reason) as string },
    ]);
  });

  test('show a client certificate, and a new one once its file is replaced', async () => {
    const { folder, tls } = await certify('127.0.0.1');
    const upstream = await openTlsUpstream({ ...tls, requestCert: true, rejectUnauthorized: false });
    const write = async (end: string) => {
      const { certificate, key } = makeClientCertificate();
      await writeFile(join(folder, `client.key${end}`), key);
      await writeFile(join(folder, `client.pem${end}`), certificate);
      return new X509Certificate(certificate).fingerprint;
    };
    await write('');
    const clientCertificate = { certificate: { fromFile: 'client.pem' }, key: { fromFile: 'client.key' } };
    const { call, admin } = await serveEndpoint(
      { targets: [upstream.url], ca, auth: { clientCertificate } },
      { folder },
    );
    expect(JSON.parse((await call()).body)).toMatchObject({ subject: 'CN=gateway' });
    const before = await admin('/certs');
    await write('.new');
    await rename(join(folder, 'client.key.new'), join(folder, 'client.key'));
    await rename(join(folder, 'client.pem.new'), join(folder, 'client.pem'));
    await eventually(async () => expect(await admin('/certs')).not.toBe(before));
    expect(await call()).toMatchObject({ status: 200 });
  });

  test('are refused by an upstream that requires a client certificate, without one', async () => {
    const { folder, tls } = await certify('127.0.0.1');
    const upstream = await openTlsUpstream({ ...tls, requestCert: true, rejectUnauthorized: true });
    const { call, entries } = await serveEndpoint({ targets: [upstream.url], ca }, { folder });
    await call();
    expect(await entries(1)).toMatchObject([{ code: 'upstream_unreachable' }]);
  });

  test('use HTTP/2 if the upstream chooses it', async () => {
    const { folder, tls } = await certify('127.0.0.1');
    const server = createSecureServer(tls, (request, response) => response.end(request.httpVersion));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const targets = [`https://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const { call } = await serveEndpoint({ targets, ca, http2: true }, { folder });
    expect(await call()).toEqual({ status: 200, body: '2.0' });
  });

  test('use HTTP/1.1 if the upstream does not know HTTP/2', async () => {
    const { folder, tls } = await certify('127.0.0.1');
    const upstream = await openTlsUpstream(tls);
    const { call } = await serveEndpoint({ targets: [upstream.url], ca, http2: true }, { folder });
    expect(JSON.parse((await call()).body)).toMatchObject({ httpVersion: '1.1' });
  });
});

describe.skipIf(!hasEnvoy)(`the credential of an endpoint${whyNoEnvoy}`, () => {
  const auth = { header: { name: 'X-Api-Key', value: { fromFile: 'api-key' } } };

  test('replaces what a client sends, and is replaced with its file', async () => {
    const folder = await openFolder();
    await writeFile(join(folder, 'api-key'), 'first-secret\n');
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { call } = await serveEndpoint({ targets: [upstream.url], auth }, { folder });
    const sent = async () => {
      await call('/dogs', { headers: { 'X-API-KEY': 'forged' } });
      return upstream.seen.at(-1)?.headers['x-api-key'];
    };
    expect(await sent()).toBe('first-secret');
    await writeFile(join(folder, 'new'), 'second-secret');
    await rename(join(folder, 'new'), join(folder, 'api-key'));
    await eventually(async () => expect(await sent()).toBe('second-secret'));
  });

  test.each(['an empty file', 'no file'])('is required: with %s, calls are refused', async (what) => {
    const folder = await openFolder();
    if (what === 'an empty file') await writeFile(join(folder, 'api-key'), '');
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { call, entries } = await serveEndpoint({ targets: [upstream.url], auth }, { folder });
    const { status } = await call();
    expect({ status, entry: await entries(1), seen: upstream.seen }).toMatchObject({
      entry: [{ code: 'upstream_unavailable' }],
      seen: [],
    });
  });

  test('is in no other file, and in no page of the admin interface', async () => {
    const folder = await openFolder();
    await writeFile(join(folder, 'api-key'), 'hidden-secret');
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { call, entries, admin, log } = await serveEndpoint({ targets: [upstream.url], auth }, { folder });
    await call();
    await entries(1);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile() && file.name !== 'api-key');
    const texts = names.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'));
    const shown = [
      await admin('/config_dump?include_eds'),
      await admin('/stats'),
      log(),
      ...(await Promise.all(texts)),
    ];
    expect(shown.filter((text) => text.includes('hidden-secret'))).toEqual([]);
    expect(names.map(({ name }) => name).toSorted()).toEqual([
      'access.log',
      'admin-address',
      'bootstrap.json',
      expect.stringMatching(/^header%3A.*api-key\.json$/) as string,
    ]);
  });
});
