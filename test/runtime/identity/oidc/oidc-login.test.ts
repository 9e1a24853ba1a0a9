import { describe, expect, test } from 'vitest';
import { choosePrompt } from '#runtime/identity/oidc/fresh-login.ts';
import { OidcLogin } from '#runtime/identity/oidc/oidc-login.ts';
import { ada, comeBack, openLogin } from './login-in-test.ts';
import { callbackUrl, type Tamper } from './oidc-provider-in-test.ts';

function changeQuery(url: string, change: (query: URLSearchParams) => void): string {
  const changed = new URL(url);
  change(changed.searchParams);
  return changed.href;
}

describe('a login at an OpenID Connect provider', () => {
  test('begins with all that binds its answer to it', async () => {
    const { provider, login } = await openLogin();
    const { url, memory } = await login.begin(callbackUrl);
    const { origin, pathname, searchParams } = new URL(url);
    expect({ at: origin + pathname, ...Object.fromEntries(searchParams) }).toEqual({
      at: `${provider.issuer}/auth`,
      client_id: 'gateway',
      response_type: 'code',
      redirect_uri: callbackUrl,
      scope: 'openid profile email',
      state: memory.state,
      nonce: memory.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const values = Object.values(memory);
    expect(values.map((value) => value.length)).toEqual([43, 43, 43]);
    expect(new Set([...values, ...Object.values((await login.begin(callbackUrl)).memory)]).size).toBe(6);
  });

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'ends with the user, by %s',
    async (authMethod) => {
      const opening = await openLogin({ authMethod });
      const { url, memory } = await comeBack(opening);
      expect(await opening.login.finish(url, memory)).toEqual(ada);
    },
  );

  test.each([
    [
      'name',
      { name: 'Ada Lovelace', preferred_username: 'lovelace', email: 'ada@example.edu' },
      'Ada Lovelace',
    ],
    [
      'preferred_username',
      { name: ' ', preferred_username: 'lovelace', email: 'ada@example.edu' },
      'lovelace',
    ],
    ['email', { email: 'ada@example.edu' }, 'ada@example.edu'],
  ])('calls the user by %s', async (_, claims, displayName) => {
    const opening = await openLogin({ claims });
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, memory)).toEqual({ ...ada, displayName });
  });

  test('works over plain HTTP on this machine', async () => {
    const opening = await openLogin({ tls: false });
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, memory)).toEqual(ada);
  });

  test('is refused where the user aborts it', async () => {
    const { provider, login } = await openLogin();
    const { url, memory } = await login.begin(callbackUrl);
    const back = await provider.logInAt(url, 'abort');
    expect(new URL(back).searchParams.get('error')).toBe('access_denied');
    expect(await login.finish(back, memory)).toBeUndefined();
  });

  test('is refused where its callback is played again', async () => {
    const opening = await openLogin();
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, memory)).toEqual(ada);
    expect(await opening.login.finish(url, memory)).toBeUndefined();
  });

  test('is refused with the callback of another login', async () => {
    const opening = await openLogin();
    const [one, other] = [await comeBack(opening), await comeBack(opening)];
    expect(await opening.login.finish(one.url, other.memory)).toBeUndefined();
    expect(await opening.login.finish(other.url, other.memory)).toEqual(ada);
  });

  test('is refused with the code of another login, which the browser puts into its own callback', async () => {
    const opening = await openLogin();
    const [one, other] = [await comeBack(opening), await comeBack(opening)];
    const stolen = new URL(one.url).searchParams.get('code') ?? '';
    const url = changeQuery(other.url, (query) => query.set('code', stolen));
    expect(await opening.login.finish(url, other.memory)).toBeUndefined();
  });

  test.each(['state', 'nonce', 'codeVerifier'] as const)('is refused with another %s', async (name) => {
    const opening = await openLogin();
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, { ...memory, [name]: 'x'.repeat(43) })).toBeUndefined();
  });

  test.each<[string, (query: URLSearchParams) => void]>([
    ['without a state', (query) => query.delete('state')],
    ['with two states', (query) => query.append('state', 'x')],
    ['without a code', (query) => query.delete('code')],
    ['with an unknown code', (query) => query.set('code', 'x')],
    ['from another issuer', (query) => query.set('iss', 'https://other.example.edu')],
    ['without an issuer, which this provider always gives', (query) => query.delete('iss')],
    ['with two issuers', (query) => query.append('iss', 'https://other.example.edu')],
    ['with nothing', (query) => [...query.keys()].forEach((name) => query.delete(name))],
    ['with an error that is none of the provider', (query) => query.set('error', 'access_denied')],
  ])('is refused where the browser comes back %s', async (_, change) => {
    const opening = await openLogin();
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(changeQuery(url, change), memory)).toBeUndefined();
  });

  test.each(['server_error', 'temporarily_unavailable', 'invalid_scope'])(
    'is unavailable where the provider answers %s',
    async (error) => {
      const { provider, login } = await openLogin();
      const { memory } = await login.begin(callbackUrl);
      const query = new URLSearchParams({ error, state: memory.state, iss: provider.issuer });
      await expect(login.finish(`${callbackUrl}?${query.toString()}`, memory)).rejects.toMatchObject({
        name: 'UnavailableError',
        message: `The provider campus cannot be queried: it returned ${error}.`,
      });
    },
  );

  test('does not report what a browser made up to the operator', async () => {
    const { provider, login } = await openLogin();
    const { memory } = await login.begin(callbackUrl);
    const query = new URLSearchParams({ error: '\u001b[2J', state: memory.state, iss: provider.issuer });
    await expect(login.finish(`${callbackUrl}?${query.toString()}`, memory)).rejects.toThrow(
      'The provider campus cannot be queried: it returned an error.',
    );
  });

  test('is unavailable if the provider refuses the client secret, which is not reported', async () => {
    const opening = await openLogin();
    const { url, memory } = await comeBack(opening);
    const login = new OidcLogin({ ...opening.settings, clientSecret: 'wrong' }, () => 0);
    await expect(login.finish(url, memory)).rejects.toThrow(
      /^The provider campus cannot be queried: it refuses the client id or the client secret\.$/,
    );
  });
});

