import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { ManifestUser } from '#compiled/manifest.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { grantIdOf, newSecret, newRefreshToken } from '#runtime/oauth/token/refresh-chain.ts';
import { mintToken } from '#runtime/token/mint-token.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';
import {
  alice,
  defineTable,
  defineWebApplication,
  openAuthorization,
  passwordOfAlice,
  type AuthorizationInTest,
} from './authorization-in-test.ts';
import { BrowserInTest } from './authorize/browser-in-test.ts';
import { answerIn, fillIn, logInFor, requestOf } from './authorize/flow-in-test.ts';

const nextPassword = 'another horse battery staple';
const withNextPassword: ManifestUser = { ...alice, passwordDigest: await hashArgon2id(nextPassword) };
/** The digest after a change of Argon2id's parameters, or a second `users password` with the same password. */
const withNextDigest: ManifestUser = { ...alice, passwordDigest: await hashArgon2id(passwordOfAlice) };
const implicit = requestOf({ client_id: 'Implicit-production', response_type: 'token' });

let upstream: UpstreamInTest;
let server: AuthorizationInTest;
let browser: BrowserInTest;

beforeEach(async () => {
  upstream = await openUpstream('dogs');
  server = await openAuthorization(tableOf([alice]));
  browser = new BrowserInTest(server.url);
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
  await upstream.close();
});

function tableOf(users: readonly ManifestUser[]) {
  const grants = ['authorization_code', 'implicit', 'refresh_token'];
  return defineTable({
    users: [...users, { ...alice, name: 'bob' }],
    applications: [defineWebApplication('Implicit', { grants })],
    endpoints: { production: { targets: [upstream.url] } },
  });
}

const logIn = async (password = passwordOfAlice) =>
  (await server.token('Web-production', { grant_type: 'password', username: 'alice', password })).json;

/** Everything that a login of alice's leads to. */
async function takeEverything() {
  const { access_token: token, refresh_token: refreshToken } = await logIn();
  const consent = await logInFor(browser, implicit);
  const { location } = await fillIn(browser, consent, { decision: 'allow' });
  const { location: back } = await fillIn(browser, await browser.visit(requestOf()), { decision: 'allow' });
  return {
    token,
    refreshToken,
    implicitToken: answerIn(location, 'hash')['access_token'],
    code: answerIn(back)['code'] ?? '',
  };
}

/** What still works of it; checking a code or a refresh token uses it up. */
async function whatWorks({
  token,
  refreshToken,
  implicitToken,
  code,
}: Awaited<ReturnType<typeof takeEverything>>) {
  const call = async (bearer: unknown) =>
    (await server.call('/dog_park/v1/cats', { headers: { authorization: `Bearer ${String(bearer)}` } }))
      .status;
  const introspect = async (asked: unknown) =>
    (await server.introspect('Web-production', { token: String(asked) })).json['active'];
  return {
    call: await call(token),
    callWithImplicitToken: await call(implicitToken),
    introspectToken: await introspect(token),
    introspectRefreshToken: await introspect(refreshToken),
    refresh: (await server.refresh('Web-production', refreshToken)).status,
    exchange: (await server.exchange('Web-production', code)).status,
    session: (await browser.visit(requestOf())).heading,
  };
}

const everything = {
  call: 200,
  callWithImplicitToken: 200,
  introspectToken: true,
  introspectRefreshToken: true,
  refresh: 200,
  exchange: 200,
  session: '',
};

const nothing = {
  call: 403,
  callWithImplicitToken: 403,
  introspectToken: false,
  introspectRefreshToken: false,
  refresh: 400,
  exchange: 400,
  session: 'Log in to Web',
};

describe('what a login leads to', () => {
  test.each([
    ['is kept while nothing about the user changes', [[alice]], everything],
    ['is kept where only the name for pages changes', [[{ ...alice, displayName: 'Alice' }]], everything],
    ['ends with another password, without a tokensNotBefore', [[withNextPassword]], nothing],
    ['ends with another digest of the same password', [[withNextDigest]], nothing],
    ['ends with the deletion of the user', [[]], nothing],
    ['stays ended where the name is declared again with another password', [[], [withNextPassword]], nothing],
    ['ends where the name passes to somebody else in one step', [[withNextPassword]], nothing],
    ['ends where the user is disabled', [[{ ...alice, state: 'disabled' as const }]], nothing],
  ])('%s', async (_, steps, expected) => {
    const taken = await takeEverything();
    for (const users of steps) await server.swap(tableOf(users));
    expect(await whatWorks(taken)).toEqual(expected);
  });

  test('is refused where it was issued by a version that bound nothing to the password', async () => {
    const client = { consumerKey: 'Web-production', keySet: 'production' } as const;
    const { mint, store } = server.server();
    const { token } = mintToken(mint, { client, subject: 'user:alice', scopes: [] });
    const headers = { authorization: `Bearer ${token}` };
    expect(await server.call('/dog_park/v1/cats', { headers })).toMatchObject({ status: 403 });
    const handle = newSecret();
    const refreshToken = newRefreshToken(handle);
    const authenticatedAt = Math.floor(Date.now() / 1000);
    const { consumerKey: clientId, keySet } = client;
    const grant = {
      id: grantIdOf(handle),
      clientId,
      keySet,
      subject: 'user:alice',
      scopes: [],
      authenticatedAt,
    };
    const times = { idleUntil: authenticatedAt + 60, endsAt: authenticatedAt + 60 };
    await store.openGrant(grant, digestOf(refreshToken), times);
    expect(await server.refresh('Web-production', refreshToken)).toMatchObject({ status: 400 });
  });

  test('of the new password works, beside what has ended', async () => {
    await server.swap(tableOf([withNextPassword]));
    expect(await logIn()).toMatchObject({ error: 'invalid_grant' });
    const { access_token: token, refresh_token: refreshToken } = await logIn(nextPassword);
    const headers = { authorization: `Bearer ${String(token)}` };
    expect(await server.call('/dog_park/v1/cats', { headers })).toMatchObject({ status: 200 });
    expect(await server.refresh('Web-production', refreshToken)).toMatchObject({ status: 200 });
  });
});
