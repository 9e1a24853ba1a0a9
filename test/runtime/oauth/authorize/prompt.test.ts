// @module-tag full
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FederatedLogin } from '#runtime/identity/identity.ts';
import { full } from '../../../full-run.ts';
import {
  defineTable,
  definePage,
  openAuthorization,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { BrowserInTest, type PageInTest } from './browser-in-test.ts';
import { alicesPassword, allow, answerIn, fillIn, logInFor, requestOf } from './flow-in-test.ts';

let now: number;
let server: AuthorizationInTest;
let browser: BrowserInTest;
const minute = 60_000;

beforeEach(async () => {
  now = 1_800_000_000_000;
  server = await openAuthorization(defineTable(), { clock: () => now });
  browser = new BrowserInTest(server.url);
});

afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const errorIn = ({ location }: PageInTest) => answerIn(location)['error'];
const isAnswered = ({ location }: PageInTest) => answerIn(location)['code'] !== undefined;
const loginPage = 'Log in to Web';
const consentPage = 'Allow Web to act for you?';

describe('prompt=none', () => {
  const silent = requestOf({ prompt: 'none' });

  test('never shows a page: it is answered if the user is logged in and has consented', async () => {
    const stranger = await browser.visit(silent);
    expect(answerIn(stranger.location)).toEqual({
      from: 'login',
      error: 'login_required',
      error_description: expect.any(String),
      state: 's1',
      iss: 'https://keys.example.edu',
    });
    const consent = await logInFor(browser);
    expect(errorIn(await browser.visit(silent))).toBe('consent_required');
    await fillIn(browser, consent, { decision: 'allow' });
    expect(isAnswered(await browser.visit(silent))).toBe(true);
    now += 61 * minute;
    expect(errorIn(await browser.visit(silent))).toBe('login_required');
  });

  test('says so if the user has to log in again', async () => {
    await allow(browser);
    now += 2 * minute;
    const request = (max_age: string) => browser.visit(requestOf({ prompt: 'none', max_age }));
    expect(errorIn(await request('119'))).toBe('login_required');
    expect(isAnswered(await request('120'))).toBe(true);
  });

  test('says what else is wrong with a request', async () => {
    expect(errorIn(await browser.visit(requestOf({ prompt: 'none', scope: 'dogs:walk' })))).toBe(
      'invalid_scope',
    );
  });

  test('shows what must not be redirected to an application that is not known to ask', async () => {
    const page = await browser.visit(requestOf({ prompt: 'none', redirect_uri: 'https://evil.example/' }));
    expect([page.status, page.location]).toEqual([400, '']);
  });

  test('is answered with a token in the fragment where that is declared', async () => {
    const page = definePage('Page', { grants: ['implicit'] });
    await server.swap(defineTable({ applications: [page] }));
    const request = requestOf({
      client_id: 'Page-production',
      redirect_uri: page.callbackUrls[0],
      response_type: 'token',
      prompt: 'none',
    });
    expect(answerIn((await browser.visit(request)).location, 'hash')['error']).toBe('login_required');
  });
});

describe.each(['login', 'select_account', 'login consent', 'login select_account'])('prompt=%s', (prompt) => {
  test('asks who is logged in for a login, and once only', async () => {
    await allow(browser);
    const page = await browser.visit(requestOf({ prompt }));
    expect([page.status, page.heading]).toEqual([200, loginPage]);
    expect((await browser.visit(requestOf({ prompt }))).heading).toBe(loginPage);
    expect((await browser.follow(await fillIn(browser, page, alicesPassword))).heading).toBe(consentPage);
    const { location } = await fillIn(
      browser,
      await browser.follow(await fillIn(browser, await browser.visit(requestOf({ prompt })), alicesPassword)),
      { decision: 'allow' },
    );
    expect(answerIn(location)).toMatchObject({ state: 's1', code: expect.any(String) });
  });
});

test('prompt=consent asks for consent again, and once only', async () => {
  const request = requestOf({ prompt: 'consent' });
  await allow(browser);
  const page = await browser.visit(request);
  expect(page.heading).toBe(consentPage);
  expect(isAnswered(await fillIn(browser, page, { decision: 'allow' }))).toBe(true);
  expect(isAnswered(await browser.visit(requestOf()))).toBe(true);
  expect((await browser.visit(request)).heading).toBe(consentPage);
});

describe('a second click on the page that prompt=consent shows', () => {
  const request = requestOf({ prompt: 'consent' });
  const click = async (decisions: readonly string[]) => {
    await allow(browser);
    const page = await browser.visit(request);
    let last = page;
    for (const decision of decisions) last = await fillIn(browser, page, { decision });
    return last.location.startsWith('/') ? browser.follow(last) : last;
  };

  test('allows as the first one did, whose answer the browser drops', async () => {
    expect(isAnswered(await click(['allow', 'allow']))).toBe(true);
  });

  test.each(['deny', 'allow'])('denies although the user has consented before: %s, deny', async (first) => {
    expect(errorIn(await click([first, 'deny']))).toBe('access_denied');
  });

  test('continues with what else the request asks for', async () => {
    const page = await browser.follow(
      await fillIn(
        browser,
        await browser.visit(requestOf({ prompt: 'consent', max_age: '60' })),
        alicesPassword,
      ),
    );
    await fillIn(browser, page, { decision: 'allow' });
    const { location } = await fillIn(browser, page, { decision: 'allow' });
    expect(location).toBe(requestOf());
  });
});

describe('max_age', () => {
  test('asks for a login that is too long ago, and once only', async () => {
    await allow(browser);
    now += 10 * minute;
    expect(isAnswered(await browser.visit(requestOf({ max_age: '600' })))).toBe(true);
    const page = await browser.visit(requestOf({ max_age: '599' }));
    expect(page.heading).toBe(loginPage);
    now += minute;
    const consent = await browser.follow(await fillIn(browser, page, alicesPassword));
    now += 20 * minute;
    expect(isAnswered(await fillIn(browser, consent, { decision: 'allow' }))).toBe(true);
  });

  test('of 0 asks for a login at any time, also if that takes a while', async () => {
    await allow(browser);
    now += 1500;
    const page = await browser.visit(requestOf({ max_age: '0' }));
    expect(page.heading).toBe(loginPage);
    const next = await fillIn(browser, page, alicesPassword);
    now += 3000;
    expect((await browser.follow(next)).heading).toBe(consentPage);
  });
});

describe('a request is refused', () => {
  test.each([
    ['prompt', 'none login'],
    ['prompt', 'create'],
    ['prompt', 'LOGIN'],
    ['prompt', 'login  consent'],
    ['max_age', '-1'],
    ['max_age', '1.5'],
    ['max_age', '1e3'],
    ['max_age', 'Infinity'],
    ['max_age', '9999999999'],
  ])('after the login, with %s=%s', async (name, value) => {
    const page = await logInFor(browser, requestOf({ [name]: value }));
    expect(errorIn(page)).toBe('invalid_request');
  });

  test.each(['prompt=none&prompt=none', 'max_age=1&max_age=1', 'prompt=none&max_age=1&prompt=login'])(
    'after the login, with %s',
    async (twice) => {
      expect(errorIn(await logInFor(browser, `${requestOf()}&${twice}`))).toBe('invalid_request');
    },
  );
});

test.each([{ acr_values: 'gold' }, { login_hint: 'ada' }, { ui_locales: 'de' }, { display: 'popup' }])(
  'what is not supported has no effect: %j',
  async (parameter) => {
    await allow(browser);
    expect(isAnswered(await browser.visit(requestOf(parameter)))).toBe(true);
  },
);

describe('at a provider, a login that is asked for', () => {
  const forced: boolean[] = [];
  const campus: FederatedLogin = {
    name: 'campus',
    displayName: 'Campus',
    begin: async (_url, forcesLogin = false) => {
      forced.push(forcesLogin);
      return { url: 'https://login.example.net/', memory: { state: 's', nonce: 'n', codeVerifier: 'v' } };
    },
    finish: async () => undefined,
    endSession: async () => undefined,
  };

  test.each([
    [{}, false],
    [{ prompt: 'consent' }, false],
    [{ prompt: 'login' }, true],
    [{ prompt: 'select_account' }, true],
    [{ max_age: '60' }, true],
  ])('with %j is a new one there too: %s', async (parameters, isForced) => {
    Object.assign(server.server().identity, { federations: [campus] });
    forced.length = 0;
    await fillIn(browser, await browser.visit(requestOf(parameters)), { provider: 'campus' }, 1);
    expect(forced).toEqual([isForced]);
  });
});

describe('a login that is almost as old as a grant may be', () => {
  const lifetime = (refreshLifetimeSeconds: number) =>
    defineTable({
      gateway: {
        token: {
          lifetimeSeconds: 600,
          refreshIdleSeconds: 600,
          refreshLifetimeSeconds,
          signingKeys: [{ key: { fromEnv: 'SIGNING_KEY' }, use: 'sign' }],
        },
      },
    });

  test.each([
    [1800, 1200],
    [1000, 500],
  ])(
    'of %i seconds is asked for again after %i, so that a refresh token can be used',
    async (seconds, age) => {
      await server.swap(lifetime(seconds));
      await allow(browser);
      now += age * 1000;
      const { location } = await browser.visit(requestOf());
      const { json } = await server.exchange('Web-production', answerIn(location)['code'] ?? '');
      now += (seconds - age - 1) * 1000;
      expect((await server.refresh('Web-production', json['refresh_token'])).status).toBe(200);
      expect((await browser.visit(requestOf())).heading).toBe(loginPage);
      expect(errorIn(await browser.visit(requestOf({ prompt: 'none' })))).toBe('login_required');
    },
  );

  test('gives no refresh token that could not be used', async () => {
    const code = await server.codeFor({ authenticatedAt: now / 1000 - 1800 });
    await server.swap(lifetime(1800));
    const { status, json } = await server.exchange('Web-production', code);
    expect([status, json['refresh_token']]).toEqual([200, undefined]);
  });

  test('stays for an application that has no refresh tokens', full, async () => {
    const web = { grants: ['authorization_code'], name: 'Web' };
    const table = lifetime(1800);
    const applications = table.manifest.applications.map((one) =>
      one.name === 'Web' ? { ...one, ...web } : one,
    );
    await server.swap({ ...table, manifest: { ...table.manifest, applications } });
    await allow(browser);
    now += 50 * minute;
    expect(isAnswered(await browser.visit(requestOf()))).toBe(true);
  });
});
