// @module-tag full
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../eventually.ts';
import { consumerKey, secret } from '../running-gateway.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { askAs, codeOf, openAskedGateway, sendTo } from './asked-gateway.ts';

test('headers of another protocol, or of none, do not describe the request', async () => {
  const { authorizationUrl, token } = await openAskedGateway();
  const authorization = `Bearer ${token}`;
  const dogs = '/dog_park/v1/dogs';
  const original = { 'x-original-method': 'GET', 'x-original-uri': dogs };
  const forwarded = { 'x-forwarded-method': 'GET', 'x-forwarded-uri': dogs };
  const cases: readonly (readonly [string, Record<string, string | string[]>])[] = [
    ['/authz/auth-request', {}],
    ['/authz/auth-request', { 'x-original-uri': dogs }],
    ['/authz/auth-request', { 'x-original-method': 'GET' }],
    ['/authz/auth-request', forwarded],
    ['/authz/forward-auth', original],
    ['/authz/auth-request', { ...original, 'x-original-method': ['GET', 'GET'] }],
    ['/authz/auth-request', { ...original, 'x-original-uri': [dogs, dogs] }],
    ['/authz/auth-request', { ...original, 'x-original-method': 'get' }],
    ['/authz/auth-request', { ...original, 'x-original-uri': `http://127.0.0.1${dogs}` }],
    ['/authz/auth-request', { ...original, 'x-original-uri': `${dogs} HTTP/1.1` }],
    ['/authz/auth-request', { ...original, 'x-original-uri': '' }],
    ['/authz/auth-request/', original],
    ['/authz/ext-authz', original],
    ['/authz', original],
    ['/', original],
    [dogs, original],
    ['/token', original],
  ];
  for (const [target, headers] of cases) {
    const verdict = await sendTo(authorizationUrl, { target, headers: { ...headers, authorization } });
    expect([target, headers, verdict.status, codeOf(verdict)]).toEqual([
      target,
      headers,
      400,
      'original_request_missing',
    ]);
  }
});

test('no spelling of a path gets past the checks of the gateway', async () => {
  const { authorizationUrl, gatewayUrl, token } = await openAskedGateway();
  const headers = { authorization: `Bearer ${token}` };
  const targets = [
    '/dog_park/v1/../v1/dogs',
    '/dog_park/v1/dogs/..%2fdogs',
    '/dog_park/v1/dogs%2f1',
    '/dog_park/v1//dogs',
    '//dog_park/v1/dogs',
    '/dog_park/v1/dogs;a=b',
    '/dog_park/v1\\dogs',
    '/dog_park/v1/dogs%00',
    '/dog_park/v1/dogs#/cats',
    '/dog_park/v1/dogs?a#b',
    '/dog_park/v1/%64ogs',
    '/authz/ext-authz/dog_park/v1/dogs',
    '/token',
  ];
  for (const target of targets) {
    const direct = await sendTo(gatewayUrl, { target, headers });
    for (const ask of [askAs['ext-authz'], askAs['auth-request']]) {
      const verdict = await ask(authorizationUrl, { target, headers });
      const status = verdict.headers['gatewright-status'] ?? String(verdict.status);
      // The token endpoint is not an API.
      const expected = target === '/token' ? ['404', 'api_unknown'] : [String(direct.status), undefined];
      expect([target, status]).toEqual([target, expected[0]]);
    }
  }
});

test('a method override, a second token, a blocked subscription and a revoked token are refused', async () => {
  const { authorizationUrl, gatewayUrl, token, write, sees } = await openAskedGateway();
  const authorization = `Bearer ${token}`;
  const ask = async (headers: Record<string, string | string[]>) =>
    codeOf(await askAs['forward-auth'](authorizationUrl, { target: '/dog_park/v1/dogs', headers }));
  expect(await ask({ authorization })).toBeUndefined();
  expect(await ask({ authorization, 'x-http-method-override': 'DELETE' })).toBe('method_overridden');
  expect(await ask({ authorization, 'x-original-url': '/admin' })).toBe('path_overridden');
  expect(await ask({ authorization: [authorization, authorization] })).toBe('token_ambiguous');
  await write('apis/dog_park/v1/subscriptions.yaml', (good) => `${good}state: blocked\n`);
  await sees('reloaded');
  expect(await ask({ authorization })).toBe('subscription_blocked');
  const revoked = await sendTo(gatewayUrl, {
    method: 'POST',
    target: '/oauth2/revoke',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `token=${token}`,
  });
  expect([revoked.status, await ask({ authorization })]).toEqual([200, 'token_invalid']);
});

