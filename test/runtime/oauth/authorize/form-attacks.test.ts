import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineTable, openAuthorization, type AuthorizationInTest } from '../authorization-in-test.ts';
import { BrowserInTest, type PageInTest } from './browser-in-test.ts';
import { alicesPassword, allow, answerIn, fillIn, logInFor, requestOf } from './flow-in-test.ts';

let now = Date.now();
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable(), { clock: () => now });
});

afterAll(() => server.close());

const browse = () => new BrowserInTest(server.url);
const formOf = (page: PageInTest, place = 0) => page.forms[place] ?? { action: '', fields: {}, buttons: [] };

/** Effects that an answer must not have. */
function expectNothingDone(browser: BrowserInTest, answer: PageInTest): void {
  expect(answer.location).toBe('');
  expect([...browser.cookies.keys()]).not.toContain('__Host-gatewright-session');
}

/** The link of an error page for starting again. */
function linkOf({ body }: PageInTest): string {
  return (/<a href="([^"]+)">Start again/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
}

const foreign = [
  ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['of another site, by its origin alone', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
  ['of another site, by its fetch metadata alone', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
  ['of another host of the site', { origin: 'https://x.example.edu', 'sec-fetch-site': 'same-site' }],
  ['of a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['of an origin that hides', { origin: 'null', 'sec-fetch-site': undefined }],
  ['that disagrees with itself', { 'sec-fetch-site': 'cross-site' }],
  ['of the same host over http', { origin: 'http://gateway.example.edu', 'sec-fetch-site': undefined }],
  ['of another port', { origin: 'https://gateway.example.edu:8443', 'sec-fetch-site': 'same-site' }],
  ['of nobody in particular', { 'sec-fetch-site': 'none' }],
  ['that does not say where it comes from', { origin: undefined, 'sec-fetch-site': undefined }],
] as const;

describe('a login form is refused', () => {
  test.each(foreign)('%s', async (_what, headers) => {
    const browser = browse();
    const { action, fields } = formOf(await browser.visit(requestOf()));
    const answer = await browser.submit(action, { ...fields, ...alicesPassword }, headers);
    expect(answer).toMatchObject({ status: 403, code: 'sent_from_elsewhere' });
    expectNothingDone(browser, answer);
    expect(server.audited.at(-1)).toMatchObject({ event: 'request_refused', refused: 'sent_from_elsewhere' });
  });

  test('by a script of the same origin, which an API could serve', async () => {
    const browser = browse();
    for (const destination of ['empty', 'iframe', 'object', 'script', 'image']) {
      const answer = await browser.visit(requestOf(), {
        'sec-fetch-dest': destination,
        'sec-fetch-site': 'same-origin',
      });
      expect(answer).toMatchObject({ status: 403, code: 'not_a_visit', forms: [] });
    }
  });

  test('in another browser: nobody can be logged in as the attacker', async () => {
    const attacker = browse();
    const { action, fields } = formOf(await attacker.visit(requestOf()));
    const victim = browse();
    for (const visited of [false, true]) {
      if (visited) await victim.visit(requestOf());
      const answer = await victim.submit(action, { ...fields, ...alicesPassword });
      expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser' });
      expectNothingDone(victim, answer);
      // Two tabs that a new browser opens at once are two to us: the one whose cookie is lost begins again.
      expect((await victim.visit(linkOf(answer))).heading).toBe('Log in to Web');
    }
  });

  test.each([
    ['without its transaction', () => ({})],
    ['with an empty one', () => ({ transaction: '' })],
    ['with one that is made up', () => ({ transaction: 'ey..a.b.c' })],
    ['with one that is cut', (text: string) => ({ transaction: text.slice(0, -1) })],
    [
      'with one that is changed',
      (text: string) => ({ transaction: text.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) }),
    ],
    ['with a long one', () => ({ transaction: 'e'.repeat(60_000) })],
  ])('%s', async (_what, change: (text: string) => Record<string, string>) => {
    const browser = browse();
    const { action, fields } = formOf(await browser.visit(requestOf()));
    const answer = await browser.submit(action, {
      ...alicesPassword,
      ...change(fields['transaction'] ?? ''),
    });
    expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser' });
    expectNothingDone(browser, answer);
  });

  test('without the cookie, which says that cookies are needed', async () => {
    const browser = browse();
    const login = await browser.visit(requestOf());
    browser.cookies.clear();
    const answer = await fillIn(browser, login, alicesPassword);
    expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser' });
    expect(answer.text).toContain('Allow cookies for this site.');
  });

  test('with the session or a consent form in its place', async () => {
    const browser = browse();
    const consent = await logInFor(browser);
    const texts = [formOf(consent).fields['transaction'], ...browser.cookies.values()];
    for (const transaction of texts) {
      const answer = await browser.submit('/authorize/login', {
        ...alicesPassword,
        transaction: transaction ?? '',
      });
      expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser' });
    }
  });

  test('after half an hour, with a link that begins again', async () => {
    const browser = browse();
    const login = await browser.visit(requestOf());
    now += 31 * 60_000;
    const answer = await fillIn(browser, login, alicesPassword);
    expect(answer).toMatchObject({ status: 400, code: 'form_expired' });
    expect((await browser.visit(linkOf(answer))).heading).toBe('Log in to Web');
  });

  test.each([
    ['a field twice', 'username=alice&username=bob'],
    ['a broken escape', 'username=%zz'],
    ['bytes that are no UTF-8', 'username=%ff'],
  ])('for %s', async (_what, body) => {
    const answer = await browse().submit('/authorize/login', body);
    expect(answer).toMatchObject({ status: 400, code: 'form_unreadable' });
  });
});

describe('a consent form is refused', () => {
  test.each(foreign)('%s', async (_what, headers) => {
    const browser = browse();
    const { action, fields } = formOf(await logInFor(browser));
    const answer = await browser.submit(action, { ...fields, decision: 'allow' }, headers);
    expect(answer).toMatchObject({ status: 403, code: 'sent_from_elsewhere', location: '' });
  });

  test('in another browser, even if somebody is logged in there', async () => {
    const attacker = browse();
    const { action, fields } = formOf(await logInFor(attacker));
    const victim = browse();
    await logInFor(victim);
    const answer = await victim.submit(action, { ...fields, decision: 'allow' });
    expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser', location: '' });
  });

  test('with a login form in its place', async () => {
    const browser = browse();
    const login = await browser.visit(requestOf());
    await logInFor(browser);
    const answer = await browser.submit('/authorize/consent', { ...formOf(login).fields, decision: 'allow' });
    expect(answer).toMatchObject({ status: 400, code: 'form_not_of_browser' });
  });

  test('for another session of the same user: the request begins again', async () => {
    const browser = browse();
    const first = await logInFor(browser);
    browser.cookies.delete('__Host-gatewright-session');
    const second = await logInFor(browser);
    const answer = await fillIn(browser, first, { decision: 'allow' });
    expect(answer.location).toBe(requestOf());
    expect((await browser.follow(answer)).heading).toBe(second.heading);
  });

  test('after it was answered: the request begins again, and one consent does not lead to a second code', async () => {
    const browser = browse();
    const request = requestOf({ scope: 'dogs:read' });
    const consent = await logInFor(browser, request);
    const session = browser.cookies.get('__Host-gatewright-session') ?? '';
    expect(answerIn((await fillIn(browser, consent, { decision: 'allow' })).location)).toHaveProperty('code');
    // The click comes again, from before the answer to the first one.
    browser.cookies.set('__Host-gatewright-session', session);
    const again = await fillIn(browser, consent, { decision: 'allow' });
    expect(again.location).toBe(request);
    expect((await browser.follow(again)).heading).toBe('Allow Web to act for you?');
  });

  test('by two clicks at once: one is answered', async () => {
    const browser = browse();
    const { action, fields } = formOf(await logInFor(browser));
    const click = () => browser.submit(action, { ...fields, decision: 'allow' });
    const answers = await Promise.all([click(), click(), click()]);
    expect(answers.filter(({ location }) => location.includes('code=')).length).toBe(1);
    expect(answers.filter(({ location }) => location === requestOf()).length).toBe(2);
  });

  test.each(['', 'deny', 'ALLOW', 'allow '])('by %j', async (decision) => {
    const browser = browse();
    const denied = await fillIn(browser, await logInFor(browser), { decision });
    expect(answerIn(denied.location)).toMatchObject({ error: 'access_denied', state: 's1' });
    expect(server.audited).toContainEqual(
      expect.objectContaining({
        event: 'consent_refused',
        clientId: 'Web-production',
        subject: 'user:alice',
      }),
    );
  });
});

describe('every page', () => {
  test('cannot be framed, runs no script, is not cached, and has no external addresses', async () => {
    const browser = browse();
    const login = await browser.visit(requestOf());
    const failed = await fillIn(browser, login, { username: 'alice', password: 'wrong' });
    const consent = await logInFor(browser);
    const logout = await browser.visit('/authorize/logout');
    const error = await browser.visit('/authorize');
    const method = await browser.visit('/authorize/login');
    expect([login, failed, consent, logout, error, method].map(({ status }) => status)).toEqual([
      200, 403, 200, 200, 400, 405,
    ]);
    for (const page of [login, failed, consent, logout, error, method]) {
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; frame-ancestors 'none'$/,
        ),
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cache-control': 'no-store',
      });
      expect(page.body).not.toMatch(/<script|javascript:|\son\w+=|https?:/i);
    }
  });

  test('sets only cookies that no script, no other host and no plain HTTP gets', async () => {
    const browser = browse();
    const login = await browser.visit(requestOf());
    const loggedIn = await fillIn(browser, login, alicesPassword);
    const consent = await browser.follow(loggedIn);
    const answered = await fillIn(browser, consent, { decision: 'allow' });
    const cookies = [login, loggedIn, consent, answered].flatMap((page) => page.cookies);
    expect(cookies.length).toBe(6);
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-gatewright-(browser|session|federation)=[\w.-]*;( Max-Age=0;)? Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
  });
});

test('no name is trusted from the Host header', async () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const browser = browse();
  const login = await browser.visit(requestOf(), evil);
  expect(login.body).not.toContain('evil.example');
  expect((await allow(browser)).host).toBe('app.example.edu');
});
