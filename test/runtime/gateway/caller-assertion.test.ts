import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const as = 'DogWalker-production';
const now = Date.UTC(2026, 0, 1);

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let time: number;

beforeEach(async () => {
  time = now;
  upstream = await openUpstream('stream');
  const asking = { callerAssertion: { header: 'x-caller' } };
  const endpoints = { production: { targets: [upstream.url] } };
  gateway = await openGateway(
    buildTable({
      apis: [defineApi({ endpoints, ...asking }), defineApi({ name: 'Quiet', context: 'quiet', endpoints })],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker'), subscribe('DogWalker', 'Quiet/v1')],
    }),
    { clock: () => time },
  );
});

afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

async function assertionOf(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  await gateway.call(path, { as, headers });
  return upstream.seen.at(-1)?.headers['x-caller'] as string | undefined;
}

async function keys() {
  const { text } = await gateway.call('/oauth2/jwks');
  return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
}

test('the upstream receives an assertion of who calls, which it can verify', async () => {
  const assertion = (await assertionOf('/dog_park/v1/dogs')) ?? '';
  const { payload, protectedHeader } = await jwtVerify(assertion, await keys(), {
    typ: 'caller+jwt',
    audience: 'https://gateway.example.edu/dog_park/v1',
    issuer: 'https://keys.example.edu',
    currentDate: new Date(now),
  });
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'caller+jwt' });
  expect(payload).toEqual({
    iss: 'https://keys.example.edu',
    aud: 'https://gateway.example.edu/dog_park/v1',
    sub: `client:${as}`,
    client_id: as,
    key_set: 'production',
    application: 'DogWalker',
    tier: expect.any(String),
    scope: '',
    iat: now / 1000,
    exp: now / 1000 + 120,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('what a client says in its place, in whatever spelling, never arrives', async () => {
  const forged = { 'x-caller': 'forged', X_Caller: 'forged', 'x-Caller': 'forged' };
  const assertion = await assertionOf('/dog_park/v1/dogs', forged);
  expect(decodeProtectedHeader(assertion ?? '')).toMatchObject({ typ: 'caller+jwt' });
  expect(JSON.stringify(upstream.seen.at(-1)?.headers)).not.toContain('forged');
});

test('an API that does not ask for it receives nothing', async () => {
  expect(await assertionOf('/quiet/v1/dogs')).toBeUndefined();
});

test('it is not an access token', async () => {
  const assertion = await assertionOf('/dog_park/v1/dogs');
  const headers = { authorization: `Bearer ${assertion}` };
  expect(await gateway.call('/dog_park/v1/dogs', { headers })).toMatchObject({
    status: 403,
    code: 'token_invalid',
  });
});

test('it is signed again before it expires', async () => {
  const token = await gateway.tokenFor(as);
  const ask = async () => {
    await gateway.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${token}` } });
    return upstream.seen.at(-1)?.headers['x-caller'];
  };
  const first = await ask();
  time += 59_000;
  expect(await ask()).toBe(first);
  time += 1000;
  expect(await ask()).not.toBe(first);
});
