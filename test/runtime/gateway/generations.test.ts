import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openGateway, type GatewayInTest, type OptionsInTest } from '../gateway-in-test.ts';
import { makeClientCertificate } from '../make-client-certificate.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type EndpointsInTest,
  type TableInTest,
} from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const as = 'DogWalker-production';
const closing: (() => Promise<void>)[] = [];
let gateway: GatewayInTest;

beforeEach(() => {
  closing.length = 0;
});

afterEach(async () => {
  await gateway.close();
  for (const close of closing) await close();
});

async function open(...upstream: Parameters<typeof openUpstream>): Promise<UpstreamInTest> {
  const opened = await openUpstream(...upstream);
  closing.push(opened.close);
  return opened;
}

function tableTo(endpoints: EndpointsInTest, changes: Partial<TableInTest> = {}) {
  return buildTable({
    apis: [defineApi({ endpoints })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
    ...changes,
  });
}

const to = (...targets: readonly string[]): EndpointsInTest => ({ production: { targets } });

describe('a swap', () => {
  test('leaves a call in flight to the generation that it began on', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = await open('slow', (_request, response) => {
      asked.resolve();
      void release.promise.then(() => response.end('slow'));
    });
    const next = await open('next');
    gateway = await openGateway(tableTo(to(slow.url)));
    const inFlight = gateway.call('/dog_park/v1/dogs', { as });
    await asked.promise;
    await gateway.swap(tableTo(to(next.url)));
    expect(await gateway.call('/dog_park/v1/dogs', { as })).toMatchObject({ text: '{"upstream":"next"}' });
    expect(await slow.openConnections()).toBe(1);
    release.resolve();
    expect(await inFlight).toMatchObject({ status: 200, text: 'slow' });
    await eventually(async () => expect(await slow.openConnections()).toBe(0));
  });

  test('closes the connections that no generation needs, and keeps the others open', async () => {
    const kept = await open('kept');
    const left = await open('left');
    gateway = await openGateway(tableTo(to(kept.url, left.url)));
    for (let count = 0; count < 2; count++) await gateway.call('/dog_park/v1/dogs', { as });
    expect([await kept.openConnections(), await left.openConnections()]).toEqual([1, 1]);
    await gateway.swap(tableTo(to(kept.url)));
    await eventually(async () => expect(await left.openConnections()).toBe(0));
    await gateway.call('/dog_park/v1/dogs', { as });
    expect(kept.connections()).toBe(1);
  });

  test('releases a generation whose client has disconnected', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = await open('silent', () => asked.resolve());
    gateway = await openGateway(tableTo(to(silent.url)));
    const { connect } = await import('node:net');
    const socket = connect(gateway.port, '127.0.0.1');
    const authorization = `Authorization: Bearer ${await gateway.tokenFor(as)}`;
    socket.write(`GET /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\n${authorization}\r\n\r\n`);
    await asked.promise;
    socket.destroy();
    await once(socket, 'close');
    await gateway.swap(tableTo({}));
    await eventually(async () => expect(await silent.openConnections()).toBe(0));
  });

  test('takes over what did not change', async () => {
    const upstream = await open('upstream');
    const other = defineApi({ name: 'Other', context: 'other', endpoints: to(upstream.url) });
    const first = defineApi({ endpoints: to(upstream.url) });
    gateway = await openGateway(tableTo({}, { apis: [first, other] }));
    const before = gateway.serving.generation?.gateway;
    await gateway.swap(
      tableTo(
        {},
        {
          apis: [
            { ...first, operations: ['GET /cats'] },
            { ...other, state: 'blocked' },
          ],
        },
      ),
    );
    const after = gateway.serving.generation?.gateway;
    const part = (generation: typeof after, address: string) => generation?.apis.byAddress.get(address)?.part;
    expect(part(after, 'other/v1')).toBe(part(before, 'other/v1'));
    expect(part(after, 'dog_park/v1')).not.toBe(part(before, 'dog_park/v1'));
    expect(await gateway.call('/dog_park/v1/cats', { as })).toMatchObject({ status: 200 });
    expect(await gateway.call('/other/v1/dogs', { as })).toMatchObject({ status: 503, code: 'api_blocked' });
  });

  test('ends the tokens of keys that are no longer declared, at once', async () => {
    const upstream = await open('upstream');
    const walker = defineApplication('DogWalker');
    gateway = await openGateway(tableTo(to(upstream.url)));
    const token = await gateway.tokenFor(as);
    const call = () => gateway.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${token}` } });
    expect(await call()).toMatchObject({ status: 200 });
    const keySets = walker.keySets.filter(({ keySet }) => keySet === 'sandbox');
    await gateway.swap(tableTo(to(upstream.url), { applications: [{ ...walker, keySets }] }));
    expect(await call()).toMatchObject({ status: 403, code: 'token_invalid' });
    const moved = [{ keySet: 'sandbox', consumerKey: as, secretDigests: [] }] as const;
    await gateway.swap(tableTo(to(upstream.url), { applications: [{ ...walker, keySets: moved }] }));
    expect(await call()).toMatchObject({ status: 403, code: 'token_invalid' });
    await gateway.swap(tableTo(to(upstream.url)));
    expect(await call()).toMatchObject({ status: 200 });
  });
});

describe('an upstream over TLS', () => {
  const secure = (changes: object, target: string): EndpointsInTest => ({
    production: { targets: [target], ...changes },
  });

  async function callThrough(endpoints: EndpointsInTest, options: OptionsInTest = {}) {
    gateway = await openGateway(tableTo(endpoints), options);
    return gateway.call('/dog_park/v1/dogs', { as });
  }

  test('is trusted by its own authority', async () => {
    const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
    const upstream = await open('secure', undefined, { cert: certificate, key });
    const answer = await callThrough(secure({ ca: { fromEnv: 'CA' } }, upstream.url), {
      secrets: { CA: ca },
    });
    expect(answer).toMatchObject({ status: 200, text: '{"upstream":"secure"}' });
  });

  test('is not trusted without, nor under another name', async () => {
    const { ca, certificate, key } = await makeCertificates(['other.example.edu'], Date.now());
    const upstream = await open('secure', undefined, { cert: certificate, key });
    expect(await callThrough(to(upstream.url))).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    await gateway.close();
    const answer = await callThrough(secure({ ca: { fromEnv: 'CA' } }, upstream.url), {
      secrets: { CA: ca },
    });
    expect(answer).toMatchObject({ status: 502, code: 'upstream_unreachable' });
  });

  test('sees the certificate of the gateway, and of each endpoint its own', async () => {
    const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
    const client = makeClientCertificate();
    const tls = {
      cert: certificate,
      key,
      ca: client.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    };
    const upstream = await open('mutual', undefined, tls);
    const secrets = { CA: ca, CERT: client.certificate, KEY: client.key };
    const clientCertificate = { certificate: { fromEnv: 'CERT' }, key: { fromEnv: 'KEY' } };
    const endpoints = {
      ...secure({ ca: { fromEnv: 'CA' }, auth: { clientCertificate } }, upstream.url),
      sandbox: { targets: [upstream.url], ca: { fromEnv: 'CA' } },
    };
    expect(await callThrough(endpoints, { secrets })).toMatchObject({ status: 200 });
    const anonymous = await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-sandbox' });
    expect(anonymous).toMatchObject({ status: 502, code: 'upstream_unreachable' });
  });

  test('with invalid material stops the new generation, and not the one that serves', async () => {
    const upstream = await open('plain');
    expect(await callThrough(to(upstream.url), { secrets: { KEY: 'no key', BROKEN: 'a\nb' } })).toMatchObject(
      { status: 200 },
    );
    const clientCertificate = { certificate: { fromEnv: 'KEY' }, key: { fromEnv: 'KEY' } };
    const broken = tableTo(secure({ auth: { clientCertificate } }, 'https://127.0.0.1:1'));
    await expect(gateway.swap(broken)).rejects.toThrow(
      'The certificates for the upstream https://127.0.0.1:1 are not',
    );
    const header = { name: 'X-Key', value: { fromEnv: 'BROKEN' } };
    await expect(gateway.swap(tableTo(secure({ auth: { header } }, upstream.url)))).rejects.toThrow(
      'the header X-Key',
    );
    expect(await gateway.call('/dog_park/v1/dogs', { as })).toMatchObject({ status: 200 });
  });
});
