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

beforeEach(async () => {
  now = 1_800_000_000_000;
  server = await openAuthorization(defineTable(), { clock: () => now });
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** The answer to a call that passes everything except the endpoint, which the API does not have. */
const admitted = { status: 403, code: 'production_unavailable' };
const rejected = { status: 403, code: 'token_invalid' };
const call = (token: unknown) =>
  server.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${String(token)}` } });
const login = async () => (await server.exchange('Web-production', await server.codeFor())).json;
const ownToken = async (key = 'Web-production') =>
  String((await server.token(key, { grant_type: 'client_credentials' })).json['access_token']);
const revoked = () => server.audited.filter(({ event }) => event === 'token_revoked');

describe('a revoked token', () => {
  test.each(['access_token', 'refresh_token'])('of a user takes the grant with it: %s', async (kind) => {
    const first = await login();
    const second = (await server.refresh('Web-production', first['refresh_token'])).json;
    for (const { access_token: token } of [first, second]) expect(await call(token)).toMatchObject(admitted);
    const answer = await server.revoke('Web-production', { token: String(second[kind]) });
    expect(answer).toEqual({
      status: 200,
      headers: expect.objectContaining({
        'cache-control': 'no-store',
        pragma: 'no-cache',
        'content-length': '0',
      }),
      json: {},
    });
    for (const { access_token: token } of [first, second]) expect(await call(token)).toMatchObject(rejected);
    expect(await server.refresh('Web-production', second['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    expect(revoked()).toEqual([
      {
        event: 'token_revoked',
        reason: 'asked_by_client',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        grantId: decodeJwt(String(first['access_token']))['gid'],
        address: '127.0.0.1',
      },
    ]);
  });

  test('of another login of the same user stays as it is', async () => {
    const [one, other] = [await login(), await login()];
    await server.revoke('Web-production', { token: String(one['refresh_token']) });
    expect(await call(other['access_token'])).toMatchObject(admitted);
    expect(await server.refresh('Web-production', other['refresh_token'])).toMatchObject({ status: 200 });
  });

  test('that a client has for itself goes alone', async () => {
    const [one, other] = [await ownToken(), await ownToken()];
    await call(one);
    await server.revoke('Web-production', { token: one });
    expect(await call(one)).toMatchObject(rejected);
    expect(await call(other)).toMatchObject(admitted);
  });

  test('that was used up takes the grant with it too', async () => {
    const first = await login();
    const second = (await server.refresh('Web-production', first['refresh_token'])).json;
    await server.revoke('Web-production', { token: String(first['refresh_token']) });
    expect(await call(second['access_token'])).toMatchObject(rejected);
  });

  test('is known by its look, whatever the hint says', async () => {
    for (const hint of ['access_token', 'refresh_token', 'pct', '']) {
      const { access_token: access, refresh_token: refresh } = await login();
      const token = String(hint === 'access_token' ? refresh : access);
      expect(await server.revoke('Web-production', { token, token_type_hint: hint })).toMatchObject({
        status: 200,
      });
      expect(await call(access)).toMatchObject(rejected);
    }
  });

  test('stays revoked after a reload, and as long as it could be good', async () => {
    const token = await ownToken();
    await server.revoke('Web-production', { token });
    await server.swap(defineTable({ scopes: ['dogs:read'] }));
    now += 599_000;
    await server.revoke('Web-production', { token: await ownToken() });
    expect(await call(token)).toMatchObject(rejected);
  });

  test('may be that of a single-page application, which only names itself', async () => {
    const page = { consumerKey: 'Page-production', keySet: 'production' } as const;
    const code = await server.codeFor({ client: page, codeChallenge: challenge });
    const { json } = await server.exchange('Page-production', code, { code_verifier: verifier });
    expect(await call(json['access_token'])).toMatchObject(admitted);
    expect(await server.revoke('Page-production', { token: String(json['refresh_token']) })).toMatchObject({
      status: 200,
    });
    expect(await call(json['access_token'])).toMatchObject(rejected);
  });
});

test('a revocation that is asked for again is announced again, since another gateway may have missed it', async () => {
  const { access_token: access, refresh_token: refresh } = await login();
  const announced: string[] = [];
  server.store.onRevoked((id) => announced.push(id));
  for (const token of [access, access, refresh, refresh])
    expect(await server.revoke('Web-production', { token: String(token) })).toMatchObject({ status: 200 });
  const { gid } = decodeJwt(String(access));
  expect(announced).toEqual([gid, gid, gid, gid]);
  expect(revoked()).toHaveLength(1);
});

describe('a revocation is remembered', () => {
  const untilOf = async (id: unknown) => (await server.store.revocations()).get(String(id));

  test('as long as the one token could be good that a client has for itself, and a minute', async () => {
    const token = await ownToken();
    now += 100_000;
    await server.revoke('Web-production', { token });
    const { jti, exp = 0 } = decodeJwt(token);
    expect(await untilOf(jti)).toBe(exp + 60);
  });

  test.each(['access_token', 'refresh_token'])(
    'as long as any token of its grant could be good, and a minute: %s',
    async (kind) => {
      const tokens = await login();
      await server.revoke('Web-production', { token: String(tokens[kind]) });
      const { gid } = decodeJwt(String(tokens['access_token']));
      expect(await untilOf(gid)).toBe(now / 1000 + 86_400 + 60);
    },
  );
});

describe('nothing is revoked', () => {
  test.each([
    ['nonsense', async () => 'nonsense'],
    ['an unknown refresh token', async () => `${'x'.repeat(43)}.${'y'.repeat(43)}`],
    ['a token that is cut short', async () => (await ownToken()).slice(0, -1)],
    ['a token of another header', async () => (await ownToken()).replace(/^[^.]+/, 'e30')],
    ['a token without a signature', async () => (await ownToken()).replace(/[^.]+$/, '')],
    ['a control character', async () => '\0'],
  ])('by %s, and the answer is the same', async (_what, make) => {
    expect(await server.revoke('Web-production', { token: await make() })).toMatchObject({
      status: 200,
      json: {},
    });
    expect(revoked()).toEqual([]);
  });

  test('by a token that has run out', async () => {
    const token = await ownToken();
    now += 600_000;
    expect(await server.revoke('Web-production', { token })).toMatchObject({ status: 200 });
    expect(revoked()).toEqual([]);
  });

  test.each(['Other-production', 'Web-sandbox', 'Page-production'])(
    'by %s, to whom the token was not issued',
    async (stranger) => {
      const { access_token: access, refresh_token: refresh } = await login();
      for (const token of [access, refresh]) {
        server.audited.splice(0);
        expect(await server.revoke(stranger, { token: String(token) })).toEqual(
          refusal(400, 'invalid_grant'),
        );
        expect(server.audited).toEqual([
          {
            event: 'request_refused',
            endpoint: 'revoke',
            refused: 'token_of_another_client',
            clientId: stranger,
            address: '127.0.0.1',
          },
        ]);
      }
      expect(await call(access)).toMatchObject(admitted);
      expect(await server.refresh('Web-production', refresh)).toMatchObject({ status: 200 });
    },
  );

  test('without a token, or without the right secret', async () => {
    expect(await server.revoke('Web-production', {})).toEqual(refusal(400, 'invalid_request'));
    const token = await ownToken();
    expect(await server.revoke('Web-production', { token, client_secret: 'wrong' })).toEqual(
      refusal(401, 'invalid_client'),
    );
    expect(await server.revoke('Web-production', { token, client_secret: undefined })).toEqual(
      refusal(401, 'invalid_client'),
    );
    expect(await call(token)).toMatchObject(admitted);
  });
});

describe('tokensNotBefore', () => {
  const { token } = defineTable().manifest.gateway;
  const web = (tokensNotBefore: number) =>
    defineTable({ applications: [defineWebApplication('Web', { tokensNotBefore })] });

  test.each([
    ['the gateway', (at: number) => defineTable({ gateway: { token: { ...token, tokensNotBefore: at } } })],
    ['the application', web],
    ['the user', (at: number) => defineTable({ users: [{ ...alice, tokensNotBefore: at }] })],
  ])('of %s ends remembered tokens at the next call', async (_whose, change) => {
    const { access_token: access } = await login();
    expect(await call(access)).toMatchObject(admitted);
    await server.swap(change(now / 1000));
    expect(await call(access)).toMatchObject(admitted);
    await server.swap(change(now / 1000 + 1));
    expect(await call(access)).toMatchObject(rejected);
    now += 1000;
    expect(await call((await login())['access_token'])).toMatchObject(admitted);
  });

  test('of a user leaves the tokens alone that clients have for themselves', async () => {
    const own = await ownToken();
    await server.swap(defineTable({ users: [{ ...alice, tokensNotBefore: now / 1000 + 1 }] }));
    expect(await call(own)).toMatchObject(admitted);
  });
});

test('a token of a declared user, and its grant, end once the application takes users from providers alone', async () => {
  const narrowed = defineWebApplication('Web', { identityProviders: ['campus'] });
  const { access_token: access, refresh_token: refresh } = await login();
  const own = await ownToken();
  expect(await call(access)).toMatchObject(admitted);
  await server.swap(defineTable({ applications: [narrowed] }));
  expect(await call(access)).toMatchObject(rejected);
  expect(await call(own)).toMatchObject(admitted);
  expect(await server.refresh('Web-production', refresh)).toEqual(refusal(400, 'invalid_grant'));
  await server.swap(defineTable({ applications: [{ ...narrowed, identityProviders: ['campus', 'users'] }] }));
  expect(await call(access)).toMatchObject(admitted);
});

describe('a token of a user whom a provider knows', () => {
  const campus = {
    type: 'oidc',
    name: 'campus',
    displayName: 'Campus',
    issuer: 'https://login.example.net',
    clientId: 'gateway',
    clientSecret: { fromEnv: 'CAMPUS_SECRET' },
    scopes: ['openid'],
    emailClaim: 'email',
    groupsClaim: 'groups',
    recheckSeconds: 60,
    maximumUncheckedSeconds: 28_800,
  } as const;
  const declare = (identityProviders?: readonly string[]) =>
    defineTable({
      identityProviders: [campus, { ...campus, name: 'staff' }],
      applications: [defineWebApplication('Web', identityProviders ? { identityProviders } : {})],
    });

  test.each([
    ['the provider is declared no more', () => defineTable()],
    ['the application takes no users from it', () => declare(['users', 'staff'])],
  ])('is refused once %s, and with it the grant', async (_what, change) => {
    await server.swap(declare(['campus']));
    const code = await server.codeFor({ subject: 'user:campus/ada' });
    const { json } = await server.exchange('Web-production', code);
    const own = await ownToken();
    expect(await call(json['access_token'])).toMatchObject(admitted);
    await server.swap(change());
    expect(await call(json['access_token'])).toMatchObject(rejected);
    expect(await call(own)).toMatchObject(admitted);
    expect(await server.refresh('Web-production', json['refresh_token'])).toEqual(
      refusal(400, 'invalid_grant'),
    );
    await server.swap(declare());
    expect(await call(json['access_token'])).toMatchObject(admitted);
  });
});
