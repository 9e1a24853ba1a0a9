import { onTestFinished, describe, expect, test, vi } from 'vitest';
import { full } from '../../full-run.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import type { OidcProvider } from '#compiled/settings/identity-providers.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { declareProvider } from '../identity/oidc/login-in-test.ts';
import { clientSecret, openProvider } from '../identity/oidc/oidc-provider-in-test.ts';
import { defineTable, defineWebApplication, openAuthorization, refusal } from './authorization-in-test.ts';
import { authOrigin, BrowserInTest } from './authorize/browser-in-test.ts';
import { answerIn, fillIn, requestOf } from './authorize/flow-in-test.ts';

/** And a little more, for times that are compared in seconds. */
const minute = 60_001;
const hour = 3_600_000;
const offline = { scopes: ['profile', 'offline_access'] };
const subject = 'user:campus/ada';

const fail = () => Promise.reject(new StoreError('no connection'));
/** The result of a store that becomes unreachable while it lists. */
const failToList = () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) });

/** A gateway whose user ada a real provider knows, and what Web gets once she has logged in there and allowed it. */
async function open(changes: Partial<OidcProvider> = offline) {
  // The provider warns of everything that it has for tests only.
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const provider = await openProvider({
    offline: true,
    redirectUri: `${authOrigin}/authorize/callback/campus`,
  });
  onTestFinished(() => provider.close());
  const clock = { now: Date.now() };
  let broken = '';
  const breakStore = (verb: string) => void (broken = verb);
  const campus = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' }, ...changes });
  const declare = (more: Partial<OidcProvider> = {}, applications: readonly ManifestApplication[] = []) =>
    defineTable({
      applications,
      identityProviders: [{ ...campus, ...more }],
      gateway: {
        token: {
          lifetimeSeconds: 600,
          refreshIdleSeconds: 1_209_600,
          refreshLifetimeSeconds: 7_776_000,
          signingKeys: [{ key: { fromEnv: 'SIGNING_KEY' }, use: 'sign' }],
        },
      },
    });
  const server = await openAuthorization(declare(), {
    clock: () => clock.now,
    secrets: { CAMPUS: clientSecret, CAMPUS_CA: provider.ca },
    wrapStore: (store) =>
      new Proxy(store, {
        get: (target, verb) => {
          const own: unknown = Reflect.get(target, verb);
          if (typeof own !== 'function') return own;
          if (verb === broken) return verb === 'listGrants' ? failToList : fail;
          return (...given: readonly unknown[]): unknown => Reflect.apply(own, target, given);
        },
      }),
  });
  onTestFinished(() => server.close());
  /** Logs ada in by a browser, who allows an application's request; returns its answer. */
  const allowIn = async (browser: BrowserInTest, request = requestOf()) => {
    const begun = await fillIn(browser, await browser.visit(request), { provider: 'campus' }, 1);
    const { pathname, search } = new URL(await provider.logInAt(begun.location));
    const consent = await browser.follow(await browser.visit(pathname + search));
    return (await fillIn(browser, consent, { decision: 'allow' })).location;
  };
  const logIn = async (browser: BrowserInTest) => {
    const code = answerIn(await allowIn(browser))['code'] ?? '';
    return (await server.exchange('Web-production', code)).json;
  };
  const browser = new BrowserInTest(server.url);
  const tokens = await logIn(browser);
  provider.asked.splice(0);
  const refresh = (of: Readonly<Record<string, unknown>>) =>
    server.refresh('Web-production', of['refresh_token']);
  const call = async (of: Readonly<Record<string, unknown>>) =>
    (
      await server.call('/dog_park/v1/dogs', {
        headers: { authorization: `Bearer ${String(of['access_token'])}` },
      })
    ).code;
  const asked = () => provider.asked.splice(0).filter((line) => line === 'POST /token').length;
  return { provider, server, browser, clock, declare, tokens, refresh, call, asked, logIn, breakStore };
}

