import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { openStreamingUpstream } from '../../../gateway/in-flight/streaming-upstream.ts';
import {
  alice,
  defineTable,
  defineWebApplication,
  openAuthorization,
  verifier,
  challenge,
  type AuthorizationInTest,
  type ChangesInTest,
} from '../../authorization-in-test.ts';
import { BrowserInTest, type PageInTest } from '../browser-in-test.ts';
import { alicesPassword, allow, fillIn, logInFor, requestOf } from '../flow-in-test.ts';

const start = Date.UTC(2026, 10, 21, 23, 30);
const pastMidnight = 45 * 60 * 1000;
const title = 'Applications that can act for you';
const loginTitle = 'Log in to view the applications that can act for you';
const oddName = '<b>Walker</b> & "Co" \u05D0\u05D1 \u202E' + 'x'.repeat(200);
const rivals = { client_id: 'Rival-production', redirect_uri: 'https://rival.example.edu/' };
let now = start;
let isStoreDown = false;
let server: AuthorizationInTest;
let browser: BrowserInTest;
let upstream: Awaited<ReturnType<typeof openStreamingUpstream>>;

beforeEach(async () => {
  now = start;
  isStoreDown = false;
  upstream = await openStreamingUpstream();
  server = await openAuthorization(tableOf(), { clock: () => now, wrapStore: failing });
  browser = new BrowserInTest(server.url);
});

afterEach(async () => {
  await server.close(0);
  upstream.close();
});

function tableOf(changes: ChangesInTest = {}) {
  const applications = [
    defineWebApplication('Rival', { callbackUrls: [rivals.redirect_uri], owner: '<i>rivals</i>' }),
  ];
  return defineTable({ applications, endpoints: { production: { targets: [upstream.url] } }, ...changes });
}

function failing(store: TokenStore): TokenStore {
  return new Proxy(store, {
    get(target, name: keyof TokenStore) {
      if (isStoreDown && name === 'listGrants')
        return () => {
          throw new StoreError('the store is down');
        };
      const verb = target[name];
      return verb.bind(target);
    },
  });
}

