import { decodeJwt } from 'jose';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../../interop/find-chromium.ts';
import { declareProvider } from '../../identity/oidc/login-in-test.ts';
import {
  clientSecret,
  openProvider,
  type ProviderInTest,
} from '../../identity/oidc/oidc-provider-in-test.ts';
import { defineTable, openAuthorization, redirectUri } from '../authorization-in-test.ts';
import { full } from '../../../full-run.ts';
import { authOrigin, BrowserInTest, type PageInTest } from './browser-in-test.ts';
import { answerIn, fillIn, requestOf } from './flow-in-test.ts';

const found = await findChromium();
const federationCookie = '__Host-gatewright-federation';
const refused = 'The login there failed. Try again, or use another login method if there is one.';
const silent = 'That service does not respond. Try again later, or use another login method if there is one.';

/** The provider warns of everything that it has for tests only. */
function silenceProvider(): void {
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
}

/** A gateway whose users a real provider knows, by the name campus and, as another one, by the name other. */
async function open() {
  silenceProvider();
  const provider = await openProvider({ redirectUri: `${authOrigin}/authorize/callback/campus` });
  onTestFinished(() => provider.close());
  const campus = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' } });
  const other = { ...campus, name: 'other' };
  const server = await openAuthorization(defineTable({ identityProviders: [campus, other] }), {
    secrets: { CAMPUS: clientSecret, CAMPUS_CA: provider.ca },
  });
  onTestFinished(() => server.close());
  return { provider, server, browser: new BrowserInTest(server.url) };
}

async function begin(browser: BrowserInTest): Promise<PageInTest> {
  return fillIn(browser, await browser.visit(requestOf()), { provider: 'campus' }, 1);
}

/** Logs in at the provider; the path by which the browser comes back. */
async function logInThere(provider: ProviderInTest, browser: BrowserInTest, decision?: 'abort') {
  const { pathname, search } = new URL(await provider.logInAt((await begin(browser)).location, decision));
  return pathname + search;
}

const hasSession = ({ cookies }: BrowserInTest) => cookies.has('__Host-gatewright-session');

describe('a login at a real provider', () => {
  test('goes there and comes back, for a token of its user', async () => {
    const { provider, server, browser } = await open();
    const back = await browser.visit(await logInThere(provider, browser));
    expect(back).toMatchObject({ status: 303, location: requestOf() });
    const { location } = await fillIn(browser, await browser.follow(back), { decision: 'allow' });
    expect(location.startsWith(redirectUri)).toBe(true);
    const { json } = await server.exchange('Web-production', answerIn(location)['code'] ?? '');
    expect(decodeJwt(String(json['access_token']))).toMatchObject({ sub: 'user:campus/ada' });
    expect(server.faults).toEqual([]);
  });

  test('that is refused there leads to the login page again', async () => {
    const { provider, server, browser } = await open();
    expect(await browser.visit(await logInThere(provider, browser, 'abort'))).toMatchObject({
      status: 403,
      problem: refused,
    });
    expect(server.audited.at(-1)).toMatchObject({ event: 'login_failed', reason: 'provider_refused' });
    expect(hasSession(browser)).toBe(false);
  });

  test.each([
    ['before', begin],
    ['after', async (browser: BrowserInTest, back: string) => browser.visit(back)],
  ])('is offered again where the provider is down %s it, and the audit log says why', async (when, visit) => {
    const { provider, server, browser } = await open();
    const back = when === 'after' ? await logInThere(provider, browser) : '';
    await provider.close();
    expect(await visit(browser, back)).toMatchObject({ status: 503, problem: silent });
    expect(server.audited.at(-1)).toMatchObject({
      event: 'login_failed',
      provider: 'campus',
      reason: expect.stringMatching(/^The provider campus cannot be queried: .*ECONNREFUSED/) as string,
    });
    expect(hasSession(browser)).toBe(false);
    expect(server.faults).toEqual([]);
  });

  test('cannot be played again', async () => {
    const { provider, browser } = await open();
    const back = await logInThere(provider, browser);
    const cookie = browser.cookies.get(federationCookie) ?? '';
    await browser.visit(back);
    browser.cookies.delete('__Host-gatewright-session');
    expect(await browser.visit(back)).toMatchObject({ status: 400, code: 'login_not_of_browser' });
    // Not even with the cookie from before, which requests the code from the provider again.
    browser.cookies.set(federationCookie, cookie);
    expect(await browser.visit(back)).toMatchObject({ status: 403, problem: refused });
    expect(hasSession(browser)).toBe(false);
  });

  test.each(['with none of its own', 'with one of its own'])(
    'logs nobody in to another browser, %s',
    async (which) => {
      const { provider, server, browser } = await open();
      const back = await logInThere(provider, browser);
      const victim = new BrowserInTest(server.url);
      if (which === 'with one of its own') await begin(victim);
      expect(await victim.visit(back)).toMatchObject({ status: 400, code: 'login_not_of_browser' });
      expect(hasSession(victim)).toBe(false);
      // The code is unspent: it is still valid in the right browser.
      expect((await browser.visit(back)).location).toBe(requestOf());
    },
  );

  test('gives its code to no other provider', async () => {
    const { provider, browser } = await open();
    const back = await logInThere(provider, browser);
    provider.asked.length = 0;
    const elsewhere = back.replace('/callback/campus?', '/callback/other?');
    expect(await browser.visit(elsewhere)).toMatchObject({ status: 400, code: 'login_not_of_browser' });
    expect(provider.asked).toEqual([]);
  });

  test('takes no answer that another server has given', async () => {
    const { provider, browser } = await open();
    const back = new URL(await logInThere(provider, browser), authOrigin);
    back.searchParams.set('iss', 'https://evil.example');
    expect(await browser.visit(back.pathname + back.search)).toMatchObject({ status: 403, problem: refused });
    expect(hasSession(browser)).toBe(false);
  });
});

const skipped = found === undefined ? ' (skipped: there is no chromium)' : '';

test.skipIf(found === undefined)(
  `a login at a provider of another site, in Chromium${skipped}`,
  full,
  async () => {
    silenceProvider();
    const server = await openAuthorization(defineTable({ gateway: { authUrl: 'http://127.0.0.1' } }), {
      secrets: { CAMPUS: clientSecret },
    });
    onTestFinished(() => server.close());
    const at = `${server.url}/authorize/callback/campus`;
    const provider = await openProvider({ tls: false, redirectUri: at });
    onTestFinished(() => provider.close());
    const identityProviders = [declareProvider(provider.issuer)];
    await server.swap(defineTable({ gateway: { authUrl: server.url }, identityProviders }));
    const page = await openPage();
    await page.goto(`${server.url}${requestOf()}`);
    await page.getByRole('button', { name: 'Log in with Campus login' }).click();
    await page.locator('[name=login]').fill('ada');
    await page.locator('[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Allow Web to act for you?' }).waitFor();
    const arriving = page.waitForRequest((request) => request.url().startsWith(redirectUri));
    await page.getByRole('button', { name: 'Allow' }).click();
    expect(answerIn((await arriving).url())).toMatchObject({
      code: expect.any(String) as string,
      state: 's1',
    });
  },
);

/** A page of a browser that can reach only this machine. */
async function openPage() {
  const hosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  // As root a browser has no sandbox.
  const args = [...(found?.args ?? []), '--no-sandbox', hosts];
  const browser = await chromium.launch({ ...found, args });
  onTestFinished(() => browser.close());
  return browser.newPage();
}
