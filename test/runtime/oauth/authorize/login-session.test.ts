import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { makeSigningKey, signingKey } from '../../gateway-in-test.ts';
import {
  alice,
  defineTable,
  defineWebApplication,
  openAuthorization,
  refusal,
  type ChangesInTest,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { BrowserInTest } from './browser-in-test.ts';
import { alicesPassword, allow, answerIn, fillIn, logInFor, requestOf } from './flow-in-test.ts';

const start = Date.UTC(2026, 10, 21);
const sessionCookie = '__Host-gatewright-session';
const minutes = 60_000;
const nextKey = makeSigningKey();
let now = start;
let server: AuthorizationInTest;
let browser: BrowserInTest;

beforeEach(async () => {
  now = start;
  server = await openAuthorization(defineTable(), {
    clock: () => now,
    secrets: { NEXT_KEY: nextKey, OLD_KEY: publicKeyOf(signingKey) },
  });
  browser = new BrowserInTest(server.url);
});

afterEach(() => server.close());

function publicKeyOf(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'pem' });
}

const isAnswered = async (request = requestOf()) => {
  const answer = await browser.visit(request);
  return answer.location.includes('code=') ? 'answered' : answer.heading;
};

describe('a session', () => {
  test('answers the next request for the same at once, and asks before another', async () => {
    await allow(browser, requestOf({ scope: 'dogs:read' }));
    expect(await isAnswered(requestOf({ scope: 'dogs:read' }))).toBe('answered');
    expect(await isAnswered(requestOf({ scope: 'dogs:read dogs:write' }))).toBe('Allow Web to act for you?');
    expect(await isAnswered(requestOf({ client_id: 'Web-sandbox', scope: 'dogs:read' }))).toBe(
      'Allow Web to act for you?',
    );
    expect(await isAnswered(requestOf({ client_id: 'Other-production', scope: 'dogs:read' }))).toBe(
      'Allow Other to act for you?',
    );
  });

  test('asks again before it redirects elsewhere or in another way than the user was shown', async () => {
    const callbackUrls = ['https://both.example.edu/a', 'https://both.example.edu/b'];
    const grants = ['authorization_code', 'implicit', 'refresh_token'];
    const application = defineWebApplication('Both', { callbackUrls, grants });
    await server.swap(defineTable({ applications: [application] }));
    const [first = '', second = ''] = callbackUrls;
    const both = { client_id: 'Both-production', scope: 'dogs:read', redirect_uri: first };
    await allow(browser, requestOf(both));
    expect(await isAnswered(requestOf(both))).toBe('answered');
    const asked = 'Allow Both to act for you?';
    expect(await isAnswered(requestOf({ ...both, redirect_uri: second }))).toBe(asked);
    const implicit = requestOf({ ...both, response_type: 'token' });
    expect(await isAnswered(implicit)).toBe(asked);
    const { location } = await fillIn(browser, await browser.visit(implicit), { decision: 'allow' });
    // No refresh token, though the application declares that grant too.
    expect(Object.keys(answerIn(location, 'hash')).toSorted()).toEqual([
      'access_token',
      'expires_in',
      'iss',
      'scope',
      'state',
      'token_type',
    ]);
  });

  test('does not answer for the user where any program may be behind the address', async () => {
    const local = { client_id: 'Local-production', redirect_uri: 'http://127.0.0.1:9/callback' };
    const application = defineWebApplication('Local', { callbackUrls: [local.redirect_uri] });
    await server.swap(defineTable({ applications: [application] }));
    expect((await allow(browser, requestOf(local))).searchParams.has('code')).toBe(true);
    expect(await isAnswered(requestOf(local))).toBe('Allow Local to act for you?');
  });

  test('is a new one at every login, whatever cookie was there before', async () => {
    const planted = 'planted-by-an-attacker';
    browser.cookies.set(sessionCookie, planted);
    await logInFor(browser);
    const first = browser.cookies.get(sessionCookie);
    expect(first).not.toBe(planted);
    // An attacker's own session that was planted is not taken over either.
    const attacker = new BrowserInTest(server.url);
    await logInFor(attacker);
    const login = await browser.visit(requestOf({ client_id: 'Other-production' }), { cookie: undefined });
    expect(login.heading).toBe('Log in to Other');
    browser.cookies.set(sessionCookie, attacker.cookies.get(sessionCookie) ?? '');
    await fillIn(browser, login, alicesPassword);
    expect(browser.cookies.get(sessionCookie)).not.toBe(attacker.cookies.get(sessionCookie));
  });

  test('that is changed in any character is refused', async () => {
    await allow(browser);
    const session = browser.cookies.get(sessionCookie) ?? '';
    for (const at of [0, 40, session.indexOf('..') + 3, session.length - 30, session.length - 2]) {
      const changed = session.slice(0, at) + (session[at] === 'A' ? 'B' : 'A') + session.slice(at + 1);
      browser.cookies.set(sessionCookie, changed);
      expect(await isAnswered()).toBe('Log in to Web');
    }
    // Another kind of sealed data does not open as a session.
    browser.cookies.set(sessionCookie, browser.cookies.get('__Host-gatewright-browser') ?? '');
    expect(await isAnswered()).toBe('Log in to Web');
  });

  test('ends when it is not used for an hour, or eight hours after the login', async () => {
    await allow(browser);
    for (let hour = 0; hour < 8; hour += 1) {
      expect(await isAnswered()).toBe('answered');
      now += 59 * minutes;
    }
    expect(await isAnswered()).toBe('answered');
    now = start + 8 * 60 * minutes;
    expect(await isAnswered()).toBe('Log in to Web');
    await allow(browser);
    now += 60 * minutes;
    expect(await isAnswered()).toBe('Log in to Web');
  });

  test('remembers as many consents as fit into a cookie', async () => {
    const others = Array.from({ length: 32 }, (_, index) =>
      defineWebApplication(`App${index}`, { callbackUrls: [`https://app${index}.example.edu/`] }),
    );
    const users = [{ ...alice, displayName: '\u{1F436}'.repeat(500) }];
    await server.swap(defineTable({ applications: others, users }));
    const ask = (index: number) =>
      requestOf({ client_id: `App${index}-production`, redirect_uri: `https://app${index}.example.edu/` });
    await logInFor(browser, ask(0));
    for (const index of others.keys()) {
      const consent = await browser.visit(ask(index));
      await fillIn(browser, consent, { decision: 'allow' });
      expect(`${sessionCookie}=${browser.cookies.get(sessionCookie)}`.length).toBeLessThan(4096);
    }
    expect(await isAnswered(ask(31))).toBe('answered');
    expect(await isAnswered(ask(2))).toBe('answered');
    expect(await isAnswered(ask(1))).toBe('Allow App1 to act for you?');
  });

  test('remembers a consent once, however often it is given', async () => {
    const local = { client_id: 'Local-production', redirect_uri: 'http://127.0.0.1:9/callback' };
    const application = defineWebApplication('Local', { callbackUrls: [local.redirect_uri] });
    await server.swap(defineTable({ applications: [application] }));
    await allow(browser);
    for (let times = 0; times < 31; times += 1) {
      const consent = await browser.visit(requestOf(local));
      await fillIn(browser, consent, { decision: 'allow' });
    }
    expect(await isAnswered()).toBe('answered');
  });
});

