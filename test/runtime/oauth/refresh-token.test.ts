import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  alice,
  challenge,
  defineTable,
  defineWebApplication,
  openAuthorization,
  refusal,
  verifier,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let now: number;
let server: AuthorizationInTest;
let first: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  now = 1_800_000_000_000;
  server = await openAuthorization(defineTable(), { clock: () => now });
  first = (await server.exchange('Web-production', await server.codeFor())).json;
  server.audited.splice(0);
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const revoked = () => server.audited.filter(({ event }) => event === 'token_revoked');
const isActive = async (token: unknown) =>
  (await server.introspect('Web-production', { token: String(token) })).json['active'];

describe('a refresh token', () => {
  test('is exchanged for an access token and the next refresh token', async () => {
    const { status, json } = await server.refresh('Web-production', first['refresh_token']);
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'dogs:read dogs:write',
        refresh_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
      },
    });
    expect(json['refresh_token']).not.toBe(first['refresh_token']);
    const claims = [first, json].map((tokens) => decodeJwt(String(tokens['access_token'])));
    expect(claims[1]).toMatchObject({ sub: 'user:alice', gid: claims[0]?.['gid'] });
    expect(server.audited).toEqual([
      {
        event: 'token_issued',
        grantType: 'refresh_token',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        grantId: claims[0]?.['gid'],
        address: '127.0.0.1',
      },
    ]);
  });

  test('of a single-page application is rotated too', async () => {
    const code = await server.codeFor({
      client: { consumerKey: 'Page-production', keySet: 'production' },
      codeChallenge: challenge,
    });
    const { json } = await server.exchange('Page-production', code, { code_verifier: verifier });
    expect(await server.refresh('Page-production', json['refresh_token'])).toMatchObject({ status: 200 });
    now += 10_000;
    expect(await server.refresh('Page-production', json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  test('gives a token of fewer scopes where fewer are asked for, and all of them again', async () => {
    const narrow = await server.refresh('Web-production', first['refresh_token'], { scope: 'dogs:read' });
    expect(narrow).toMatchObject({ status: 200, json: { scope: 'dogs:read' } });
    expect(await server.refresh('Web-production', narrow.json['refresh_token'])).toMatchObject({
      json: { scope: 'dogs:read dogs:write' },
    });
  });

  test.each(['dogs:walk', 'dogs:read dogs:walk', ' dogs:read', 'dogs:read  dogs:write', 'DOGS:READ'])(
    'is not used up by asking for the scope %j, which was not granted',
    async (scope) => {
      await server.swap(defineTable({ scopes: ['dogs:read', 'dogs:walk', 'dogs:write'] }));
      expect(await server.refresh('Web-production', first['refresh_token'], { scope })).toEqual(
        refusal(400, 'invalid_scope'),
      );
      expect(await server.refresh('Web-production', first['refresh_token'])).toMatchObject({ status: 200 });
    },
  );

  test('gives no scope that is no longer allowed, and the grant stays even if none is', async () => {
    await server.swap(defineTable({ scopes: ['dogs:write'] }));
    let { json } = await server.refresh('Web-production', first['refresh_token']);
    expect(json['scope']).toBe('dogs:write');
    const withdrawn = { scope: 'dogs:read dogs:write' };
    ({ json } = await server.refresh('Web-production', json['refresh_token'], withdrawn));
    expect(json['scope']).toBe('dogs:write');
    await server.swap(defineTable({ scopes: [] }));
    // A client takes an absent scope for the one that it asked for (RFC 6749 section 5.1).
    expect(await server.refresh('Web-production', json['refresh_token'], withdrawn)).toEqual(
      refusal(400, 'invalid_scope'),
    );
    const { status, json: none } = await server.refresh('Web-production', json['refresh_token']);
    expect([status, none['scope']]).toEqual([200, '']);
    expect(decodeJwt(String(none['access_token']))).not.toHaveProperty('scope');
    json = none;
    await server.swap(defineTable());
    expect(await server.refresh('Web-production', json['refresh_token'])).toMatchObject({
      json: { scope: 'dogs:read dogs:write' },
    });
  });
});

describe('refresh replay', () => {
  test('is refused, and revokes the whole grant', async () => {
    const second = await server.refresh('Web-production', first['refresh_token']);
    now += 10_000;
    expect(await isActive(second.json['access_token'])).toBe(true);
    expect(await server.refresh('Web-production', first['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(revoked()).toEqual([
      {
        event: 'token_revoked',
        reason: 'refresh_token_replayed',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        grantId: decodeJwt(String(first['access_token']))['gid'],
        address: '127.0.0.1',
      },
    ]);
    expect(await isActive(second.json['access_token'])).toBe(false);
    expect(await isActive(first['access_token'])).toBe(false);
    expect(await server.refresh('Web-production', second.json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  test('shortly after the use is refused and revokes nothing, as two tabs may race', async () => {
    const second = await server.refresh('Web-production', first['refresh_token']);
    now += 9999;
    expect(await server.refresh('Web-production', first['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(server.audited.at(-1)).toEqual({
      event: 'request_refused',
      endpoint: 'token',
      refused: 'refresh_token_refused',
      reason: 'raced',
      clientId: 'Web-production',
      address: '127.0.0.1',
    });
    expect(revoked()).toEqual([]);
    expect(await server.refresh('Web-production', second.json['refresh_token'])).toMatchObject({
      status: 200,
    });
  });

  test('of fifty at once lets exactly one through', async () => {
    const refreshes = Array.from({ length: 50 }, () =>
      server.refresh('Web-production', first['refresh_token']),
    );
    const statuses = (await Promise.all(refreshes)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 400)).toEqual([200]);
    expect(statuses).toHaveLength(50);
    expect(revoked()).toEqual([]);
  });
});

describe('a refresh token is refused', () => {
  test.each(['Other-production', 'Web-sandbox', 'Page-production'])(
    'to %s, and neither used up nor revoked',
    async (stranger) => {
      expect(await server.refresh(stranger, first['refresh_token'])).toEqual(refusal(400, 'invalid_grant'));
      expect(server.audited).toEqual([
        {
          event: 'request_refused',
          endpoint: 'token',
          refused: 'refresh_token_refused',
          clientId: stranger,
          address: '127.0.0.1',
        },
      ]);
      expect(await server.refresh('Web-production', first['refresh_token'])).toMatchObject({ status: 200 });
      now += 10_000;
      expect(await server.refresh(stranger, first['refresh_token'])).toEqual(refusal(400, 'invalid_grant'));
      expect(revoked()).toEqual([]);
    },
  );

  test('if the application no longer declares the grant', async () => {
    const application = defineWebApplication('Web', { grants: ['authorization_code'] });
    await server.swap(defineTable({ applications: [application] }));
    expect(await server.refresh('Web-production', first['refresh_token'])).toEqual(
      refusal(400, 'unauthorized_client'),
    );
  });

  test.each([
    ['without a handle', (token: string) => token.slice(token.indexOf('.'))],
    ['without a secret', (token: string) => token.slice(0, token.indexOf('.'))],
    ['with a third part', (token: string) => `${token}.x`],
    ['with a space', (token: string) => ` ${token}`],
    ['with a line break', (token: string) => `${token}\n`],
    ['of an access token', () => String(first['access_token'])],
  ])('%s', async (_how, change) => {
    expect(await server.refresh('Web-production', change(String(first['refresh_token'])))).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(await server.refresh('Web-production', first['refresh_token'])).toMatchObject({ status: 200 });
  });

  test('after a long time without use', async () => {
    now += 3_599_999;
    const second = await server.refresh('Web-production', first['refresh_token']);
    expect(second.status).toBe(200);
    now += 3_600_000;
    expect(await server.refresh('Web-production', second.json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  test('so long after the login, however often it was used', async () => {
    let token = first['refresh_token'];
    for (let hour = 1; hour <= 30; hour += 1) {
      now += 3_000_000;
      const { status, json } = await server.refresh('Web-production', token);
      expect([hour, status]).toEqual([hour, hour * 3000 < 86_400 ? 200 : 400]);
      token = json['refresh_token'] ?? token;
    }
  });

  test('counting from the login, not from the code', async () => {
    const authenticatedAt = now / 1000 - 86_300;
    const { json } = await server.exchange('Web-production', await server.codeFor({ authenticatedAt }));
    now += 99_000;
    const { status, json: next } = await server.refresh('Web-production', json['refresh_token']);
    expect(status).toBe(200);
    now += 1000;
    expect(await server.refresh('Web-production', next['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  const later = () => Math.floor(now / 1000) + 1;
  const withTokens = (changes: object) => {
    const { token } = defineTable().manifest.gateway;
    return defineTable({ gateway: { token: { ...token, ...changes } } });
  };

  test.each([
    ['its user is disabled', () => defineTable({ users: [{ ...alice, state: 'disabled' }] })],
    ['its user is gone', () => defineTable({ users: [] })],
    ['tokensNotBefore of the gateway', () => withTokens({ tokensNotBefore: later() })],
    ['tokensNotBefore of its user', () => defineTable({ users: [{ ...alice, tokensNotBefore: later() }] })],
    [
      'tokensNotBefore of its application',
      () => defineTable({ applications: [defineWebApplication('Web', { tokensNotBefore: later() })] }),
    ],
    [
      'its users may not log in to the application',
      () => defineTable({ applications: [defineWebApplication('Web', { identityProviders: ['Campus'] })] }),
    ],
  ])('once %s, as long as that holds', async (_what, change) => {
    await server.swap(change());
    expect(await server.refresh('Web-production', first['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(await isActive(first['refresh_token'])).toBe(false);
    await server.swap(defineTable());
    expect(await server.refresh('Web-production', first['refresh_token'])).toMatchObject({ status: 200 });
  });

  test('sooner, once less time without use or since the login is declared', async () => {
    await server.swap(withTokens({ refreshLifetimeSeconds: 100 }));
    const second = await server.refresh('Web-production', first['refresh_token']);
    now += 100_000;
    expect(await server.refresh('Web-production', second.json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });
});
