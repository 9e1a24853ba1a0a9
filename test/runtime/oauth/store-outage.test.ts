import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { UserCheck } from '#runtime/identity/identity.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import {
  defineTable,
  openAuthorization,
  passwordOfAlice,
  redirectUri,
  refusal,
  type AuthorizationInTest,
} from './authorization-in-test.ts';
import { BrowserInTest } from './authorize/browser-in-test.ts';
import { allow, answerIn, fillIn, requestOf } from './authorize/flow-in-test.ts';

const verbs = ['putCode', 'takeCode', 'openGrant', 'findGrant', 'rotate', 'revoke'] as const;
let broken: ReadonlySet<string>;
let failure: Error;
let server: AuthorizationInTest;
let tokens: Readonly<Record<string, unknown>>;
let code: string;

/** A store some of whose verbs fail. */
function breakable(store: TokenStore): TokenStore {
  return new Proxy(store, {
    get: (target, verb) => {
      const own: unknown = Reflect.get(target, verb);
      if (typeof own !== 'function') return own;
      return (...given: readonly unknown[]): unknown =>
        broken.has(String(verb)) ? Promise.reject(failure) : Reflect.apply(own, target, given);
    },
  });
}

beforeEach(async () => {
  broken = new Set();
  failure = new StoreError('no connection');
  server = await openAuthorization(defineTable(), { wrapStore: breakable });
  tokens = (await server.exchange('Web-production', await server.codeFor())).json;
  code = await server.codeFor();
  server.audited.splice(0);
});

afterEach(() => server.close());

const requests = {
  code: () => server.exchange('Web-production', code),
  refresh: () => server.refresh('Web-production', tokens['refresh_token']),
  password: () =>
    server.token('Web-production', { grant_type: 'password', username: 'alice', password: passwordOfAlice }),
  revoke: () => server.revoke('Web-production', { token: String(tokens['access_token']) }),
  introspect: () => server.introspect('Web-production', { token: String(tokens['refresh_token']) }),
};

describe('while the store cannot be reached', () => {
  test.each([
    ['code', 'takeCode', 'token'],
    ['code', 'openGrant', 'token'],
    ['refresh', 'findGrant', 'token'],
    ['refresh', 'rotate', 'token'],
    ['password', 'openGrant', 'token'],
    ['revoke', 'revoke', 'revoke'],
    ['introspect', 'findGrant', 'introspect'],
  ] as const)(
    'a request for %s that needs %s is 503, and nothing comes of it',
    async (kind, verb, endpoint) => {
      broken = new Set([verb]);
      const answer = await requests[kind]();
      expect(answer).toEqual(refusal(503, 'temporarily_unavailable'));
      expect(JSON.stringify(answer.json)).not.toContain('connection');
      expect(server.faults).toEqual([failure]);
      expect(server.audited.filter(({ event }) => event !== 'login_succeeded')).toEqual([
        { event: 'request_refused', endpoint, refused: 'unavailable', address: '127.0.0.1' },
      ]);
    },
  );

  test('a code is not issued', async () => {
    broken = new Set(verbs);
    await expect(server.codeFor()).rejects.toBe(failure);
  });

  test('tokens that are out are checked, and clients get their own', async () => {
    broken = new Set(verbs);
    const token = String(tokens['access_token']);
    const call = await server.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${token}` } });
    expect(call.code).toBe('production_unavailable');
    expect(await server.introspect('Web-production', { token })).toMatchObject({ json: { active: true } });
    expect(await server.token('Web-production', { grant_type: 'client_credentials' })).toMatchObject({
      status: 200,
    });
    expect(server.faults).toEqual([]);
  });

  test.each([
    ['the directory is asked again', 'findLogin', new StoreError('no connection'), 'temporarily_unavailable'],
    ['the directory is asked again', 'findLogin', new TypeError('our own mistake'), 'server_error'],
    ['the code is kept', 'putCode', new StoreError('no connection'), 'temporarily_unavailable'],
  ] as const)('prompt=none shows no page where %s (%s): %s', async (_where, verb, error, answer) => {
    const [directory] = server.server().identity.directories;
    if (!directory) throw new Error('there are declared users');
    const userCheck: UserCheck = {
      recheckSeconds: 0,
      maximumUncheckedSeconds: 3600,
      confirm: async () => 'confirmed',
    };
    Object.assign(directory, { userCheck });
    const browser = new BrowserInTest(server.url);
    await allow(browser);
    failure = error;
    broken = new Set([verb]);
    const { status, location, text } = await browser.visit(requestOf({ prompt: 'none' }));
    expect([status, text]).toEqual([303, '']);
    expect(answerIn(location)).toMatchObject({ from: 'login', error: answer, state: 's1' });
    expect(server.faults).toEqual([failure]);
    expect((await browser.visit(requestOf())).location.includes('error=')).toBe(verb === 'putCode');
  });

  test('a logout ends the session, and every gateway learns of it later', async () => {
    const browser = new BrowserInTest(server.url);
    await allow(browser);
    const cookies = new Map(browser.cookies);
    broken = new Set(['revoke']);
    const page = await fillIn(browser, await browser.visit('/authorize/logout'), {});
    expect(page).toMatchObject({ status: 200, heading: 'You are logged out' });
    expect([...cookies.keys()].filter((name) => !browser.cookies.has(name))).toEqual([
      '__Host-gatewright-session',
    ]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(server.faults).toEqual([failure]);
    expect((await server.store.revocations()).size).toBe(0);
    broken = new Set();
    await eventually(async () => expect((await server.store.revocations()).size).toBe(1));
  });

  test('a replay that cannot be revoked is, at the next one', async () => {
    const exchanged = (await server.exchange('Web-production', code)).json;
    broken = new Set(['revoke']);
    expect(await server.exchange('Web-production', code)).toEqual(refusal(503, 'temporarily_unavailable'));
    broken = new Set();
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
    const token = String(exchanged['access_token']);
    expect((await server.introspect('Web-production', { token })).json).toEqual({ active: false });
  });

  test('a revocation that took effect though the store did not answer is noted once', async () => {
    const store = server.server().store;
    const revoke = store.revoke.bind(store);
    let isAway = true;
    Object.assign(store, {
      revoke: async (id: string, until: number) => {
        await revoke(id, until);
        if (isAway) throw failure;
      },
    });
    expect(await requests.revoke()).toEqual(refusal(503, 'temporarily_unavailable'));
    const noted = () => server.audited.filter(({ event }) => event === 'token_revoked');
    expect(noted()).toMatchObject([{ reason: 'asked_by_client', clientId: 'Web-production' }]);
    isAway = false;
    await requests.revoke();
    expect(noted()).toHaveLength(1);
  });

  test('a program error in it is 500, and shows no detail', async () => {
    broken = new Set(['takeCode']);
    failure = new TypeError('our own mistake');
    expect(await requests.code()).toEqual(refusal(500, 'server_error'));
    expect(server.faults).toEqual([failure]);
  });

  test('a program error is 500, and shows no detail', async () => {
    const { codeFor, exchange, swap } = server;
    const other = await codeFor();
    await swap(defineTable());
    Object.defineProperty(server.server().mint, 'newIdentifier', {
      value: () => {
        throw new TypeError(`our own mistake about ${redirectUri}`);
      },
    });
    const answer = await exchange('Web-production', other);
    expect(answer).toEqual(refusal(500, 'server_error'));
    expect(JSON.stringify(answer)).not.toContain('mistake');
    expect(server.faults).toEqual([expect.any(TypeError)]);
  });
});