/** Has alice grant an application its request, and returns the tokens. */
async function grant(from = browser, changes: Readonly<Record<string, string>> = {}) {
  const request = requestOf({
    scope: 'dogs:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  let page = await from.follow(await from.visit(request));
  if (page.heading.startsWith('Log in')) page = await from.follow(await fillIn(from, page, alicesPassword));
  if (page.heading !== '') page = await fillIn(from, page, { decision: 'allow' });
  const code = new URL(page.location).searchParams.get('code') ?? '';
  const sent = changes['redirect_uri'];
  const { json } = await server.exchange(changes['client_id'] ?? 'Web-production', code, {
    code_verifier: verifier,
    ...(sent !== undefined && { redirect_uri: sent }),
  });
  return { token: String(json['access_token']), refreshToken: String(json['refresh_token']) };
}

const visit = (from = browser) => from.visit('/authorize/grants');
const isGood = async (token: string) =>
  (await server.introspect('Web-production', { token })).json['active'] === true;

const formOf = ({ forms }: PageInTest, application: string) =>
  forms.findIndex(({ buttons: [button = ''] }) => button.startsWith(`application|${application}|`));

function remove(page: PageInTest, application: string, from = browser): Promise<PageInTest> {
  return fillIn(from, page, { application }, formOf(page, application));
}

describe('the page of what a user has granted', () => {
  test('has nobody see it without a login, and is where the login leads', async () => {
    const login = await visit();
    expect(login.heading).toBe(loginTitle);
    const wrong = await fillIn(browser, login, { ...alicesPassword, password: 'wrong' });
    expect([wrong.status, wrong.title]).toEqual([403, `Not logged in – ${loginTitle}`]);
    const page = await browser.follow(await fillIn(browser, wrong, alicesPassword));
    expect([page.status, page.heading]).toEqual([200, title]);
    expect(page.text).toContain('You are logged in as alice. Log out');
    expect(page.text).toContain('No application has lasting access.');
    expect(page.forms).toEqual([]);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('shows each application once, with what it can do, since when, and when it was last used', async () => {
    const { refreshToken } = await grant();
    now += pastMidnight;
    await server.refresh('Web-production', refreshToken);
    await grant(browser, { client_id: 'Web-sandbox', scope: 'dogs:write' });
    await grant(browser, { ...rivals, scope: '' });
    const page = await visit();
    expect(page.text.slice(page.text.indexOf('Each'))).toBe(
      [
        'Each keeps its access until you remove it, or until it expires.',
        'Rival What it can do: May use dogs:read.May use dogs:write. Owner of the application <i>rivals</i>',
        'Allowed since 21 November 2026 Last used 22 November 2026 Remove access',
        'Web What it can do: May use dogs:read.May use dogs:write. Owner of the application tests',
        'Allowed since 21 November 2026 Last used 22 November 2026 Remove access',
      ].join(' '),
    );
  });

  test('is linked from the pages of who is logged in, and none of them has a style or a script of its own', async () => {
    const consent = await logInFor(browser);
    for (const page of [consent, await browser.visit('/authorize/logout')])
      expect(page.body).toContain('<a href="/authorize/grants">');
    await grant();
    expect((await visit()).body).not.toMatch(/\s(style|on[a-z]+)=|<script/);
  });

  test('shows no grants of other users and no expired ones', async () => {
    await grant();
    await grant(browser, rivals);
    const bob = { ...alice, name: 'bob' };
    await server.swap(tableOf({ users: [alice, bob] }));
    const other = new BrowserInTest(server.url);
    const login = await visit(other);
    const page = await other.follow(await fillIn(other, login, { ...alicesPassword, username: 'bob' }));
    expect(page.text).toContain('No application has lasting access.');
    const revoked = defineWebApplication('Web', { tokensNotBefore: now / 1000 + 1 });
    await server.swap(tableOf({ applications: [revoked] }));
    expect((await visit()).text).toContain('No application has lasting access.');
  });

  test('escapes every name as text', async () => {
    const callbackUrls = [rivals.redirect_uri];
    await server.swap(
      tableOf({
        applications: [{ ...defineWebApplication('Rival', { callbackUrls }), name: oddName }],
        users: [{ ...alice, displayName: oddName }],
      }),
    );
    const code = await server.codeFor({ client: { consumerKey: 'Rival-production', keySet: 'production' } });
    const { json } = await server.exchange('Rival-production', code);
    expect(json).toMatchObject({ refresh_token: expect.any(String) as string });
    const page = await browser.follow(await fillIn(browser, await visit(), alicesPassword));
    expect(page.body).not.toContain('<b>Walker');
    expect(page.text).toContain(oddName.replace('\u202e', '\uFFFD'));
    await remove(page, oddName);
    expect((await visit()).text).toContain('No application has lasting access.');
  });

  test('asks for the login again if the session is no longer valid', async () => {
    await grant();
    await server.swap(tableOf({ users: [{ ...alice, tokensNotBefore: now / 1000 + 1 }] }));
    expect((await visit()).heading).toBe(loginTitle);
  });

  test('says that it is not possible right now while the store is away', async () => {
    await logInFor(browser);
    isStoreDown = true;
    expect(await visit()).toMatchObject({ status: 503, code: 'unavailable' });
  });
});

describe('removing the access of an application', () => {
  test('ends its tokens and WebSockets at once, and those of no other', async () => {
    const web = await grant();
    const again = await grant();
    const rival = await grant(browser, rivals);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/dog_park/v1/dogs`, {
      headers: { authorization: `Bearer ${web.token}` },
    });
    const closed = once(socket, 'close');
    await once(socket, 'open');
    const answer = await remove(await visit(), 'Web');
    expect([answer.status, answer.location]).toEqual([303, '/authorize/grants']);
    await closed;
    expect([await isGood(web.token), await isGood(again.token)]).toEqual([false, false]);
    expect((await server.refresh('Web-production', web.refreshToken)).json['error']).toBe('invalid_grant');
    expect((await server.refresh('Rival-production', rival.refreshToken)).status).toBe(200);
    expect(formOf(await browser.follow(answer), 'Web')).toBe(-1);
    expect(server.audited.filter(({ event }) => event === 'token_revoked')).toEqual(
      [1, 2].map(() => expect.objectContaining({ reason: 'asked_by_user', clientId: 'Web-production' })),
    );
  });

  test('forgets the consent that was given to it in this browser, and no other', async () => {
    await grant();
    await grant(browser, rivals);
    await remove(await visit(), 'Web');
    const request = { scope: 'dogs:read', code_challenge: challenge, code_challenge_method: 'S256' };
    expect((await browser.visit(requestOf({ ...request, ...rivals }))).location).toContain('code=');
    now += 1000;
    const login = await browser.visit(requestOf(request));
    expect(login.heading).toBe('Log in to Web');
    const page = await browser.follow(await fillIn(browser, login, alicesPassword));
    expect(page.heading).toBe('Allow Web to act for you?');
  });

  test('ends a code that is not redeemed yet', async () => {
    await grant();
    const request = requestOf({
      scope: 'dogs:read',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const code = new URL((await browser.visit(request)).location).searchParams.get('code') ?? '';
    await remove(await visit(), 'Web');
    const { json } = await server.exchange('Web-production', code, { code_verifier: verifier });
    expect(json['error']).toBe('invalid_grant');
  });

  test('has another browser that remembers the consent log in again', async () => {
    const other = new BrowserInTest(server.url);
    await grant(other);
    const { refreshToken } = await grant(other, rivals);
    await logInFor(browser);
    await remove(await visit(), 'Web');
    expect((await other.visit(requestOf())).heading).toBe('Log in to Web');
    expect((await server.refresh('Rival-production', refreshToken)).status).toBe(200);
  });

  test('is asked for by the own form, in the same browser and session alone', async () => {
    const { token } = await grant();
    const page = await visit();
    const [form] = page.forms;
    const fields = { ...form?.fields, application: 'Web' };
    const elsewhere = { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' };
    expect((await browser.submit('/authorize/grants', fields, elsewhere)).code).toBe('sent_from_elsewhere');
    expect((await browser.submit('/authorize/grants', { application: 'Web' })).code).toBe(
      'form_not_of_browser',
    );
    const other = new BrowserInTest(server.url);
    await allow(other);
    expect((await other.submit('/authorize/grants', fields)).code).toBe('form_not_of_browser');
    await fillIn(browser, await browser.visit('/authorize/logout'), {});
    await logInFor(browser);
    expect((await browser.submit('/authorize/grants', fields)).location).toBe('/authorize/grants');
    expect(await isGood(token)).toBe(true);
    now += 31 * 60_000;
    const late = await browser.submit('/authorize/grants', fields);
    expect([late.code, late.body.includes('href="/authorize/grants"')]).toEqual(['form_expired', true]);
  });
});
