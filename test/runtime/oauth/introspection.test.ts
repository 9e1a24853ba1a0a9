import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  alice,
  defineTable,
  openAuthorization,
  refusal,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let now: number;
let server: AuthorizationInTest;
let tokens: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  now = 1_800_000_000_000;
  server = await openAuthorization(defineTable(), { clock: () => now });
  tokens = (await server.exchange('Web-production', await server.codeFor())).json;
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const describeToken = async (kind: string, as = 'Web-production') =>
  (await server.introspect(as, { token: String(tokens[kind]) })).json;

describe('a client can introspect its own', () => {
  const seconds = () => Math.floor(now / 1000);

  test('access token of a user', async () => {
    const answer = await server.introspect('Web-production', { token: String(tokens['access_token']) });
    expect(answer).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'cache-control': 'no-store', pragma: 'no-cache' }),
      json: {
        active: true,
        scope: 'dogs:read dogs:write',
        client_id: 'Web-production',
        username: 'alice',
        token_type: 'Bearer',
        exp: seconds() + 600,
        iat: seconds(),
        sub: 'user:alice',
        aud: 'https://gateway.example.edu',
        iss: 'https://keys.example.edu',
        jti: decodeJwt(String(tokens['access_token'])).jti,
      },
    });
  });

  test('refresh token', async () => {
    now += 1000;
    expect(await describeToken('refresh_token')).toEqual({
      active: true,
      scope: 'dogs:read dogs:write',
      client_id: 'Web-production',
      username: 'alice',
      exp: seconds() - 1 + 3600,
      sub: 'user:alice',
      iss: 'https://keys.example.edu',
    });
  });

  test('access token for itself, which has no user', async () => {
    const { json } = await server.token('Web-production', { grant_type: 'client_credentials' });
    const answer = await server.introspect('Web-production', { token: String(json['access_token']) });
    expect(answer.json).toMatchObject({ active: true, sub: 'client:Web-production' });
    expect(answer.json).not.toHaveProperty('username');
  });

  test('token without the scopes that are no longer allowed', async () => {
    await server.swap(defineTable({ scopes: ['dogs:read'] }));
    for (const kind of ['access_token', 'refresh_token'])
      expect(await describeToken(kind)).toMatchObject({ active: true, scope: 'dogs:read' });
    await server.swap(defineTable({ scopes: [] }));
    expect(await describeToken('access_token')).not.toHaveProperty('scope');
  });
});

describe('a token is not active, and nothing else is said', () => {
  const inactive = { active: false };

  test.each(['Other-production', 'Web-sandbox', 'Service-production'])('for %s', async (stranger) => {
    for (const kind of ['access_token', 'refresh_token'])
      expect(await describeToken(kind, stranger)).toEqual(inactive);
  });

  test.each(['nonsense', '\0', 'a.b.c', `${'x'.repeat(43)}.${'y'.repeat(43)}`])(
    'where it is %j',
    async (token) => {
      expect((await server.introspect('Web-production', { token })).json).toEqual(inactive);
    },
  );

  test('however it is changed: never a program error, and never other claims', async () => {
    const token = String(tokens['access_token']);
    const original = await describeToken('access_token');
    const piece = fc.string({
      unit: fc.constantFrom('.', 'e', '0', '_', '-', '=', '{', ' ', 'é', '\0'),
      maxLength: 6,
    });
    const mutation = fc.tuple(fc.nat(token.length), fc.nat(4), piece).map(([at, cut, put]) => {
      return token.slice(0, at) + put + token.slice(at + cut);
    });
    const header = fc.json().map((json) => {
      return `${Buffer.from(json).toString('base64url')}${token.slice(token.indexOf('.'))}`;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutation, header, fc.string()), async (mutated) => {
        if (mutated === '') return;
        const { status, json } = await server.introspect('Web-production', { token: mutated });
        expect(status).toBe(200);
        expect(json).toEqual(mutated === token ? original : inactive);
      }),
    );
  });

  test('once it has expired', async () => {
    await describeToken('access_token');
    now += 600_000;
    expect(await describeToken('access_token')).toEqual(inactive);
    now += 3_000_000;
    expect(await describeToken('refresh_token')).toEqual(inactive);
  });

  test('once it is used up', async () => {
    await server.refresh('Web-production', tokens['refresh_token']);
    expect(await describeToken('refresh_token')).toEqual(inactive);
    expect(await describeToken('access_token')).toMatchObject({ active: true });
  });

  test('once it is revoked', async () => {
    await describeToken('access_token');
    await server.revoke('Web-production', { token: String(tokens['refresh_token']) });
    for (const kind of ['access_token', 'refresh_token']) expect(await describeToken(kind)).toEqual(inactive);
  });

  test('once its user is disabled', async () => {
    await server.swap(defineTable({ users: [{ ...alice, state: 'disabled' }] }));
    for (const kind of ['access_token', 'refresh_token']) expect(await describeToken(kind)).toEqual(inactive);
  });
});

describe('a question is refused', () => {
  test('to a client without a secret', async () => {
    const { json } = await server.token('Web-production', { grant_type: 'client_credentials' });
    const token = String(json['access_token']);
    server.audited.splice(0);
    expect(await server.introspect('Page-production', { token })).toEqual(refusal(401, 'invalid_client'));
    expect(server.audited).toEqual([
      {
        event: 'request_refused',
        endpoint: 'introspect',
        refused: 'introspection_confidential',
        clientId: 'Page-production',
        address: '127.0.0.1',
      },
    ]);
  });

  test('with a challenge where that client has named itself in the header', async () => {
    const authorization = `Basic ${Buffer.from('Page-production:').toString('base64')}`;
    const answer = await server.post('/oauth2/introspect', { token: 'x' }, { authorization });
    expect(answer).toEqual(refusal(401, 'invalid_client'));
    expect(answer.headers['www-authenticate']).toBe(
      'Basic realm="https://keys.example.edu", charset="UTF-8"',
    );
  });

  test('to nobody in particular, and to a token that is not for it', async () => {
    const token = String(tokens['access_token']);
    expect(await server.post('/oauth2/introspect', { token })).toEqual(refusal(401, 'invalid_client'));
    const bearer = { authorization: `Bearer ${token}` };
    expect(await server.post('/oauth2/introspect', { token }, bearer)).toMatchObject(
      refusal(401, 'invalid_client'),
    );
  });

  test('without a token', async () => {
    expect(await server.introspect('Web-production', { token_type_hint: 'access_token' })).toEqual(
      refusal(400, 'invalid_request'),
    );
  });
});
