// @module-tag full
import { chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../../interop/find-chromium.ts';
import { declareProvider } from '../../identity/oidc/login-in-test.ts';
import {
  clientSecret,
  openProvider,
  type ProviderInTest,
  type ProviderOptions,
} from '../../identity/oidc/oidc-provider-in-test.ts';
import { defineTable, openAuthorization } from '../authorization-in-test.ts';
import { full } from '../../../full-run.ts';
import { authOrigin, BrowserInTest, type PageInTest } from './browser-in-test.ts';
import { alicesPassword, fillIn, requestOf } from './flow-in-test.ts';

const found = await findChromium();
const logoutUri = `${authOrigin}/authorize/logout`;
const sessionCookie = '__Host-gatewright-session';
const start = Date.now();
const minutes = 60_000;

/** The provider warns of everything that it has for tests only. */
function silenceProvider(): void {
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
}

/** A gateway whose users a real provider knows. */
async function open(options: ProviderOptions = { logoutUri }) {
  silenceProvider();
  const redirectUri = `${authOrigin}/authorize/callback/campus`;
  const provider = await openProvider({ redirectUri, ...options });
  onTestFinished(() => provider.close());
  const campus = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' } });
  let now = start;
  const server = await openAuthorization(defineTable({ identityProviders: [campus] }), {
    secrets: { CAMPUS: clientSecret, CAMPUS_CA: provider.ca },
    clock: () => now,
  });
  onTestFinished(() => server.close());
  const browser = new BrowserInTest(server.url);
  return { provider, server, browser, wait: (milliseconds: number) => (now += milliseconds) };
}

/** Presses the button of the provider; where the browser is sent. */
async function begin(browser: BrowserInTest): Promise<URL> {
  const page = await fillIn(browser, await browser.visit(requestOf()), { provider: 'campus' }, 1);
  return new URL(page.location);
}

async function logIn(provider: ProviderInTest, browser: BrowserInTest): Promise<PageInTest> {
  const { pathname, search } = new URL(await provider.logInAt((await begin(browser)).href));
  return browser.follow(await browser.visit(pathname + search));
}

/** Sends the form of the logout page. */
async function logOut(browser: BrowserInTest): Promise<PageInTest> {
  return fillIn(browser, await browser.visit('/authorize/logout'), {});
}

const promptAtLogin = async (browser: BrowserInTest) => (await begin(browser)).searchParams.get('prompt');

describe('a logout of a user of a provider', () => {
  test('goes there and comes back, and the next login there asks who it is', async () => {
    const { provider, browser } = await open();
    expect(await promptAtLogin(browser)).toBe(null);
    await logIn(provider, browser);
    const session = browser.cookies.get(sessionCookie) ?? '';
    const { status, location } = await logOut(browser);
    const url = new URL(location);
    const { state = '', ...sent } = Object.fromEntries(url.searchParams);
    expect({ status, at: url.origin + url.pathname, sent }).toEqual({
      status: 303,
      at: `${provider.issuer}/session/end`,
      sent: {
        client_id: 'gateway',
        id_token_hint: expect.stringMatching(/^ey/) as string,
        post_logout_redirect_uri: logoutUri,
      },
    });
    const back = await browser.visit(`/authorize/logout?${new URLSearchParams({ state }).toString()}`);
    expect(back).toMatchObject({ status: 200, heading: 'You are logged out', location: '' });
    expect(back.text).toContain('You come back from Campus login, which was asked to log you out too.');
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      '__Host-gatewright-browser',
      '__Host-gatewright-left',
    ]);
    expect(await promptAtLogin(browser)).toBe('login');
    await logIn(provider, browser);
    expect(browser.cookies.has('__Host-gatewright-left')).toBe(false);
    // The session from before is dead, wherever a copy of it was kept.
    browser.cookies.set(sessionCookie, session);
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(await promptAtLogin(browser)).toBe(null);
  });

  test('by somebody else who logs in instead is remembered too', async () => {
    const { provider, browser } = await open();
    const consent = await logIn(provider, browser);
    expect(consent.heading).toBe('Allow Web to act for you?');
    const { location } = await fillIn(browser, consent, {}, 1);
    expect(location).toBe(requestOf());
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await promptAtLogin(browser)).toBe('login');
    // A login by a password has no data of the provider.
    const login = await browser.visit(requestOf());
    await browser.follow(await fillIn(browser, login, alicesPassword));
    await logOut(browser);
    expect(await promptAtLogin(browser)).toBe('login');
  });

  test('by password alone goes nowhere', async () => {
    const { browser } = await open();
    await browser.follow(await fillIn(browser, await browser.visit(requestOf()), alicesPassword));
    const page = await logOut(browser);
    expect(page).toMatchObject({ status: 200, heading: 'You are logged out', location: '' });
    expect(page.text).not.toContain('Campus login');
    expect(await promptAtLogin(browser)).toBe(null);
  });

  test.each([70 * minutes, 9 * 60 * minutes])(
    'goes there although the session here is over, after %d ms',
    async (milliseconds) => {
      const { provider, browser, wait } = await open();
      await logIn(provider, browser);
      wait(milliseconds);
      expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
      const { searchParams, pathname } = new URL((await logOut(browser)).location);
      expect([pathname, searchParams.get('id_token_hint')]).toEqual([
        '/session/end',
        expect.stringMatching(/^ey/),
      ]);
      expect(browser.cookies.has(sessionCookie)).toBe(false);
      expect(await promptAtLogin(browser)).toBe('login');
    },
  );

  test('of a declared user whose session has expired finds nobody logged in', async () => {
    const { browser, wait } = await open();
    await browser.follow(await fillIn(browser, await browser.visit(requestOf()), alicesPassword));
    wait(70 * minutes);
    expect((await browser.visit('/authorize/logout')).heading).toBe('You are logged out');
  });

  test('names the user where the ID token is too long for a cookie', async () => {
    const { provider, browser } = await open({ logoutUri, claims: { name: 'A'.repeat(5000) } });
    await logIn(provider, browser);
    for (const [name, value] of browser.cookies) expect(name.length + value.length).toBeLessThan(4096);
    const { searchParams } = new URL((await logOut(browser)).location);
    expect([searchParams.get('id_token_hint'), searchParams.get('logout_hint')]).toEqual([null, 'ada']);
  });

  test('stays here where the provider offers none, and says so', async () => {
    const { provider, browser } = await open({});
    await logIn(provider, browser);
    const page = await logOut(browser);
    expect(page).toMatchObject({ status: 200, heading: 'You are logged out', location: '' });
    expect(page.text).toContain(
      'You may still be logged in to Campus login. It asks who you are before the next login here.',
    );
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await promptAtLogin(browser)).toBe('login');
  });

  test('ends the session here while the provider is down', async () => {
    const { provider, server, browser, wait } = await open();
    await logIn(provider, browser);
    const session = browser.cookies.get(sessionCookie) ?? '';
    // The metadata of the provider is remembered for an hour.
    wait(50 * minutes);
    await browser.visit(requestOf());
    wait(20 * minutes);
    await provider.close();
    const page = await logOut(browser);
    expect(page).toMatchObject({ status: 200, heading: 'You are logged out', location: '' });
    expect(page.text).toContain('Campus login does not answer, so you may still be logged in there.');
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    browser.cookies.set(sessionCookie, session);
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(server.faults).toEqual([]);
  });

  test.each(['http://login.example.edu/end', 'javascript:alert(1)', '//evil.example/', 42])(
    'does not follow the address %s',
    full,
    async (address) => {
      const { provider, browser } = await open();
      provider.tamper((ctx, body) => {
        if (ctx.path === '/.well-known/openid-configuration')
          ctx.body = { ...body, end_session_endpoint: address };
      });
      await logIn(provider, browser);
      expect(await logOut(browser)).toMatchObject({ status: 200, location: '' });
      expect(browser.cookies.has(sessionCookie)).toBe(false);
    },
  );
});