describe('users of an OpenID Connect provider', () => {
  test('are checked again by the refresh token of the provider, which changes each time', async () => {
    const { clock, refresh, asked, browser, ...opened } = await open();
    let { tokens } = opened;
    tokens = (await refresh(tokens)).json;
    expect(asked()).toBe(0);
    for (let times = 0; times < 3; times += 1) {
      clock.now += minute;
      tokens = (await refresh(tokens)).json;
      expect(asked()).toBe(1);
    }
    clock.now += minute;
    expect((await browser.visit(requestOf())).location).toContain('code=');
    expect(asked()).toBe(1);
    expect((await refresh(tokens)).status).toBe(200);
    expect(asked()).toBe(0);
  });

  test('who are removed there lose grant, tokens and session at the next refresh', async () => {
    const { provider, server, browser, clock, tokens, refresh, call } = await open();
    expect(await call(tokens)).toBe('production_unavailable');
    provider.remove('ada');
    clock.now += minute;
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(server.audited).toContainEqual({
      event: 'login_ended',
      user: subject,
      provider: 'campus',
      address: '127.0.0.1',
    });
    expect(await call(tokens)).toBe('token_invalid');
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
  });

  test('who are removed there are logged in no longer when their session is used next', full, async () => {
    const { provider, browser, clock, tokens, call } = await open();
    provider.remove('ada');
    expect((await browser.visit(requestOf())).location).toContain('code=');
    clock.now += minute;
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(await call(tokens)).toBe('token_invalid');
  });

  test('who log out there lose what was issued for that login, and keep their other logins', async () => {
    const { provider, server, browser, clock, tokens, refresh, call, logIn } = await open();
    const elsewhere = new BrowserInTest(server.url);
    const others = await logIn(elsewhere);
    const code = answerIn((await browser.visit(requestOf())).location)['code'] ?? '';
    await provider.endLogins(1);
    clock.now += minute - 5000;
    const unredeemed = answerIn((await browser.visit(requestOf())).location)['code'] ?? '';
    clock.now += 5000;
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(server.audited.at(-1)).toMatchObject({ event: 'request_refused', refused: 'login_ended' });
    expect(await call(tokens)).toBe('token_invalid');
    for (const each of [code, unredeemed])
      expect(await server.exchange('Web-production', each)).toEqual(refusal(400, 'invalid_grant'));
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(await call(others)).toBe('production_unavailable');
    expect((await refresh(others)).status).toBe(200);
    expect((await elsewhere.visit(requestOf())).location).toContain('code=');
    // Who logs in there again can go on here.
    expect((await refresh(await logIn(browser))).status).toBe(200);
  });

  test(
    'who log out there have nothing confirmed from then on, also where not all of it could be ended',
    full,
    async () => {
      const { provider, server, browser, clock, tokens, refresh, call, breakStore } = await open();
      const { location } = await browser.visit(requestOf());
      const others = (await server.exchange('Web-production', answerIn(location)['code'] ?? '')).json;
      await provider.endLogins(1);
      clock.now += minute;
      breakStore('listGrants');
      expect(await refresh(tokens)).toEqual(refusal(503, 'temporarily_unavailable'));
      expect(await refresh(others)).toEqual(refusal(400, 'invalid_grant'));
      expect(await call(others)).toBe('token_invalid');
      expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    },
  );

  test('who log out there lose access tokens without a refresh token too', full, async () => {
    const { provider, server, browser, clock, tokens, refresh, call, declare } = await open();
    const implicit = defineWebApplication('Other', { grants: ['authorization_code', 'implicit'] });
    await server.swap(declare({}, [implicit]));
    const ask = (type: string) =>
      browser.visit(requestOf({ client_id: 'Other-production', response_type: type }));
    const consent = await ask('token');
    const { location } = await fillIn(browser, consent, { decision: 'allow' });
    const { access_token: direct } = answerIn(location, 'hash');
    const code = answerIn((await fillIn(browser, await ask('code'), { decision: 'allow' })).location)['code'];
    const { json } = await server.exchange('Other-production', code ?? '');
    const alone = [{ access_token: direct }, json];
    for (const each of alone) expect(await call(each)).toBe('production_unavailable');
    await provider.endLogins(1);
    clock.now += minute;
    expect((await refresh(tokens)).status).toBe(400);
    for (const each of alone) expect(await call(each)).toBe('token_invalid');
  });

  test(
    'go on after an answer of the provider was spoilt, with the refresh token that was in it',
    full,
    async () => {
      const { provider, server, clock, refresh, ...opened } = await open();
      let { tokens } = opened;
      provider.tamper((ctx, body) => {
        if (ctx.path === '/token') body['id_token'] = 'none';
      });
      clock.now += minute;
      tokens = (await refresh(tokens)).json;
      provider.tamper(() => undefined);
      expect(server.audited.filter(({ event }) => event === 'user_unchecked')).toHaveLength(1);
      clock.now += minute;
      expect((await refresh(tokens)).status).toBe(200);
      expect(server.audited.filter(({ event }) => event === 'login_ended')).toEqual([]);
    },
  );

  test(
    'go on after the store was away when it was to take the refresh token of the provider',
    full,
    async () => {
      const { server, clock, refresh, tokens, breakStore } = await open();
      clock.now += minute;
      breakStore('putLogin');
      expect(await refresh(tokens)).toEqual(refusal(503, 'temporarily_unavailable'));
      breakStore('');
      clock.now += minute;
      expect((await refresh(tokens)).status).toBe(200);
      expect(server.audited.filter(({ event }) => event === 'login_ended')).toEqual([]);
    },
  );

  test('are asked about once where several refresh at the same moment', full, async () => {
    const { server, browser, clock, tokens, refresh, asked } = await open();
    const { location } = await browser.visit(requestOf());
    const others = (await server.exchange('Web-production', answerIn(location)['code'] ?? '')).json;
    clock.now += minute;
    const [first, second] = await Promise.all([refresh(tokens), refresh(others)]);
    expect([first.status, second.status, asked()]).toEqual([200, 200, 1]);
    clock.now += minute;
    expect((await refresh(first.json)).status).toBe(200);
    expect((await refresh(second.json)).status).toBe(200);
    expect(asked()).toBe(1);
  });

  test('are asked about once where the provider takes long to answer', full, async () => {
    const { provider, server, browser, clock, tokens, refresh } = await open();
    const { location } = await browser.visit(requestOf());
    const others = (await server.exchange('Web-production', answerIn(location)['code'] ?? '')).json;
    const [arrival, departure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    provider.tamper(async ({ path }) => {
      if (path !== '/token') return;
      provider.tamper(() => undefined);
      arrival.resolve();
      await departure.promise;
    });
    clock.now += minute;
    const first = refresh(tokens);
    await arrival.promise;
    // The time limit for discovery and token request together.
    clock.now += 20_000;
    const second = await refresh(others);
    departure.resolve();
    expect([(await first).status, second.status]).toEqual([200, 200]);
    expect(provider.asked.filter((line) => line === 'POST /token')).toHaveLength(1);
    expect(server.audited.filter(({ event }) => event === 'login_ended')).toEqual([]);
  });

  test('go on while the provider is down, for eight hours', full, async () => {
    const { provider, server, clock, refresh, ...opened } = await open();
    await provider.close();
    clock.now += 7 * hour;
    const answer = await refresh(opened.tokens);
    expect(answer.status).toBe(200);
    expect(server.audited).toContainEqual({
      event: 'user_unchecked',
      user: subject,
      provider: 'campus',
      reason: expect.stringMatching(/^The provider campus cannot be queried: .*ECONNREFUSED/) as string,
      address: '127.0.0.1',
    });
    clock.now += 2 * hour;
    expect(await refresh(answer.json)).toEqual(refusal(503, 'temporarily_unavailable'));
    expect(await refresh(answer.json)).toEqual(refusal(503, 'temporarily_unavailable'));
  });

  test('have to log in again at once where the provider has another issuer now', full, async () => {
    const { server, declare, refresh, call, tokens } = await open(offline);
    await server.swap(declare({ issuer: 'https://other.example.net' }));
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(await call(tokens)).toBe('token_invalid');
  });

  test('have to log in again after eight hours where the provider gives no refresh token', full, async () => {
    const { server, clock, refresh, asked, call, ...opened } = await open({ scopes: ['profile'] });
    clock.now += 7 * hour;
    const { status, json: tokens } = await refresh(opened.tokens);
    expect(status).toBe(200);
    clock.now += hour + minute;
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(server.audited.at(-1)).toMatchObject({ event: 'request_refused', refused: 'user_unconfirmed' });
    expect(await call(tokens)).toBe('token_invalid');
    expect(asked()).toBe(0);
  });

  test('keep the refresh token of the provider under a seal alone', full, async () => {
    const { server } = await open();
    const [listed] = await Array.fromAsync(server.store.listGrants(subject));
    const kept = await server.store.findLogin(listed?.grant.loginId ?? '');
    // A JWE in compact form, by a key that the store does not have.
    expect(kept?.evidence).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Buffer.from(String(kept?.evidence.split('.')[0]), 'base64url').toString()).toContain('A256GCM');
  });
});