describe('a live session ends by what is declared:', () => {
  const seconds = start / 1000;
  const web = (changes: Parameters<typeof defineWebApplication>[1]) => [defineWebApplication('Web', changes)];
  const gateway = (token: Partial<GatewaySettings['token']>): ChangesInTest['gateway'] => ({
    token: { ...server.server().settings.token, ...token },
  });

  test.each<[string, () => ChangesInTest]>([
    ['the user is disabled', () => ({ users: [{ ...alice, state: 'disabled' }] })],
    ['the user is gone', () => ({ users: [] })],
    ['the user\u2019s tokens are revoked', () => ({ users: [{ ...alice, tokensNotBefore: seconds + 1 }] })],
    ['the application\u2019s tokens are', () => ({ applications: web({ tokensNotBefore: seconds + 1 }) })],
    ['all tokens are', () => ({ gateway: gateway({ tokensNotBefore: seconds + 1 }) ?? {} })],
    ['its users may not log in there', () => ({ applications: web({ identityProviders: ['nowhere'] }) })],
  ])('%s', async (_what, change) => {
    await allow(browser);
    expect(await isAnswered()).toBe('answered');
    await server.swap(defineTable(change()));
    expect(await isAnswered()).not.toBe('answered');
  });

  test('also between the consent page and its answer', async () => {
    const consent = await logInFor(browser);
    await server.swap(defineTable({ users: [{ ...alice, state: 'disabled' }] }));
    const answer = await fillIn(browser, consent, { decision: 'allow' });
    expect(answer.location).toBe(requestOf());
  });

  test('asks for consent again if the scopes were declared again', async () => {
    const consent = await logInFor(browser);
    await server.swap(defineTable({ scopes: ['dogs:read'] }));
    const answer = await fillIn(browser, consent, { decision: 'allow' });
    expect(answer.location).toBe(requestOf());
    expect((await browser.follow(answer)).text).toContain('May use dogs:read.');
  });

  test('what is no longer granted at all is refused', async () => {
    const consent = await logInFor(browser);
    await server.swap(defineTable({ applications: web({ grants: ['client_credentials'] }) }));
    const answer = await fillIn(browser, consent, { decision: 'allow' });
    expect(answer.location).toBe(requestOf());
    const { location } = await browser.visit(answer.location);
    expect(answerIn(location)).toMatchObject({ error: 'unauthorized_client' });
  });

  test('a removed application is unknown', async () => {
    const consent = await logInFor(browser, requestOf({ client_id: 'Other-production' }));
    const gone = defineWebApplication('Other', { keySets: [] });
    await server.swap(defineTable({ applications: [gone] }));
    const answer = await fillIn(browser, consent, { decision: 'allow' });
    expect(answer).toMatchObject({ status: 400, code: 'client_unknown', location: '' });
  });

  test('a callback that is no longer declared is not redirected to', async () => {
    const consent = await logInFor(browser);
    await server.swap(defineTable({ applications: web({ callbackUrls: ['https://new.example.edu/'] }) }));
    const answer = await fillIn(browser, consent, { decision: 'allow' });
    expect(answer).toMatchObject({ status: 400, code: 'redirect_uri_unregistered', location: '' });
  });
});

