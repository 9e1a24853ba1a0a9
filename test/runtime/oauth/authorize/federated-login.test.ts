import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UnavailableError, type FederatedLogin } from '#runtime/identity/identity.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import {
  defineTable,
  defineWebApplication,
  openAuthorization,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { BrowserInTest, type PageInTest } from './browser-in-test.ts';
import { alicesPassword, answerIn, fillIn, requestOf } from './flow-in-test.ts';

const ada = { subject: 'user:campus/ada', displayName: 'Ada <Lovelace>', provider: 'campus' };
const memory = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const callback = 'https://gateway.example.edu/authorize/callback/campus';
let isDown = false;
let isRefused = false;
let finished: string[] = [];
let isStoreDown = false;
let now = Date.now();
let server: AuthorizationInTest;
let browser: BrowserInTest;

/** A provider that lets everybody in. */
const campus: FederatedLogin = {
  name: 'campus',
  displayName: 'Campus & Co "Login"',
  begin: async (callbackUrl) => {
    if (isDown) throw new UnavailableError('it is down');
    return { url: `https://login.example.net/?to=${encodeURIComponent(callbackUrl)}`, memory };
  },
  finish: async (url) => {
    finished.push(url);
    if (isDown) throw new UnavailableError('it is down');
    return isRefused ? undefined : ada;
  },
  endSession: async () => undefined,
};

beforeEach(async () => {
  isDown = false;
  isRefused = false;
  isStoreDown = false;
  finished = [];
  now = Date.now();
  server = await openAuthorization(defineTable(), { clock: () => now, wrapStore: failing });
  addFederation();
  browser = new BrowserInTest(server.url);
});

afterEach(() => server.close());

function addFederation(): void {
  Object.assign(server.server().identity, { federations: [campus] });
  Object.assign(server.server().authorizationState, {
    providers: new Map([[campus.name, 'oidc https://campus.example.edu']]),
  });
}

function failing(store: TokenStore): TokenStore {
  return new Proxy(store, {
    get(target, name: keyof TokenStore) {
      if (isStoreDown) return () => Promise.reject(new StoreError('the store is down'));
      const verb = target[name];
      return verb.bind(target);
    },
  });
}

const begin = async (from = browser, request = requestOf()) =>
  fillIn(from, await from.visit(request), { provider: 'campus' }, 1);
const comeBack = (from = browser, query = `code=c&state=${memory.state}`) =>
  from.visit(`/authorize/callback/campus?${query}`);

