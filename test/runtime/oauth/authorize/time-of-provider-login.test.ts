import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { declareProvider } from '../../identity/oidc/login-in-test.ts';
import {
  clientSecret,
  openProvider,
  type ProviderOptions,
} from '../../identity/oidc/oidc-provider-in-test.ts';
import { defineTable, openAuthorization } from '../authorization-in-test.ts';
import { authOrigin, BrowserInTest } from './browser-in-test.ts';
import { answerIn, fillIn, requestOf } from './flow-in-test.ts';

const hour = 3_600_000;
const loginPage = 'Log in to Web';
const consentPage = 'Allow Web to act for you?';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A gateway, a real provider whose metadata is changed, and a browser that has a session there. */
async function open(options: ProviderOptions = {}, metadata: Readonly<Record<string, unknown>> = {}) {
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const provider = await openProvider({
    redirectUri: `${authOrigin}/authorize/callback/campus`,
    ...options,
  });
  onTestFinished(() => provider.close());
  provider.tamper((ctx, body) => {
    if (ctx.path === '/.well-known/openid-configuration') Object.assign(body, metadata);
  });
  const campus = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' } });
  const server = await openAuthorization(defineTable({ identityProviders: [campus] }), {
    secrets: { CAMPUS: clientSecret, CAMPUS_CA: provider.ca },
    clock: () => Date.now(),
  });
  onTestFinished(() => server.close());
  const there = new Map<string, string>();
  /** Presses the button of the provider on the page that a request leads to. */
  const begin = async (browser: BrowserInTest, request: string) =>
    fillIn(browser, await browser.visit(request), { provider: 'campus' }, 1);
  const logIn = async (browser: BrowserInTest, request = requestOf()) => {
    const { location } = await begin(browser, request);
    const { pathname, search } = new URL(await provider.logInAt(location, 'allow', there));
    return browser.follow(await browser.visit(pathname + search));
  };
  return { server, browse: () => new BrowserInTest(server.url), begin, logIn };
}

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe('max_age is compared with the login at the provider', () => {
  test('which is older than a session that began without a question there', async () => {
    const { browse, logIn } = await open({ tellsAuthTime: true });
    await logIn(browse());
    wait(7 * hour);
    const browser = browse();
    expect((await logIn(browser)).heading).toBe(consentPage);
    const pageFor = async (max_age: string) => (await browser.visit(requestOf({ max_age }))).heading;
    expect(await pageFor('60')).toBe(loginPage);
    expect(await pageFor(String((7 * hour) / 1000 - 10))).toBe(loginPage);
    expect(await pageFor(String((7 * hour) / 1000 + 10))).toBe(consentPage);
    const silent = await browser.visit(requestOf({ max_age: '60', prompt: 'none' }));
    expect(answerIn(silent.location)['error']).toBe('login_required');
    expect((await logIn(browser, requestOf({ max_age: '60' }))).heading).toBe(consentPage);
    expect(await pageFor('60')).toBe(consentPage);
  });

  test('which is not known where the provider does not tell', async () => {
    const { browse, logIn } = await open();
    const browser = browse();
    expect((await logIn(browser)).heading).toBe(consentPage);
    expect((await browser.visit(requestOf({ max_age: '86400' }))).heading).toBe(loginPage);
    expect((await browser.visit(requestOf())).heading).toBe(consentPage);
  });
});

describe('a provider that cannot prove a new login', () => {
  test.each([
    ['tells no time', { claims_supported: ['sub'] }],
    ['only lets users choose', { prompt_values_supported: ['none', 'select_account'] }],
  ])('because it %s is not asked for one that a request demands', async (_what, metadata) => {
    const { server, browse, begin } = await open({}, metadata);
    for (const demand of [{ prompt: 'login' }, { max_age: '60' }, { prompt: 'login select_account' }]) {
      const browser = browse();
      const { status, problem, location } = await begin(browser, requestOf(demand));
      expect([status, problem, location]).toEqual([
        403,
        'The application asks for a new login, which that service cannot prove. Use another login method if there is one.',
        '',
      ]);
      expect(server.audited.at(-1)).toMatchObject({
        event: 'login_failed',
        reason: 'The provider campus cannot prove that a login is new (auth_time).',
      });
      expect(browser.cookies.has('__Host-gatewright-federation')).toBe(false);
    }
    expect(server.unavailable).toEqual([]);
  });

  test('is asked where the user only has to choose', async () => {
    const { browse, begin } = await open({}, { claims_supported: ['sub'] });
    for (const request of [requestOf({ prompt: 'select_account' }), requestOf()])
      expect((await begin(browse(), request)).status).toBe(303);
  });
});