describe('a change of signing keys', () => {
  const keys = (signingKeys: GatewaySettings['token']['signingKeys']) =>
    defineTable({ gateway: { token: { ...server.server().settings.token, signingKeys } } });

  test('ends no session while the old key still verifies, and every one when it is removed', async () => {
    const old = { key: { fromEnv: 'SIGNING_KEY' }, use: 'verify' } as const;
    const next = { key: { fromEnv: 'NEXT_KEY' }, use: 'sign' } as const;
    await allow(browser);
    const session = browser.cookies.get(sessionCookie) ?? '';
    await server.swap(keys([next, old]));
    expect(await isAnswered()).toBe('answered');
    // Used data is sealed again, by the new key.
    await server.swap(keys([next]));
    expect(await isAnswered()).toBe('answered');
    browser.cookies.set(sessionCookie, session);
    expect(await isAnswered()).toBe('Log in to Web');
  });

  test('to which only the public half of the old one is left ends every session', async () => {
    const old = { key: { fromEnv: 'OLD_KEY' }, use: 'verify' } as const;
    const next = { key: { fromEnv: 'NEXT_KEY' }, use: 'sign' } as const;
    await allow(browser);
    await server.swap(keys([next, old]));
    expect(await isAnswered()).toBe('Log in to Web');
    await allow(browser);
    expect(await isAnswered()).toBe('answered');
  });
});

test('another authorization server with the same keys takes no session of this one', async () => {
  await allow(browser);
  await server.swap(defineTable({ gateway: { keyManagerUrl: 'https://keys.example.net' } }));
  expect(await isAnswered()).toBe('Log in to Web');
});