test('a login at a provider leads to the page of grants where that was asked for', async () => {
  const sent = await begin(browser, '/authorize/grants');
  expect(sent.location).toMatch(/^https:\/\/login\.example\.net\//);
  const back = await comeBack();
  expect([back.status, back.location]).toEqual([303, '/authorize/grants']);
  const page = await browser.follow(back);
  expect(page.heading).toBe('Applications that can act for you');
  expect(page.text).toContain('You are logged in as Ada <Lovelace>.');
});

describe('a login at another service', () => {
  test('goes there, comes back and continues', async () => {
    const login = await browser.visit(requestOf());
    expect(login.forms[1]?.buttons).toEqual(['provider|campus|Log in with Campus & Co "Login"']);
    const begun = await begin();
    expect(begun).toMatchObject({
      status: 303,
      location: `https://login.example.net/?to=${encodeURIComponent(callback)}`,
      headers: { 'referrer-policy': 'no-referrer' },
    });
    const back = await comeBack();
    expect(finished).toEqual([`${callback}?code=c&state=${memory.state}`]);
    expect(back.location).toBe(requestOf());
    expect([...browser.cookies.keys()]).not.toContain('__Host-gatewright-federation');
    const consent = await browser.follow(back);
    expect(consent.text).toContain('You are logged in as Ada <Lovelace>');
    const { location } = await fillIn(browser, consent, { decision: 'allow' });
    const { json } = await server.exchange('Web-production', answerIn(location)['code'] ?? '');
    const claims = JSON.parse(atob(String(json['access_token']).split('.')[1] ?? '')) as object;
    expect(claims).toMatchObject({ sub: 'user:campus/ada', client_id: 'Web-production' });
    expect(server.audited).toContainEqual({
      event: 'login_succeeded',
      user: 'user:campus/ada',
      provider: 'campus',
      address: '127.0.0.1',
    });
  });

  test('fits into a cookie, with the longest request', async () => {
    const spare = 2400 - requestOf({ state: '' }).length + '/authorize?'.length;
    await begin(browser, requestOf({ state: 's'.repeat(spare) }));
    const cookie = browser.cookies.get('__Host-gatewright-federation') ?? '';
    expect(`__Host-gatewright-federation=${cookie}`.length).toBeLessThan(4096);
    expect((await comeBack()).status).toBe(303);
  });

  test('that was refused there leads to the login page again', async () => {
    await begin();
    isRefused = true;
    expect(await comeBack(browser, `error=access_denied&state=${memory.state}`)).toMatchObject({
      status: 403,
      problem: 'The login there failed. Try again, or use another login method if there is one.',
    });
    expect(server.audited.at(-1)).toEqual({
      event: 'login_failed',
      user: 'unknown',
      provider: 'campus',
      reason: 'provider_refused',
      address: '127.0.0.1',
    });
    // The remembered data is deleted.
    expect(await comeBack()).toMatchObject({ status: 400, code: 'login_not_of_browser' });
  });

  test.each([
    ['has another state, as one in another tab has', 'code=c&state=x'],
    ['has no state', 'code=c'],
    ['has two states', `code=c&state=x&state=${memory.state}`],
    ['has nothing', ''],
  ])('that %s is refused, and the login in progress continues', async (_what, query) => {
    await begin();
    expect(await comeBack(browser, query)).toMatchObject({ status: 400, code: 'login_not_of_browser' });
    expect(finished).toEqual([]);
    expect((await comeBack()).location).toBe(requestOf());
  });

  test('that an attacker began does not log in a victim', async () => {
    const victim = new BrowserInTest(server.url);
    await begin();
    for (const visited of [false, true]) {
      if (visited) await begin(victim);
      // Even the attacker's own cookie, planted in the victim's browser, belongs to another browser.
      victim.cookies.set(
        '__Host-gatewright-federation',
        browser.cookies.get('__Host-gatewright-federation') ?? '',
      );
      expect(await comeBack(victim)).toMatchObject({
        status: 400,
        code: 'login_not_of_browser',
        location: '',
      });
      expect([...victim.cookies.keys()]).not.toContain('__Host-gatewright-session');
    }
    expect(finished).toEqual([]);
  });

  test('that took too long, or comes back to another provider, is refused', async () => {
    await begin();
    expect(await browser.visit(`/authorize/callback/other?state=${memory.state}`)).toMatchObject({
      code: 'login_not_of_browser',
    });
    now += 31 * 60_000;
    expect(await comeBack()).toMatchObject({ status: 400, code: 'login_not_of_browser' });
  });

  test('whose users the application does not allow is refused', async () => {
    await begin();
    const application = defineWebApplication('Web', { identityProviders: ['users'] });
    await server.swap(defineTable({ applications: [application] }));
    addFederation();
    expect(await comeBack()).toMatchObject({ status: 400, code: 'provider_unknown' });
    const login = await browser.visit(requestOf());
    expect(login.forms.length).toBe(1);
    const form = login.forms[0] ?? { fields: {} };
    expect(
      await browser.submit('/authorize/federated', { ...form.fields, provider: 'campus' }),
    ).toMatchObject({
      code: 'provider_unknown',
    });
  });

  test('ends if the provider is no longer declared', async () => {
    await begin();
    const consent = await browser.follow(await comeBack());
    expect(consent.heading).toBe('Allow Web to act for you?');
    await server.swap(defineTable());
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
  });

  test.each(['users', 'nowhere', '', '__proto__'])('at %j is refused', async (provider) => {
    const login = await browser.visit(requestOf());
    expect(await fillIn(browser, login, { provider }, 1)).toMatchObject({
      status: 400,
      code: 'provider_unknown',
    });
  });

  test('that another site begins is refused', async () => {
    const form = (await browser.visit(requestOf())).forms[1] ?? { action: '', fields: {} };
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = { ...form.fields, provider: 'campus' };
    expect(await browser.submit(form.action, sent, headers)).toMatchObject({ status: 403 });
  });

  test('is all there is where the application takes no passwords', async () => {
    const application = defineWebApplication('Web', { identityProviders: ['campus'] });
    await server.swap(defineTable({ applications: [application] }));
    addFederation();
    const login = await browser.visit(requestOf());
    expect(login.forms.map(({ action }) => action)).toEqual(['/authorize/federated']);
    const fields = { ...login.forms[0]?.fields, ...alicesPassword };
    expect(await browser.submit('/authorize/login', fields)).toMatchObject({ status: 403 });
  });
});

describe('what does not answer', () => {
  test('is a provider, before and after: the other ways are offered', async () => {
    const whileDown = async (visit: () => Promise<PageInTest>) => {
      isDown = true;
      const page = await visit();
      isDown = false;
      return page;
    };
    const expected = {
      status: 503,
      problem: expect.stringContaining('That service does not respond.') as string,
    };
    const before = await whileDown(() => begin());
    expect(before).toMatchObject(expected);
    await begin();
    const after = await whileDown(() => comeBack());
    expect(after).toMatchObject(expected);
    const noted = { event: 'login_failed', user: 'unknown', provider: 'campus', address: '127.0.0.1' };
    const failed = { ...noted, reason: 'it is down' };
    expect(server.audited).toEqual([failed, failed]);
    expect((await browser.follow(await fillIn(browser, after, alicesPassword))).heading).toBe(
      'Allow Web to act for you?',
    );
    expect(server.faults).toEqual([]);
  });

  test('is a directory', async () => {
    const down = { name: 'users', authenticate: () => Promise.reject(new UnavailableError('it is down')) };
    Object.assign(server.server().identity, { directories: [down] });
    const answer = await fillIn(browser, await browser.visit(requestOf()), alicesPassword);
    expect(answer).toMatchObject({
      status: 503,
      problem: expect.stringContaining('cannot be checked right now') as string,
    });
  });

  test('is the store: the application or the user is shown the error', async () => {
    const consent = await browser.follow(
      await fillIn(browser, await browser.visit(requestOf()), alicesPassword),
    );
    isStoreDown = true;
    expect(await fillIn(browser, consent, { decision: 'allow' })).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    isStoreDown = false;
    await fillIn(browser, consent, { decision: 'allow' });
    isStoreDown = true;
    const { location } = await browser.visit(requestOf());
    expect(answerIn(location)).toMatchObject({ error: 'temporarily_unavailable', state: 's1' });
    expect(server.faults.length).toBe(2);
  });

  test('is a program error: a page says so, and shows no detail', async () => {
    const broken = { ...campus, begin: () => Promise.reject(new TypeError('secret detail')) };
    Object.assign(server.server().identity, { federations: [broken] });
    const answer = await begin();
    expect(answer).toMatchObject({ status: 500, code: 'server_error' });
    expect(answer.body).not.toContain('secret detail');
    expect(server.faults.length).toBe(1);
  });
});