test('a header that some servers take for one of the answer is refused', async () => {
  const { authorizationUrl, token } = await openAskedGateway({
    added: { 'apis/dog_park/v1/api.yaml': 'callerAssertion: { header: X-Caller-Assertion }\n' },
  });
  const ask = async (name: string) => {
    const headers = { authorization: `Bearer ${token}`, [name]: 'Forged' };
    return codeOf(await askAs['ext-authz'](authorizationUrl, { target: '/dog_park/v1/dogs', headers }));
  };
  expect(await ask('X_Gatewright_Application')).toBe('request_malformed');
  expect(await ask('X-Gatewright_Tier')).toBe('request_malformed');
  expect(await ask('X-Caller_Assertion')).toBe('request_malformed');
  expect(await ask('X_Other')).toBeUndefined();
});

test('two requests in one body, and one without a host, are not read', async () => {
  const { authorizationUrl } = await openAskedGateway();
  const { port } = new URL(authorizationUrl);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(
    'POST /authz/ext-authz/dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /authz/ext-authz/dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\n\r\n',
  );
  const answers = await text(socket);
  expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
});

test('a peer that is not declared is refused, whatever it sends', async () => {
  const { authorizationUrl, gatewayUrl, token } = await openAskedGateway({
    authorization: 'trustedPeers: [192.0.2.1]',
  });
  const asked = {
    target: '/dog_park/v1/dogs',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' },
  };
  for (const ask of Object.values(askAs)) {
    const verdict = await ask(authorizationUrl, asked);
    expect([verdict.status, codeOf(verdict)]).toEqual([403, 'peer_untrusted']);
  }
  // Calls do not reach the endpoint by the listener that they come in at.
  const called = await askAs['ext-authz'](gatewayUrl, asked);
  expect([called.status, codeOf(called)]).toEqual([404, 'api_unknown']);
});

test('a proxy needs a certificate of the declared authority, and is believed about itself alone', async () => {
  const proxy = await makeClientCertificate();
  vi.stubEnv('PROXY_CA', proxy.cert);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { authorizationUrl, token } = await openAskedGateway({
    authorization: 'clientCa: { fromEnv: PROXY_CA }',
    added: {
      'apis/dog_park/v1/api.yaml':
        'operationAccess: { GET /dogs: public }\naddressLimit: { requests: 1, unit: day }\n',
    },
  });
  const ask = (client: Partial<ClientCertificate>, headers: Record<string, string>) =>
    askOverTls(authorizationUrl, client, headers);
  const authorization = `Bearer ${token}`;
  const server = await makeCertificates(['localhost'], Date.now());
  for (const client of [{}, await makeClientCertificate(), { cert: server.certificate, key: server.key }])
    expect(await ask(client, { authorization })).toEqual([403, 'peer_untrusted']);
  expect(await ask(proxy, { 'x-forwarded-for': '198.51.100.1, 192.0.2.1' })).toEqual([200, undefined]);
  expect(await ask(proxy, { 'x-forwarded-for': '198.51.100.2, 192.0.2.1' })).toEqual([429, 'rate_limited']);
});

test.each([1, 2])(
  'another authority of the proxies is trusted once its file changes, by %d workers',
  async (workers) => {
    const [before, after] = [await makeClientCertificate(), await makeClientCertificate()];
    const file = join(await makeTestFolder(), 'proxies.pem');
    await writeFile(file, before.cert);
    const { authorizationUrl, token, sees } = await openAskedGateway({
      workers,
      authorization: `clientCa: { fromFile: ${file} }`,
    });
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => [
      await askOverTls(authorizationUrl, before, headers),
      await askOverTls(authorizationUrl, after, headers),
    ];
    expect(await ask()).toEqual([
      [200, undefined],
      [403, 'peer_untrusted'],
    ]);
    await writeFile(`${file}.new`, after.cert);
    await rename(`${file}.new`, file);
    await sees('tls-reloaded');
    // Each worker takes it over on its own.
    await eventually(async () =>
      expect(await ask()).toEqual([
        [403, 'peer_untrusted'],
        [200, undefined],
      ]),
    );
  },
);

interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate that is its own authority, in PEM. */
async function makeClientCertificate(): Promise<ClientCertificate> {
  const folder = await makeTestFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=proxy', '-addext', 'extendedKeyUsage=clientAuth'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
}

function askOverTls(
  url: string,
  client: Partial<ClientCertificate>,
  headers: Record<string, string>,
): Promise<readonly [number | undefined, unknown]> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      new URL('/authz/ext-authz/dog_park/v1/dogs', url),
      { ...client, headers, agent: false, rejectUnauthorized: false },
      (response) => {
        text(response).then((body) => resolve([response.statusCode, codeOf({ body })]), reject);
      },
    );
    sent.on('error', reject).end();
  });
}