describe('the next login at the provider after a logout', full, () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Logs in and out, and gets a login under way ten minutes later; `there` is the browser at the provider. */
  async function begunAgain(options: ProviderOptions) {
    const opened = await open({ logoutUri, ...options });
    const { provider, browser, wait } = opened;
    const there = new Map<string, string>();
    const comeBack = async (url: URL) => {
      const { pathname, search } = new URL(await provider.logInAt(url.href, 'allow', there));
      return browser.follow(await browser.visit(pathname + search));
    };
    await comeBack(await begin(browser));
    await logOut(browser);
    wait(10 * minutes);
    vi.setSystemTime(Date.now() + 10 * minutes);
    return { ...opened, url: await begin(browser), comeBack };
  }

  test.each([true, false])('asks who it is, and says when it has (always: %s)', async (tellsAuthTime) => {
    const { url, comeBack } = await begunAgain({ tellsAuthTime });
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect((await comeBack(url)).heading).toBe('Allow Web to act for you?');
  });

  test.each([
    [true, 'The provider campus was asked for a new login but returned an earlier one (auth_time).'],
    [false, 'The provider campus does not return the time of the login (auth_time).'],
  ])(
    'is refused where it did not ask, with a reason, whether or not it says so (%s)',
    async (tellsAuthTime, reason) => {
      const { url, comeBack, browser, server } = await begunAgain({ tellsAuthTime });
      // As a provider does that ignores both, or as a user who edits the address.
      for (const name of ['prompt', 'max_age']) url.searchParams.delete(name);
      expect(await comeBack(url)).toMatchObject({ status: 403, heading: 'Log in to Web' });
      expect(server.audited.at(-1)).toMatchObject({ event: 'login_failed', reason });
      expect(server.unavailable).toEqual([]);
      expect(await promptAtLogin(browser)).toBe('login');
    },
  );

  test('is taken as it comes where the provider does not know when users log in', async () => {
    const { provider, url, comeBack, browser, wait } = await begunAgain({});
    provider.tamper((ctx, body) => {
      if (ctx.path === '/.well-known/openid-configuration') body['claims_supported'] = ['sub'];
    });
    wait(60 * minutes);
    const again = await begin(browser);
    expect([again.searchParams.get('prompt'), again.searchParams.get('max_age')]).toEqual(['login', null]);
    expect(url.searchParams.get('max_age')).toBe('0');
    expect((await comeBack(again)).heading).toBe('Allow Web to act for you?');
  });
});

