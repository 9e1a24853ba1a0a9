import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CodeOrder } from '#runtime/oauth/issue-code.ts';
import {
  alice,
  challenge,
  defineTable,
  defineWebApplication,
  openAuthorization,
  redirectUri,
  refusal,
  verifier,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let now: number;
let server: AuthorizationInTest;

const page: Partial<CodeOrder> = {
  client: { consumerKey: 'Page-production', keySet: 'production' },
  codeChallenge: challenge,
};

beforeEach(async () => {
  now = 1_800_000_000_000;
  server = await openAuthorization(defineTable(), { clock: () => now });
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const eventsOf = (name: string) => server.audited.filter(({ event }) => event === name);

describe('a code is exchanged', () => {
  test('for tokens of what the user has granted', async () => {
    const answer = await server.exchange('Web-production', await server.codeFor());
    expect(answer).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'cache-control': 'no-store', pragma: 'no-cache' }),
      json: {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'dogs:read dogs:write',
        refresh_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
      },
    });
    const claims = decodeJwt(String(answer.json['access_token']));
    expect(claims).toMatchObject({
      sub: 'user:alice',
      client_id: 'Web-production',
      key_set: 'production',
      scope: 'dogs:read dogs:write',
      gid: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(eventsOf('token_issued')).toEqual([
      {
        event: 'token_issued',
        grantType: 'authorization_code',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        grantId: claims['gid'],
        address: '127.0.0.1',
      },
    ]);
  });

  test('by a single-page application that holds the verifier', async () => {
    const answer = await server.exchange('Page-production', await server.codeFor(page), {
      code_verifier: verifier,
    });
    expect(answer).toMatchObject({ status: 200, json: { refresh_token: expect.any(String) } });
  });

  test('without a refresh token where the application does not declare any', async () => {
    await server.swap(
      defineTable({ applications: [defineWebApplication('Web', { grants: ['authorization_code'] })] }),
    );
    const answer = await server.exchange('Web-production', await server.codeFor());
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('refresh_token');
  });

  test('for those of its scopes that are still allowed', async () => {
    const code = await server.codeFor();
    await server.swap(defineTable({ scopes: ['dogs:read', 'dogs:walk'] }));
    expect(await server.exchange('Web-production', code)).toMatchObject({
      status: 200,
      json: { scope: 'dogs:read' },
    });
  });

  test('until it is sixty seconds old', async () => {
    const [early, late] = [await server.codeFor(), await server.codeFor()];
    now += 59_999;
    expect(await server.exchange('Web-production', early)).toMatchObject({ status: 200 });
    now += 1;
    expect(await server.exchange('Web-production', late)).toEqual(refusal(400, 'invalid_grant'));
  });
});

describe('code replay', () => {
  test('is refused, and takes back what the code was exchanged for', async () => {
    const code = await server.codeFor();
    const first = await server.exchange('Web-production', code);
    const read = () => server.call('/dog_park/v1/dogs', { headers: bearer(first.json['access_token']) });
    expect(await read()).toMatchObject({ code: 'production_unavailable' });
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
    expect(await read()).toMatchObject({ status: 403, code: 'token_invalid' });
    expect(await server.refresh('Web-production', first.json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(eventsOf('token_revoked')).toEqual([
      {
        event: 'token_revoked',
        reason: 'code_replayed',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        grantId: decodeJwt(String(first.json['access_token']))['gid'],
        address: '127.0.0.1',
      },
    ]);
    expect(eventsOf('request_refused')).toContainEqual({
      event: 'request_refused',
      endpoint: 'token',
      refused: 'code_refused',
      reason: 'replayed',
      clientId: 'Web-production',
      address: '127.0.0.1',
    });
  });

  test('is noticed after the code has expired, while its tokens last', async () => {
    const code = await server.codeFor();
    const first = await server.exchange('Web-production', code);
    now += 599_000;
    await server.exchange('Web-production', code);
    expect(await server.introspect('Web-production', { token: String(first.json['access_token']) })).toEqual(
      expect.objectContaining({ json: { active: false } }),
    );
  });

  test('of fifty at once lets exactly one through', async () => {
    const code = await server.codeFor();
    const exchanges = Array.from({ length: 50 }, () => server.exchange('Web-production', code));
    const statuses = (await Promise.all(exchanges)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 400)).toEqual([200]);
    expect(statuses).toHaveLength(50);
    expect(eventsOf('token_issued')).toHaveLength(1);
  });

  test('is what follows any exchange by the right client', async () => {
    const code = await server.codeFor();
    expect(await server.exchange('Web-production', code, { redirect_uri: `${redirectUri}x` })).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
    expect(eventsOf('token_issued')).toEqual([]);
  });
});

describe('a code of another client', () => {
  test.each([
    ['another application', 'Other-production', 'code_refused'],
    ['the sandbox keys of the same application', 'Web-sandbox', 'code_refused'],
    ['a single-page application', 'Page-production', 'code_refused'],
    ['an application that does not declare the grant', 'Service-production', 'grant_undeclared'],
  ])('is refused to %s, and not used up', async (_who, stranger, refused) => {
    const code = await server.codeFor();
    expect(await server.exchange(stranger, code)).toMatchObject({
      status: 400,
      json: { error: refused === 'code_refused' ? 'invalid_grant' : 'unauthorized_client' },
    });
    expect(eventsOf('request_refused')).toEqual([
      { event: 'request_refused', endpoint: 'token', refused, clientId: stranger, address: '127.0.0.1' },
    ]);
    expect(await server.exchange('Web-production', code)).toMatchObject({ status: 200 });
    expect(await server.exchange(stranger, code)).toMatchObject({ status: 400 });
    expect(eventsOf('token_revoked')).toEqual([]);
  });

  test('is refused with sandbox keys that were production keys when it was issued', async () => {
    const code = await server.codeFor();
    const { keySets, ...application } = defineWebApplication();
    const swapped = keySets.map((keys) => ({
      ...keys,
      keySet: keys.keySet === 'sandbox' ? ('production' as const) : ('sandbox' as const),
    }));
    await server.swap(defineTable({ applications: [{ ...application, keySets: swapped }] }));
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
  });
});

describe('a redirect_uri that differs', () => {
  test.each([
    ['by case of the host', 'https://APP.example.edu/callback?from=login'],
    ['by case of the path', 'https://app.example.edu/Callback?from=login'],
    ['by its scheme', 'http://app.example.edu/callback?from=login'],
    ['by path', 'https://app.example.edu/callback/?from=login'],
    ['by a dot segment', 'https://app.example.edu/x/../callback?from=login'],
    ['by an escape', 'https://app.example.edu/c%61llback?from=login'],
    ['by query', 'https://app.example.edu/callback?from=elsewhere'],
    ['by lacking the query', 'https://app.example.edu/callback'],
    ['by port', 'https://app.example.edu:8443/callback?from=login'],
    ['by the default port', 'https://app.example.edu:443/callback?from=login'],
    ['by a fragment', `${redirectUri}#`],
    ['by userinfo', 'https://app.example.edu@evil.example/callback?from=login'],
    ['by a space', `${redirectUri} `],
  ])('%s is refused', async (_how, different) => {
    const code = await server.codeFor();
    expect(await server.exchange('Web-production', code, { redirect_uri: different })).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  test('or is missing is refused, and the code not used up', async () => {
    const code = await server.codeFor();
    expect(await server.exchange('Web-production', code, { redirect_uri: undefined })).toEqual(
      refusal(400, 'invalid_request'),
    );
    expect(await server.exchange('Web-production', code)).toMatchObject({ status: 200 });
  });
});

describe('a code is worth nothing', () => {
  const disabled = { ...alice, state: 'disabled' } as const;
  const later = () => Math.floor(now / 1000) + 1;

  test.each([
    ['the user is disabled', () => defineTable({ users: [disabled] })],
    ['the user is no longer declared', () => defineTable({ users: [] })],
    ['tokensNotBefore of the user', () => defineTable({ users: [{ ...alice, tokensNotBefore: later() }] })],
    [
      'tokensNotBefore of the application',
      () => defineTable({ applications: [defineWebApplication('Web', { tokensNotBefore: later() })] }),
    ],
    [
      'the application no longer takes users of the gateway',
      () => defineTable({ applications: [defineWebApplication('Web', { identityProviders: ['Campus'] })] }),
    ],
  ])('once %s', async (_what, change) => {
    const code = await server.codeFor();
    await server.swap(change());
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
    expect(eventsOf('token_issued')).toEqual([]);
  });

  test('once the provider of its user is removed', async () => {
    const code = await server.codeFor({ subject: 'user:Campus/alice' });
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
  });

  test.each(['x', '', 'é'.repeat(43), '\0'])('where it is %j', async (code) => {
    const answer = await server.exchange('Web-production', code);
    expect(answer).toEqual(refusal(400, code === '' ? 'invalid_request' : 'invalid_grant'));
  });
});

test('a code whose scopes are no longer allowed is good for a token without them, as a refresh token is', async () => {
  const code = await server.codeFor();
  await server.swap(defineTable({ scopes: [] }));
  const { status, json } = await server.exchange('Web-production', code);
  expect([status, json['scope']]).toEqual([200, '']);
  await server.swap(defineTable());
  expect(await server.refresh('Web-production', json['refresh_token'])).toMatchObject({
    json: { scope: 'dogs:read dogs:write' },
  });
});

test('what the store holds, and what a token shows, is worth nothing', async () => {
  const code = await server.codeFor();
  const { json } = await server.exchange('Web-production', code);
  const { gid } = decodeJwt(String(json['access_token']));
  const digest = createHash('sha256').update(code).digest('base64url');
  for (const guess of [`${String(gid)}.${'x'.repeat(43)}`, String(gid), `${digest}.${'x'.repeat(43)}`]) {
    expect(await server.refresh('Web-production', guess)).toEqual(refusal(400, 'invalid_grant'));
    expect(await server.revoke('Web-production', { token: guess })).toMatchObject({ status: 200 });
  }
  expect(await server.refresh('Web-production', json['refresh_token'])).toMatchObject({ status: 200 });
});

function bearer(token: unknown) {
  return { authorization: `Bearer ${String(token)}` };
}