describe('a browser', () => {
  test('is the same as long as a day does not pass without a page', async () => {
    const page = await browser.visit(requestOf());
    for (let visits = 0; visits < 3; visits += 1) {
      now += 23 * 60 * minutes;
      await browser.visit(requestOf());
    }
    // Too late for the form, yet it is that of this browser.
    expect(await fillIn(browser, page, alicesPassword)).toMatchObject({ code: 'form_expired' });
    now += 24 * 60 * minutes;
    expect(await fillIn(browser, page, alicesPassword)).toMatchObject({ code: 'form_not_of_browser' });
  });

  test('has the whole time of a form, whenever it was known first', async () => {
    await browser.visit(requestOf());
    now += 24 * 60 * minutes - 1;
    const page = await browser.visit(requestOf());
    now += 29 * minutes;
    expect(await fillIn(browser, page, alicesPassword)).toMatchObject({ location: requestOf() });
  });
});

describe('somebody logs out', () => {
  test('which ends codes that were not redeemed, and leaves the grants of those that were', async () => {
    const redeemed = (await allow(browser)).searchParams.get('code') ?? '';
    const { json } = await server.exchange('Web-production', redeemed);
    const code = answerIn((await browser.visit(requestOf())).location)['code'] ?? '';
    await fillIn(browser, await browser.visit('/authorize/logout'), {});
    expect(await server.exchange('Web-production', code)).toEqual(refusal(400, 'invalid_grant'));
    expect(server.audited.at(-1)).toMatchObject({ event: 'request_refused', refused: 'grant_withdrawn' });
    expect((await server.refresh('Web-production', json['refresh_token'])).status).toBe(200);
  });

  test('by a page of its own, and no copy of the cookie is good afterwards', async () => {
    await allow(browser);
    const copy = browser.cookies.get(sessionCookie) ?? '';
    const page = await browser.visit('/authorize/logout');
    expect(page.text).toContain('You are logged in as alice.');
    expect((await fillIn(browser, page, {})).heading).toBe('You are logged out');
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect((await browser.visit('/authorize/logout')).heading).toBe('You are logged out');
    browser.cookies.set(sessionCookie, copy);
    expect(await isAnswered()).toBe('Log in to Web');
    expect((await browser.visit('/authorize/logout')).heading).toBe('You are logged out');
  });

  test('by the consent page, which continues with the login of another user', async () => {
    const consent = await logInFor(browser);
    const answer = await fillIn(browser, consent, {}, 1);
    expect(answer.location).toBe(requestOf());
    expect((await browser.follow(answer)).heading).toBe('Log in to Web');
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });

  test('with a form that has expired, by its page', async () => {
    await allow(browser);
    const page = await browser.visit('/authorize/logout');
    now += 31 * minutes;
    const answer = await fillIn(browser, page, {});
    expect(answer).toMatchObject({ status: 400, code: 'form_expired' });
    expect(answer.body).toContain('<a href="/authorize/logout">Start again</a>');
  });

  test('not by another site, nor by the form of another browser', async () => {
    await allow(browser);
    const page = await browser.visit('/authorize/logout');
    const other = new BrowserInTest(server.url);
    await allow(other);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const form = page.forms[0] ?? { action: '', fields: {} };
    expect(await browser.submit(form.action, form.fields, headers)).toMatchObject({ status: 403 });
    expect(await other.submit(form.action, form.fields)).toMatchObject({ status: 400 });
    expect(await isAnswered()).toBe('answered');
  });
});

