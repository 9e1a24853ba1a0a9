import { onTestFinished, describe, expect, test, vi } from 'vitest';
import type { OidcProvider } from '../../../src/compiled/manifest.ts';
import { declareProvider } from '../identity/oidc/login-in-test.ts';
import { clientSecret, openProvider } from '../identity/oidc/oidc-provider-in-test.ts';
import { defineTable, openAuthorization, refusal } from './authorization-in-test.ts';
import { authOrigin, BrowserInTest } from './authorize/browser-in-test.ts';
import { answerIn, fillIn, requestOf } from './authorize/flow-in-test.ts';

/** And a little more, for what is compared in seconds. */
const minute = 60_001;
const hour = 3_600_000;
const offline = { scopes: ['profile', 'offline_access'] };
const subject = 'user:campus/ada';

/** A gateway whose user ada a real provider knows, and what Web gets once she has logged in there and allowed it. */
async function open(changes: Partial<OidcProvider> = offline) {
  // The provider warns of everything that it has for tests alone.
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const provider = await openProvider({
    offline: true,
    redirectUri: `${authOrigin}/authorize/callback/campus`,
  });
  onTestFinished(() => provider.close());
  const clock = { now: Date.now() };
  const campus = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' }, ...changes });
  const declare = (more: Partial<OidcProvider> = {}) =>
    defineTable({
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
  });
  onTestFinished(() => server.close());
  const browser = new BrowserInTest(server.url);
  const begun = await fillIn(browser, await browser.visit(requestOf()), { provider: 'campus' }, 1);
  const { pathname, search } = new URL(await provider.logInAt(begun.location));
  const consent = await browser.follow(await browser.visit(pathname + search));
  const { location } = await fillIn(browser, consent, { decision: 'allow' });
  const tokens = (await server.exchange('Web-production', answerIn(location)['code'] ?? '')).json;
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
  return { provider, server, browser, clock, declare, tokens, refresh, call, asked };
}

describe('users of an OpenID Connect provider', () => {
  test('are looked at again by the refresh token of the provider, which is another one each time', async () => {
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
      event: 'user_removed',
      user: subject,
      provider: 'campus',
      address: '127.0.0.1',
    });
    expect(await call(tokens)).toBe('token_invalid');
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
  });

  test('who are removed there are logged in no longer when their session is used next', async () => {
    const { provider, browser, clock, tokens, call } = await open();
    provider.remove('ada');
    expect((await browser.visit(requestOf())).location).toContain('code=');
    clock.now += minute;
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(await call(tokens)).toBe('token_invalid');
  });

  test('are asked about once where several refresh at the same moment', async () => {
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

  test('go on while the provider is down, for eight hours', async () => {
    const { provider, server, clock, refresh, ...opened } = await open();
    await provider.close();
    clock.now += 7 * hour;
    const answer = await refresh(opened.tokens);
    expect(answer.status).toBe(200);
    expect(server.audited).toContainEqual({
      event: 'user_unchecked',
      user: subject,
      provider: 'campus',
      reason: expect.stringMatching(/^The provider campus cannot be asked: .*ECONNREFUSED/) as string,
      address: '127.0.0.1',
    });
    clock.now += 2 * hour;
    expect(await refresh(answer.json)).toEqual(refusal(503, 'temporarily_unavailable'));
    expect(await refresh(answer.json)).toEqual(refusal(503, 'temporarily_unavailable'));
  });

  test.each([
    ['gives no refresh token', { scopes: ['profile'] }, {}],
    ['is another one now', offline, { issuer: 'https://other.example.net' }],
  ])('have to log in again after eight hours where the provider %s', async (_why, declared, change) => {
    const { server, clock, declare, refresh, asked, call, ...opened } = await open(declared);
    await server.swap(declare(change));
    clock.now += 7 * hour;
    const { status, json: tokens } = await refresh(opened.tokens);
    expect(status).toBe(200);
    clock.now += hour + minute;
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(server.audited.at(-1)).toMatchObject({ event: 'request_refused', refused: 'user_unconfirmed' });
    expect(await call(tokens)).toBe('token_invalid');
    expect(asked()).toBe(0);
  });

  test('keep the refresh token of the provider under a seal alone', async () => {
    const { server } = await open();
    const [listed] = await Array.fromAsync(server.store.listGrants(subject));
    const kept = await server.store.findLogin(listed?.grant.loginId ?? '');
    // A JWE in compact form, by a key that the store does not have.
    expect(kept?.evidence).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Buffer.from(String(kept?.evidence.split('.')[0]), 'base64url').toString()).toContain('A256GCM');
  });
});