describe('the logout page', full, () => {
  test('believes no state but that of a logout of this browser', async () => {
    const { provider, server, browser } = await open();
    await logIn(provider, browser);
    const { searchParams } = new URL((await logOut(browser)).location);
    const state = searchParams.get('state') ?? '';
    const other = new BrowserInTest(server.url);
    for (const [visitor, forged] of [
      [browser, `${state}x`],
      [browser, ''],
      [other, state],
    ] as const) {
      const page = await visitor.visit(
        `/authorize/logout?${new URLSearchParams({ state: forged }).toString()}`,
      );
      expect(page).toMatchObject({ status: 200, heading: 'You are logged out', location: '' });
      expect(page.text).not.toContain('Campus login');
    }
  });

  test('is led nowhere else, and logs nobody out, by whoever sends a browser there', async () => {
    const { provider, server, browser } = await open();
    await logIn(provider, browser);
    const evil = new URLSearchParams({
      post_logout_redirect_uri: 'https://evil.example/',
      redirect_uri: 'https://evil.example/',
      state: 'x',
    }).toString();
    const page = await browser.visit(`/authorize/logout?${evil}`);
    expect(page).toMatchObject({ status: 200, heading: 'Log out?', location: '' });
    expect(page.body).not.toContain('evil.example');
    const [form] = page.forms;
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const forged = await browser.submit('/authorize/logout', form?.fields ?? {}, elsewhere);
    expect(forged).toMatchObject({ status: 403, code: 'sent_from_elsewhere' });
    const ofAnother = await new BrowserInTest(server.url).submit('/authorize/logout', form?.fields ?? {});
    expect(ofAnother).toMatchObject({ status: 400, code: 'form_not_of_browser' });
    expect((await browser.visit(requestOf())).heading).toBe('Allow Web to act for you?');
  });
});

const skipped = found === undefined ? ' (skipped: there is no chromium)' : '';

describe.skipIf(found === undefined)(`in Chromium, at a provider of another site${skipped}`, full, () => {
  async function openAll() {
    silenceProvider();
    const server = await openAuthorization(defineTable({ gateway: { authUrl: 'http://127.0.0.1' } }), {
      secrets: { CAMPUS: clientSecret },
    });
    onTestFinished(() => server.close());
    const provider = await openProvider({
      tls: false,
      redirectUri: `${server.url}/authorize/callback/campus`,
      logoutUri: `${server.url}/authorize/logout`,
    });
    onTestFinished(() => provider.close());
    const identityProviders = [declareProvider(provider.issuer)];
    await server.swap(defineTable({ gateway: { authUrl: server.url }, identityProviders }));
    const page = await openPage();
    await page.goto(`${server.url}${requestOf()}`);
    await logInThere(page);
    return { server, page };
  }

  async function logInThere(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Log in with Campus login' }).click();
    await page.locator('[name=login]').fill('ada');
    await page.locator('[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    const consent = page.getByRole('button', { name: 'Continue' });
    const heading = page.getByRole('heading', { name: 'Allow Web to act for you?' });
    await consent.or(heading).waitFor();
    if (await consent.isVisible()) await consent.click();
    await heading.waitFor();
  }

  test.each(['Yes, sign me out', 'No, stay signed in'])(
    'a user who logs out and says there "%s" is asked at the next login',
    async (decision) => {
      const { server, page } = await openAll();
      await page.goto(`${server.url}/authorize/logout`);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: decision }).click();
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
      await page.getByText('You come back from Campus login').waitFor();
      await page.goto(`${server.url}${requestOf()}`);
      await logInThere(page);
    },
  );

  test('a user who logs in as somebody else is asked there', async () => {
    const { page } = await openAll();
    await page.getByRole('button', { name: 'Not you? Log in as somebody else' }).click();
    await logInThere(page);
  });
});

/** A page of a browser that can reach only this machine. */
async function openPage(): Promise<Page> {
  const hosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  // As root a browser has no sandbox.
  const args = [...(found?.args ?? []), '--no-sandbox', hosts];
  const browser = await chromium.launch({ ...found, args });
  onTestFinished(() => browser.close());
  return browser.newPage();
}
