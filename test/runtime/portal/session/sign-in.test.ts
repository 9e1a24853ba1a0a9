import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { alice, defineTable, type AuthorizationInTest } from '../../oauth/authorization-in-test.ts';
import { alicesPassword } from '../../oauth/authorize/flow-in-test.ts';
import { authUrl, defineStore, openStore, storeUrl, StoreBrowser } from './store-in-test.ts';

describe('signing in to the store', () => {
  let server: AuthorizationInTest;
  let now = Date.now();

  beforeAll(async () => (server = await openStore({}, { clock: () => now })));
  afterAll(() => server.close());
  afterEach(() => server.swap(defineStore()));

  test('uses the login pages of another host, and returns to the page', async () => {
    const browser = new StoreBrowser(server);
    const sent = await browser.store.visit('/store/sign-in?return=%2Fstore%3Fq%3Ddogs');
    expect(sent.location.replace(/[\w-]+(\.[\w-]*){4}$/, '…')).toBe(`${authUrl}/authorize/store?state=…`);
    const page = await browser.follow(sent);
    expect([page.status, page.heading]).toEqual([200, 'Sign in to Park APIs']);
    expect(page.body).toContain(`<a href="${storeUrl}/store">Back to Park APIs</a>`);
    const ticket = await browser.fetchTicket('/store?q=dogs');
    const signedIn = await browser.open(ticket);
    expect([signedIn.status, signedIn.location]).toEqual([303, '/store?q=dogs']);
    expect(await browser.reader()).toBe('alice');
  });

  test.each([
    ['/store', '/store'],
    ['/store?q=dogs&sort=owner', '/store?q=dogs&sort=owner'],
    ['/store/topics', '/store/topics'],
    // What was not found is not found after the sign-in either.
    ['/store/apis/unknown/v1', '/store'],
  ])('from the header of %s returns to %s', async (path, expected) => {
    const browser = new StoreBrowser(server);
    const { body } = await browser.store.visit(path);
    const [, link = ''] = /<a class="button quiet" href="([^"]*)"/.exec(body) ?? [];
    const page = await browser.follow(await browser.store.visit(link.replaceAll('&amp;', '&')));
    const [form] = page.forms;
    const sent = { ...form?.fields, ...alicesPassword };
    const answer = await browser.login.submit(form?.action ?? '', sent, { origin: authUrl });
    const { location } = await browser.login.visit(answer.location);
    expect((await browser.open(location)).location).toBe(expected);
  });

  test('keeps the sealed cookies from scripts, other sites and subdomains', async () => {
    const browser = new StoreBrowser(server);
    const { cookies } = await browser.open(await browser.fetchTicket());
    expect(cookies.map((cookie) => cookie.replace(/=[\w.-]+/, '=…'))).toEqual([
      '__Host-gatewright-store-browser=…; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-gatewright-store-session=…; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  test('needs no password while the login lasts', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    browser.store.cookies.clear();
    expect(await browser.reader()).toBe('nobody');
    await browser.follow(await browser.store.visit('/store/sign-in'));
    expect(await browser.reader()).toBe('alice');
  });

  test('refuses a wrong password', async () => {
    const browser = new StoreBrowser(server);
    const page = await browser.follow(await browser.store.visit('/store/sign-in'));
    const [form] = page.forms;
    const wrong = { ...form?.fields, username: 'alice', password: 'wrong' };
    const answer = await browser.login.submit(form?.action ?? '', wrong, { origin: authUrl });
    expect([answer.status, answer.heading]).toEqual([403, 'Sign in to Park APIs']);
    expect(await browser.reader()).toBe('nobody');
  });

  describe('refuses', () => {
    test('a ticket that was used', async () => {
      const browser = new StoreBrowser(server);
      const ticket = await browser.fetchTicket();
      await browser.open(ticket);
      browser.store.cookies.delete('__Host-gatewright-store-session');
      const again = await browser.open(ticket);
      expect([again.status, again.code, again.cookies]).toEqual([400, 'sign_in_used', []]);
      expect(await browser.reader()).toBe('nobody');
    });

    test('a ticket that is older than a minute', async () => {
      const browser = new StoreBrowser(server);
      const ticket = await browser.fetchTicket();
      now += 60_001;
      const late = await browser.open(ticket);
      expect([late.status, late.code, late.cookies]).toEqual([400, 'sign_in_used', []]);
    });

    test('a stolen ticket, which is used up by that', async () => {
      const browser = new StoreBrowser(server);
      const thief = new StoreBrowser(server);
      await thief.store.visit('/store/sign-in');
      const ticket = await browser.fetchTicket();
      const stolen = await thief.open(ticket);
      expect([stolen.status, stolen.code, stolen.cookies]).toEqual([400, 'sign_in_not_of_browser', []]);
      expect(await thief.reader()).toBe('nobody');
      expect((await browser.open(ticket)).code).toBe('sign_in_used');
    });

    test('a stolen ticket in a browser that has begun nothing', async () => {
      const stolen = await new StoreBrowser(server).open(await new StoreBrowser(server).fetchTicket());
      expect([stolen.status, stolen.code, stolen.cookies]).toEqual([400, 'sign_in_not_of_browser', []]);
    });

    test("the attacker's own ticket in the browser of a victim (login CSRF)", async () => {
      const attacker = new StoreBrowser(server);
      const victim = new StoreBrowser(server);
      await victim.store.visit('/store/sign-in');
      const planted = await victim.open(await attacker.fetchTicket());
      expect([planted.status, planted.code]).toEqual([400, 'sign_in_not_of_browser']);
      expect(await victim.reader()).toBe('nobody');
    });

    test('the ticket of a sign-in that an attacker began and a victim finished', async () => {
      const attacker = new StoreBrowser(server);
      const victim = new StoreBrowser(server);
      await victim.signIn();
      const begun = await attacker.store.visit('/store/sign-in');
      const { location } = await victim.open(begun.location);
      await victim.open(location);
      expect((await attacker.open(location)).code).toBe('sign_in_used');
      expect(await attacker.reader()).toBe('nobody');
      expect(await victim.reader()).toBe('alice');
    });

    test('a session cookie that another subdomain sets', async () => {
      const attacker = new StoreBrowser(server);
      await attacker.signIn();
      const cookie = attacker.store.cookies.get('__Host-gatewright-store-session') ?? '';
      const victim = new StoreBrowser(server);
      // Browsers take the name with the prefix only from the host itself.
      victim.store.cookies.set('gatewright-store-session', cookie);
      expect(await victim.reader()).toBe('nobody');
    });

    test('the cookie of the login pages, or a made-up one, as the session', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      for (const cookie of [browser.login.cookies.get('__Host-gatewright-session') ?? '', 'x', 'a.b.c.d.e']) {
        browser.store.cookies.set('__Host-gatewright-store-session', cookie);
        expect(await browser.reader()).toBe('nobody');
      }
    });

    test('a state that the store did not seal', async () => {
      const browser = new StoreBrowser(server);
      for (const state of ['', '?state=', '?state=x.y', '?state=a.b.c.d.e']) {
        const page = await browser.login.visit(`/authorize/store${state}`);
        expect([page.status, page.code]).toEqual([400, 'sign_in_unknown']);
      }
    });
  });

  test('replaces the session of a browser, whoever had fixed it', async () => {
    const attacker = new StoreBrowser(server);
    await attacker.signIn();
    const fixed = attacker.store.cookies.get('__Host-gatewright-store-session') ?? '';
    const victim = new StoreBrowser(server);
    victim.store.cookies.set('__Host-gatewright-store-session', fixed);
    victim.store.cookies.set('__Host-gatewright-store-browser', 'x');
    await attacker.signOut();
    await victim.signIn();
    expect(await victim.reader()).toBe('alice');
    expect(await attacker.reader()).toBe('nobody');
    expect(victim.store.cookies.get('__Host-gatewright-store-session')).not.toBe(fixed);
  });

  test('begins again where the login took longer than the sign-in is valid', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    browser.store.cookies.clear();
    for (const query of ['return=%2Fstore%3Fpage%3D2', 'again=on&return=%2Fstore%3Fpage%3D2']) {
      const begun = await browser.store.visit(`/store/sign-in?${query}`);
      now += 31 * 60_000;
      const again = await browser.open(begun.location);
      expect(again.location).toBe(`${storeUrl}/store/sign-in?${query}`);
    }
  });

  test.for([
    ['/store?q=a%20b', '/store?q=a%20b'],
    ['/store/apis/dog_park/v1', '/store/apis/dog_park/v1'],
    ['https://evil.example.org/store', '/store'],
    ['//evil.example.org/store', '/store'],
    ['/\\evil.example.org/store', '/store'],
    ['\\\\evil.example.org', '/store'],
    ['/store\\..\\..\\evil', '/store'],
    ['/store/../token', '/store'],
    ['/store/..//evil.example.org/', '/store'],
    ['/store/%2e%2e//evil.example.org', '/store'],
    ['/storefront', '/store'],
    ['/\t/evil.example.org', '/store'],
    ['/store\r\nset-cookie: a=b', '/store'],
    ['javascript:alert(1)', '/store'],
    ['store', '/store'],
    [`/store?q=${'a'.repeat(1000)}`, '/store'],
    ['', '/store'],
  ] as const)('returns from %s to %s', async ([path, expected]) => {
    const browser = new StoreBrowser(server);
    const { location } = await browser.open(await browser.fetchTicket(path));
    expect(location).toBe(expected);
    const signedIn = await browser.store.visit(`/store/sign-in?return=${encodeURIComponent(path)}`);
    expect(signedIn.location).toBe(expected);
  });

  describe('ends', () => {
    test('everywhere with the sign-out', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      const copy = new StoreBrowser(server);
      for (const [name, value] of browser.store.cookies) copy.store.cookies.set(name, value);
      const page = await browser.signOut();
      expect([page.status, page.heading]).toEqual([200, 'You are signed out']);
      expect([...browser.store.cookies.keys()]).toEqual(['__Host-gatewright-store-browser']);
      expect([...browser.login.cookies.keys()]).toEqual(['__Host-gatewright-browser']);
      expect(await copy.reader()).toBe('nobody');
      const grants = await browser.login.visit('/authorize/grants');
      expect(grants.heading).toBe('Log in to view the applications that can act for you');
    });

    test('but leaves another login of the browser alone, and needs a ticket of the store', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      const first = browser.login.cookies.get('__Host-gatewright-session') ?? '';
      browser.login.cookies.delete('__Host-gatewright-session');
      const page = await browser.login.visit('/authorize/grants');
      const [form] = page.forms;
      const fields = { ...form?.fields, ...alicesPassword };
      await browser.login.submit(form?.action ?? '', fields, { origin: authUrl });
      const second = browser.login.cookies.get('__Host-gatewright-session') ?? '';
      expect(second).not.toBe(first);
      for (const ticket of ['', '?ticket=x', `?ticket=${second}`]) {
        const { location, cookies } = await browser.login.visit(`/authorize/store/sign-out${ticket}`);
        expect([location, cookies]).toEqual([`${storeUrl}/store/signed-out`, []]);
      }
      await browser.signOut();
      expect(browser.login.cookies.get('__Host-gatewright-session')).toBe(second);
      expect((await browser.login.visit('/authorize/grants')).heading).toBe(
        'Applications that can act for you',
      );
    });

    test('with a logout at the login pages', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      const { forms } = await browser.login.visit('/authorize/logout');
      await browser.login.submit('/authorize/logout', forms[0]?.fields ?? {}, { origin: authUrl });
      expect(await browser.reader()).toBe('nobody');
    });

    test.for([
      ['disabled', { ...alice, state: 'disabled' as const }],
      ['removed', { ...alice, name: 'bob' }],
      ['another password', { ...alice, passwordDigest: alice.passwordDigest.replace(/.{3}$/, 'AAA') }],
      ['tokens revoked', { ...alice, tokensNotBefore: 99_999_999_999 }],
    ] as const)('as soon as the user is declared otherwise: %s', async ([, user]) => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      await server.swap(defineStore({ users: [user] }));
      expect(await browser.reader()).toBe('nobody');
    });

    test('after an hour without a page, and after eight hours', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      for (let minutes = 0; minutes < 7 * 60 + 55; minutes += 59) {
        expect(await browser.reader()).toBe('alice');
        now += 59 * 60_000;
      }
      expect(await browser.reader()).toBe('nobody');
      const idle = new StoreBrowser(server);
      await idle.signIn();
      now += 61 * 60_000;
      expect(await idle.reader()).toBe('nobody');
    });

    test('and a form then says so', async () => {
      const browser = new StoreBrowser(server);
      const page = await browser.signIn();
      const form = page.forms.find(({ action }) => action === '/store/sign-out');
      now += 61 * 60_000;
      const answer = await browser.submitToStore('/store/sign-out', form?.fields ?? {});
      expect([answer.status, answer.code, answer.headers['refresh']]).toEqual([403, 'signed_out', undefined]);
    });

    test('and a page keeps what was typed for a day after the sign-in, but for nobody later', async () => {
      const browser = new StoreBrowser(server);
      await browser.signIn();
      const typed = async () => {
        const { forms } = await browser.submitToStore('/store/proposals/new/application', {
          name: 'CatCafe',
        });
        return forms.map(({ fields }) => fields['name']);
      };
      now += 23 * 3_600_000;
      expect(await typed()).toEqual(['CatCafe']);
      now += 61 * 60_000;
      expect(await typed()).toEqual([]);
    });
  });

  describe('a form', () => {
    test('is refused without the token of its own session', async () => {
      const browser = new StoreBrowser(server);
      const other = new StoreBrowser(server);
      const csrfOf = (page: Awaited<ReturnType<StoreBrowser['signIn']>>) =>
        page.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'] ?? '';
      const mine = csrfOf(await browser.signIn());
      const others = csrfOf(await other.signIn());
      for (const csrf of ['', 'x', 'a.b.c.d.e', others]) {
        const answer = await browser.submitToStore('/store/sign-out', { csrf });
        expect([answer.status, answer.code]).toEqual([403, 'form_not_of_session']);
      }
      expect(await browser.reader()).toBe('alice');
      expect((await browser.submitToStore('/store/sign-out', { csrf: mine })).status).toBe(200);
    });

    test('is refused from other sites, and from scripts', async () => {
      const browser = new StoreBrowser(server);
      const page = await browser.signIn();
      const fields = page.forms.find(({ action }) => action === '/store/sign-out')?.fields ?? {};
      for (const headers of [
        { origin: 'https://evil.example.org' },
        { origin: authUrl },
        { origin: storeUrl, 'sec-fetch-site': 'same-site' },
        { origin: storeUrl, 'sec-fetch-site': 'cross-site' },
        { origin: undefined, 'sec-fetch-site': undefined },
        { origin: storeUrl, 'sec-fetch-dest': 'empty' },
      ]) {
        const answer = await browser.store.submit('/store/sign-out', fields, headers);
        expect(answer.status).toBe(403);
      }
      expect(await browser.reader()).toBe('alice');
    });
  });

  test('is needed for the catalogue where that is declared', async () => {
    await server.swap(defineStore({ gateway: { store: { title: 'Park APIs', visibility: 'signed-in' } } }));
    const browser = new StoreBrowser(server);
    const sent = await browser.store.visit('/store?q=dogs');
    expect([sent.status, sent.location]).toEqual([303, '/store/sign-in?return=%2Fstore%3Fq%3Ddogs']);
    expect((await browser.follow(await browser.store.visit(sent.location))).body).not.toContain('Back to');
    const page = await browser.signIn();
    expect([page.status, page.title]).toEqual([200, 'APIs – Park APIs']);
  });

  test('is not there without a store', async () => {
    const begun = await new StoreBrowser(server).store.visit('/store/sign-in');
    const { pathname, search } = new URL(begun.location);
    await server.swap(defineTable({ gateway: { authUrl } }));
    const page = await new StoreBrowser(server).login.visit(pathname + search);
    expect([page.status, page.code]).toEqual([404, 'page_unknown']);
  });

  test('limits failed logins as the login pages do', async () => {
    const browser = new StoreBrowser(server);
    const page = await browser.follow(await browser.store.visit('/store/sign-in'));
    const [form] = page.forms;
    const wrong = { ...form?.fields, username: 'alice2', password: 'wrong' };
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await browser.login.submit(form?.action ?? '', wrong, { origin: authUrl })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });
});