describe('a login page', () => {
  test('says the same for a wrong password and an unknown user, and keeps the name', async () => {
    const page = await browser.visit(requestOf());
    const wrong = await fillIn(browser, page, { username: 'alice', password: 'wrong' });
    const unknown = await fillIn(browser, page, { username: 'mallory', password: 'wrong' });
    const expected = {
      status: 403,
      title: 'Not logged in – Log in to Web',
      problem: 'The username or password is wrong. Check both and try again. Correct it',
    };
    expect(wrong).toMatchObject(expected);
    expect(unknown).toMatchObject(expected);
    expect(wrong.forms[0]?.fields).toMatchObject({ username: 'alice', password: '' });
    expect(unknown.forms[0]?.fields).toMatchObject({ username: 'mallory', password: '' });
    const bare = (text: string) => text.replaceAll(/value="[^"]*"/g, '');
    expect(bare(wrong.body)).toBe(bare(unknown.body));
    expect((await browser.follow(await fillIn(browser, wrong, alicesPassword))).heading).toBe(
      'Allow Web to act for you?',
    );
  });

  test.each([{}, { username: 'alice' }, { password: 'x' }, { username: '', password: 'x' }])(
    'asks for what is missing in %j',
    async (fields) => {
      const page = await browser.visit(requestOf());
      expect(await browser.submit('/authorize/login', { ...page.forms[0]?.fields, ...fields })).toMatchObject(
        {
          status: 400,
          problem: 'Enter your username and password. Correct it',
        },
      );
    },
  );

  test('says when too many logins have failed', async () => {
    const page = await browser.visit(requestOf());
    for (let tried = 0; tried < 5; tried += 1)
      await fillIn(browser, page, { username: 'alice', password: 'no' });
    const limited = await fillIn(browser, page, alicesPassword);
    expect(limited).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^(60|5\d)$/) },
      problem: 'Too many failed logins. Wait a few minutes before you try again.',
    });
    // The field with the focus is described by it, since not every screen reader announces an alert of a new page.
    expect(limited.body).toMatch(/id="password"[^>]* aria-describedby="problem"[^>]* autofocus/);
    expect(limited.body).not.toContain('aria-invalid="');
  });

  test('is not there where nobody can log in', async () => {
    const application = defineWebApplication('Web', { identityProviders: ['nowhere'] });
    await server.swap(defineTable({ applications: [application] }));
    expect(await browser.visit(requestOf())).toMatchObject({ status: 403, code: 'login_impossible' });
  });

  test('takes the same form twice: the second login is one too', async () => {
    const page = await browser.visit(requestOf());
    const answers = await Promise.all([
      fillIn(browser, page, alicesPassword),
      fillIn(browser, page, alicesPassword),
    ]);
    expect(answers.map(({ location }) => location)).toEqual([requestOf(), requestOf()]);
  });
});

test('a login that finds the queue full is answered by a page that says so, and by a 503', async () => {
  const page = await browser.visit(requestOf());
  Object.assign(server.server().loginLimits, { begin: async () => 'busy' });
  const answer = await fillIn(browser, page, alicesPassword);
  expect([answer.status, answer.problem]).toEqual([
    503,
    'Too many people are logging in at this moment. Wait a moment and try again.',
  ]);
  const form = { grant_type: 'password', ...alicesPassword };
  expect(await server.token('Web-production', form)).toEqual(refusal(503, 'temporarily_unavailable'));
  expect(server.audited.at(-2)).toMatchObject({
    event: 'login_failed',
    reason: 'Too many concurrent logins.',
  });
});

test('two applications are logged in to at once, in two tabs', async () => {
  const requests = ['Web-production', 'Other-production'].map((client) => requestOf({ client_id: client }));
  const [login, otherLogin] = [
    await browser.visit(requests[0] ?? ''),
    await browser.visit(requests[1] ?? ''),
  ];
  const consent = await browser.follow(await fillIn(browser, login, alicesPassword));
  const other = await browser.follow(await fillIn(browser, otherLogin, alicesPassword));
  expect([consent.heading, other.heading]).toEqual([
    'Allow Web to act for you?',
    'Allow Other to act for you?',
  ]);
  // The second login began another session, so the first tab asks again, for the user who is logged in now.
  const again = await browser.follow(await fillIn(browser, consent, { decision: 'allow' }));
  expect(again.heading).toBe('Allow Web to act for you?');
  const answers = [
    await fillIn(browser, again, { decision: 'allow' }),
    await fillIn(browser, other, { decision: 'allow' }),
  ];
  expect(answers.map(({ location }) => location)).toEqual(Array(2).fill(expect.stringContaining('code=')));
});

test('no secret is noted anywhere', async () => {
  const url = await allow(browser);
  await browser.submit('/authorize/login', alicesPassword);
  const noted = JSON.stringify(server.audited) + JSON.stringify(server.faults);
  for (const secret of [alicesPassword.password, answerIn(url)['code'], browser.cookies.get(sessionCookie)])
    expect(noted).not.toContain(secret);
});