describe('the name for pages', () => {
  test('comes from UserInfo where the ID token has none', async () => {
    const opening = await openLogin({ onlyUserInfo: true, claims: { name: 'Ada Lovelace' } });
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, memory)).toEqual({ ...ada, displayName: 'Ada Lovelace' });
    expect(opening.provider.asked.at(-1)).toBe('GET /me');
  });

  test.each<[string, Tamper]>([
    ['answers for somebody else', (ctx, body) => void (ctx.body = { ...body, sub: 'mallory' })],
    ['answers with a page', (ctx) => void (ctx.body = '<html>')],
    ['answers with an error', (ctx) => void (ctx.status = 500)],
    ['names nobody', (ctx, body) => void (ctx.body = { ...body, name: ['Ada'] })],
  ])('is the subject where UserInfo %s', async (_, tamper) => {
    const opening = await openLogin({ onlyUserInfo: true, claims: { name: 'Ada Lovelace' } });
    opening.provider.tamper((ctx, body) => (ctx.path === '/me' ? tamper(ctx, body) : undefined));
    const { url, memory } = await comeBack(opening);
    expect(await opening.login.finish(url, memory)).toEqual(ada);
  });
});

describe('a login that asks again who the user is', () => {
  test.each<[string, unknown, string]>([
    ['says nothing of prompts', undefined, 'login'],
    ['knows both', ['none', 'login', 'select_account'], 'login'],
    ['knows another one', ['none', 'consent', 'select_account'], 'select_account'],
    ['knows neither', ['none'], 'login'],
    ['says what is not a list', 'select_account', 'login'],
  ])('at a provider that %s', async (_, supported, expected) => {
    const { provider, login } = await openLogin();
    provider.tamper((ctx, body) => void (ctx.body = { ...body, prompt_values_supported: supported }));
    const { url } = await login.begin(callbackUrl, true);
    expect(new URL(url).searchParams.get('prompt')).toBe(expected);
  });

  test('is offered to choose an account at Google, which does not say that it knows no other way', () => {
    expect(choosePrompt({ issuer: 'https://accounts.google.com' })).toBe('select_account');
  });
});
