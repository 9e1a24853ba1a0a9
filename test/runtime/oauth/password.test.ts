import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { full } from '../../full-run.ts';
import { defineApplication } from '../table-builder.ts';
import {
  alice,
  defineTable,
  defineWebApplication,
  openAuthorization,
  passwordOfAlice,
  refusal,
  type AuthorizationInTest,
  type OAuthAnswer,
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

const logIn = (parameters: Readonly<Record<string, string | undefined>> = {}, as = 'Web-production') =>
  server.token(as, { grant_type: 'password', username: 'alice', password: passwordOfAlice, ...parameters });
const refused = () => server.audited.filter(({ event }) => event === 'request_refused');

describe('a name and a password', () => {
  test('are good for a token and a refresh token', async () => {
    const { status, json } = await logIn({ scope: 'dogs:read' });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'dogs:read',
        refresh_token: expect.any(String),
      },
    });
    const { sub, gid } = decodeJwt(String(json['access_token']));
    expect(sub).toBe('user:alice');
    expect(server.audited).toEqual([
      { event: 'login_succeeded', user: 'alice', provider: 'users', address: '127.0.0.1' },
      {
        event: 'token_issued',
        grantType: 'password',
        clientId: 'Web-production',
        subject: 'user:alice',
        scopes: ['dogs:read'],
        grantId: gid,
        address: '127.0.0.1',
      },
    ]);
    const { json: refreshed } = await server.refresh('Web-production', json['refresh_token']);
    expect(decodeJwt(String(refreshed['access_token']))).toMatchObject({ scope: 'dogs:read', gid });
    expect(
      await server.refresh('Web-production', refreshed['refresh_token'], { scope: 'dogs:write' }),
    ).toEqual(refusal(400, 'invalid_scope'));
  });

  test('are good for no refresh token where the application declares none', async () => {
    const shell = defineApplication('Shell', 'command-line', ['password']);
    await server.swap(defineTable({ applications: [shell] }));
    const { status, json } = await logIn({}, 'Shell-production');
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('refresh_token');
  });
});

describe('a login is refused', () => {
  test.each([
    ['with a wrong password', { password: `${passwordOfAlice}x` }, 400, 'invalid_grant'],
    ['to an unknown name', { username: 'bob' }, 400, 'invalid_grant'],
    ['to a name in another case', { username: 'Alice' }, 400, 'invalid_grant'],
    ['without a password', { password: '' }, 400, 'invalid_request'],
    ['without a name', { username: undefined }, 400, 'invalid_request'],
    ['for a scope that is not allowed', { scope: 'dogs:walk' }, 400, 'invalid_scope'],
  ])('%s', async (_what, parameters, status, error) => {
    expect(await logIn(parameters)).toEqual(refusal(status, error));
    expect(JSON.stringify(server.audited)).not.toMatch(/correct|bob|Alice/);
  });

  test('in the same words whether or not the name is known', async () => {
    const answers = [await logIn({ password: 'x' }), await logIn({ username: 'bob', password: 'x' })];
    expect(answers[0]?.json).toEqual(answers[1]?.json);
  });

  test.each([
    ['who is disabled', () => defineTable({ users: [{ ...alice, state: 'disabled' }] })],
    [
      'whom the application does not take',
      () => defineTable({ applications: [defineWebApplication('Web', { identityProviders: ['Campus'] })] }),
    ],
  ])('to a user %s', async (_who, change) => {
    await server.swap(change());
    expect(await logIn()).toEqual(refusal(400, 'invalid_grant'));
  });

  test('to applications that do not declare it, or have no secret', async () => {
    expect(await logIn({}, 'Service-production')).toEqual(refusal(400, 'unauthorized_client'));
    const page = defineApplication('Page', 'single-page', ['password']);
    await server.swap(defineTable({ applications: [page] }));
    expect(await logIn({}, 'Page-production')).toEqual(refusal(400, 'unauthorized_client'));
    expect(server.audited.filter(({ event }) => event.startsWith('login_'))).toEqual([]);
  });

  test('with 429 after too many have failed, also with the right password, until a while has passed', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await logIn({ password: 'wrong' });
    const answer = await logIn();
    expect(answer).toEqual(refusal(429, 'invalid_grant'));
    expect(answer.headers['retry-after']).toBe('60');
    now += 25_400;
    expect((await logIn()).headers['retry-after']).toBe('35');
    now += 34_600;
    await logIn({ password: 'wrong' });
    expect((await logIn()).headers['retry-after']).toBe('120');
    expect(refused().at(-1)).toEqual({
      event: 'request_refused',
      endpoint: 'token',
      refused: 'logins_limited',
      clientId: 'Web-production',
      address: '127.0.0.1',
    });
    now += 120_000;
    expect(await logIn()).toMatchObject({ status: 200 });
  });
});

describe('many logins at once', () => {
  const inSum = (answers: readonly OAuthAnswer[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    );
  const users = Array.from({ length: 70 }, (_, index) => ({ ...alice, name: `user${index}` }));

  test('of one user with the right password all succeed', async () => {
    expect(inSum(await Promise.all(Array.from({ length: 12 }, () => logIn())))).toEqual({ 200: 12 });
  });

  test('of seventy users at one address with the right passwords all succeed', full, async () => {
    await server.swap(defineTable({ users }));
    const answers = await Promise.all(users.map(({ name }) => logIn({ username: name })));
    expect(inSum(answers)).toEqual({ 200: 70 });
  });

  test('of one user with wrong passwords have five tries, whatever other user succeeds meanwhile', async () => {
    await server.swap(defineTable({ users: [alice, ...users] }));
    const answers = Array.from({ length: 40 }, () => logIn({ password: 'wrong' }));
    const others = await Promise.all(users.slice(0, 10).map(({ name }) => logIn({ username: name })));
    expect(inSum(others)).toEqual({ 200: 10 });
    expect(inSum(await Promise.all(answers))).toEqual({ 400: 5, 429: 35 });
    expect((await logIn()).status).toBe(429);
  });

  test('of seventy users with wrong passwords have fifty tries', full, async () => {
    await server.swap(defineTable({ users }));
    const guesses = users.map(({ name }) => logIn({ username: name, password: 'wrong' }));
    expect(inSum(await Promise.all(guesses))).toEqual({ 400: 50, 429: 20 });
  });

  test('beyond what can wait get 503, and when to try again', full, async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => logIn()));
    const turnedAway = answers.filter(({ status }) => status !== 200);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const answer of turnedAway) {
      expect(answer).toEqual(refusal(503, 'temporarily_unavailable'));
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await logIn()).status).toBe(200);
  });
});

test('a directory that does not respond is 503, and not an error of the gateway', async () => {
  const directory = {
    type: 'ldap',
    name: 'Campus',
    url: 'ldap://127.0.0.1:1',
    startTls: false,
    searchBase: 'dc=example,dc=edu',
    searchFilter: '(uid={username})',
    subjectAttribute: 'uid',
    displayNameAttribute: 'cn',
    emailAttribute: 'mail',
    groupAttribute: 'memberOf',
    timeoutMs: 500,
    recheckSeconds: 60,
    maximumUncheckedSeconds: 28_800,
  } as const;
  await server.swap(defineTable({ identityProviders: [directory] }));
  expect(await logIn({ username: 'bob' })).toEqual(refusal(503, 'temporarily_unavailable'));
  expect(server.unavailable).toEqual([
    expect.stringMatching(/^The directory Campus cannot be queried: .*ECONNREFUSED/),
  ]);
  expect(await logIn()).toMatchObject({ status: 200 });
});
