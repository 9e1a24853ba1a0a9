// @module-tag full
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, launchBrowser, skipped } from '../../interop/open-browser.ts';
import { findBarriers, findOverflow } from './accessibility.ts';
import {
  defineTable,
  defineWebApplication,
  openAuthorization,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../oauth/authorization-in-test.ts';

/** What reached the application's callback. */
const arrived: { url: string; referer: string | undefined }[] = [];
let application: Server;
let home: string;
let callback: string;
let browser: Browser;
let server: AuthorizationInTest;
const complaints: string[] = [];

/** The application sends its user on to another origin, as many do. */
async function openApplication(): Promise<void> {
  application = createServer((request, response) => {
    const { url = '', headers } = request;
    if (url.startsWith('/callback')) {
      arrived.push({ url, referer: headers.referer });
      response.writeHead(302, { location: home }).end();
    } else response.setHeader('content-type', 'text/html').end('<title>Home</title>');
  });
  await new Promise<void>((listening) => application.listen(0, listening));
  const { port } = application.address() as AddressInfo;
  callback = `http://127.0.0.1:${port}/callback`;
  home = `http://localhost:${port}/home`;
}

const table = (authUrl: string, gateway: Partial<GatewaySettings> = {}) =>
  defineTable({
    gateway: { authUrl, ...gateway },
    applications: [
      defineWebApplication('Walker', {
        callbackUrls: [callback],
        description: 'Walks the dogs of others.',
      }),
    ],
  });

/** What is wrong with a page: no logo, nothing that leads on, and targets that are too small to hit. */
const findFaults = (page: Page) =>
  page.evaluate<readonly string[]>(`(() => {
    const logo = document.querySelector('header img');
    const targets = [...document.querySelectorAll('a, button, input:not([type=hidden])')];
    const small = targets.filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width < 24 || height < 24;
    });
    return [
      ...(logo?.naturalWidth > 0 && logo.getBoundingClientRect().height > 0 ? [] : ['no logo']),
      ...(document.querySelector('main a[href], main button') ? [] : ['nothing leads on']),
      ...small.map((target) => 'small: ' + target.outerHTML),
    ];
  })()`);

beforeAll(async () => {
  if (isWithoutBrowser) return;
  await openApplication();
  server = await openAuthorization(table('http://127.0.0.1'));
  await server.swap(table(server.url));
  browser = await launchBrowser();
});

afterAll(async () => {
  if (isWithoutBrowser) return;
  await browser.close();
  await server.close();
  await new Promise((closed) => application.close(closed));
});

afterEach(async () => {
  if (isWithoutBrowser) return;
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints.length = 0;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  return page;
}

function requestUrl(keySet = 'production'): string {
  const parameters = {
    response_type: 'code',
    client_id: `Walker-${keySet}`,
    redirect_uri: callback,
    state: 's1',
  };
  return `${server.url}/authorize?${new URLSearchParams(parameters).toString()}`;
}

/** Alice makes a grant to Walker elsewhere. */
async function grantWalker(): Promise<void> {
  const client = { consumerKey: 'Walker-production', keySet: 'production' } as const;
  const code = await server.codeFor({ client });
  const { status } = await server.exchange('Walker-production', code);
  expect(status).toBe(200);
}

/** The focused element: the tag, and its name. */
const focused = (page: Page) =>
  page.evaluate(
    '`${document.activeElement.tagName} ${document.activeElement.id || document.activeElement.innerText}`',
  );

const see = (page: Page, name: RegExp) => page.getByRole('heading', { name }).waitFor();

async function logIn(page: Page): Promise<void> {
  await page.locator('#username:focus').waitFor();
  await page.keyboard.type('alice');
  await page.keyboard.press('Tab');
  await page.keyboard.type(passwordOfAlice);
  await page.keyboard.press('Enter');
  await see(page, /^Allow/);
}

describe.skipIf(isWithoutBrowser)(`in a real browser${skipped}`, () => {
  test.each([
    ['as it is', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])('a user logs in and allows by keyboard alone, %s', async (_what, options) => {
    arrived.length = 0;
    const page = await openPage(options);
    await page.goto(requestUrl());
    expect(await page.title()).toBe('Log in to Walker');
    await logIn(page);
    expect(await page.title()).toBe('Allow Walker to act for you?');
    // No answer is sent before a choice.
    await page.keyboard.press('Enter');
    expect(await page.title()).toBe('Allow Walker to act for you?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(home);
    const { url, referer } = arrived[0] ?? { url: '' };
    expect(Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?'))))).toEqual({
      code: expect.stringMatching(/^[\w.-]{43,}$/),
      state: 's1',
      iss: 'https://keys.example.edu',
    });
    expect(referer).toBeUndefined();
    expect(arrived.length).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('a wrong password shows an error and leaves the focus in the password field', async () => {
    const page = await openPage();
    await page.goto(requestUrl());
    await page.locator('#username:focus').waitFor();
    expect(await focused(page)).toBe('INPUT username');
    await page.keyboard.type('alice');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('INPUT password');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/authorize\/login$/);
    expect(await page.title()).toBe('Not logged in – Log in to Walker');
    await page.locator('#password:focus').waitFor();
    expect(await focused(page)).toBe('INPUT password');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('alice');
    const problem = page.getByRole('alert');
    await problem.getByRole('link').click();
    await page.locator('#username:focus').waitFor();
    expect(await focused(page)).toBe('INPUT username');
    expect(await page.locator('#password').getAttribute('aria-describedby')).toBe(
      await problem.locator('p').getAttribute('id'),
    );
  });

  test('somebody else can log in instead, and a user can deny', async () => {
    arrived.length = 0;
    const page = await openPage();
    await page.goto(requestUrl('sandbox'));
    await logIn(page);
    expect(await page.getByText('This is the sandbox').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Not you?' }).press('Enter');
    await see(page, /^Log in to Walker/);
    await logIn(page);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(home);
    expect(arrived.map(({ url }) => url)).toEqual([expect.stringContaining('?error=access_denied&')]);
  });

  test.each([
    ['as it is', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])('a user removes the access of an application by keyboard alone, %s', async (_what, options) => {
    const page = await openPage(options);
    await grantWalker();
    await page.goto(requestUrl());
    await logIn(page);
    await page.getByRole('link', { name: 'View the applications that can act for you' }).press('Enter');
    await see(page, /^Applications that can act for you/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('No application has lasting access.').waitFor();
    expect(page.url()).toBe(`${server.url}/authorize/grants`);
    expect(complaints).toEqual([]);
  });

  test('a second click that comes too soon does not answer', async () => {
    const page = await openPage();
    await page.goto(requestUrl());
    await logIn(page);
    const events = await page.evaluate(`(() => {
      const button = document.querySelector('[value=allow]');
      button.style.animation = 'none';
      button.getBoundingClientRect();
      button.style.animation = '';
      const [arming] = button.getAnimations();
      arming.pause();
      arming.currentTime = 100;
      const before = getComputedStyle(button).pointerEvents;
      arming.finish();
      return [before, getComputedStyle(button).pointerEvents];
    })()`);
    expect(events).toEqual(['none', 'auto']);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(home);
  });

  test.each(['light', 'dark'] as const)('no page has a fault that axe knows, in %s', async (colorScheme) => {
    const page = await openPage({ colorScheme });
    const visit = async (path: string) => page.goto(`${server.url}${path}`);
    await visit('/authorize');
    expect(await findBarriers(page)).toEqual([]);
    await visit('/authorize/nothing');
    expect(await page.title()).toBe('This page does not exist');
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(requestUrl());
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type('alice');
    await page.keyboard.press('Enter');
    // The browser itself requires the password, and the form is not sent.
    await page.locator('#password:focus').waitFor();
    expect(await focused(page)).toBe('INPUT password');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/authorize\/login$/);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(requestUrl('sandbox'));
    await logIn(page);
    expect(await findBarriers(page)).toEqual([]);
    await visit('/authorize/logout');
    expect(await findBarriers(page)).toEqual([]);
    await visit('/authorize/grants');
    expect(await findBarriers(page)).toEqual([]);
    await grantWalker();
    await visit('/authorize/grants');
    await page.getByRole('button', { name: 'Remove access: Walker' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('every page shows the logo, leads on, and has targets of 24 by 24 pixels', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="36"><rect width="72" height="36"/></svg>';
    const store = { visibility: 'public', logo: { type: 'image/svg+xml', content: btoa(svg) } } as const;
    await server.swap(table(server.url, { store, storeUrl: server.url }));
    const page = await openPage({ viewport: { width: 320, height: 640 } });
    const visit = (path: string) => page.goto(`${server.url}${path}`);
    const seen = new Map<string, readonly string[]>();
    const check = async () =>
      seen.set(await page.title(), [...(await findFaults(page)), ...(await findBarriers(page))]);
    for (const path of ['/authorize', '/authorize/nothing', '/authorize/login', '/authorize/logout']) {
      await visit(path);
      await check();
    }
    await page.goto(`${requestUrl()}&response_type=code`.replace('client_id=Walker', 'client_id=Nobody'));
    await check();
    await visit('/authorize/callback/campus?state=x');
    await check();
    await page.goto(requestUrl());
    await check();
    await page.locator('#username').fill('alice');
    await page.locator('#password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check();
    await page.goto(requestUrl('sandbox'));
    await logIn(page);
    await check();
    await visit('/authorize/grants');
    await check();
    await grantWalker();
    await visit('/authorize/grants');
    await check();
    await visit('/authorize/logout');
    await check();
    await page.getByRole('button', { name: 'Log out' }).click();
    await see(page, /^You are logged out/);
    await check();
    // A form of another browser.
    await page.goto(requestUrl());
    await page.context().clearCookies();
    await page.locator('#username').fill('alice');
    await page.locator('#password').fill(passwordOfAlice);
    await page.keyboard.press('Enter');
    await see(page, /^This form does not belong/);
    await check();
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(
        [
          'This request does not name an application',
          'This page does not exist',
          'This address does not show a page',
          'You are logged out',
          'This application is unknown',
          'This login does not belong to this browser',
          'Log in to Walker',
          'Not logged in – Log in to Walker',
          'Allow Walker to act for you?',
          'Applications that can act for you',
          'Log out?',
          'This form does not belong to this browser',
        ].map((title) => [title, []]),
      ),
    );
    await page.getByRole('link').first().click();
    expect(new URL(page.url()).origin).toBe(new URL(server.url).origin);
    expect(complaints.filter((text) => !text.includes('status of 4'))).toEqual([]);
  });

  test.each([
    ['on 320 pixels', 320, '100%'],
    ['with letters of twice the size', 640, '200%'],
    ['with letters of twice the size on 320 pixels', 320, '200%'],
  ])('every page can be read without scrolling sideways, %s', async (_what, width, fontSize) => {
    const page = await openPage({ viewport: { width, height: 480 } });
    const overflow = async () => {
      await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
      return findOverflow(page);
    };
    await page.goto(requestUrl());
    expect(await overflow()).toBe(0);
    await logIn(page);
    expect(await overflow()).toBe(0);
    await grantWalker();
    await page.goto(`${server.url}/authorize/grants`);
    await see(page, /^Applications/);
    expect(await overflow()).toBe(0);
    await page.goto(`${server.url}/authorize`);
    expect(await overflow()).toBe(0);
  });

  test('the organisation, the application and one main button are on the pages', async () => {
    const page = await openPage();
    const mainButtons = () =>
      page.evaluate(`[...document.querySelectorAll('button')]
        .filter((one) => getComputedStyle(one).backgroundColor === getComputedStyle(one).borderColor)
        .filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
        .map((one) => one.innerText)`);
    await page.goto(requestUrl());
    expect(await page.getByRole('banner').innerText()).toBe('Tests');
    expect(await page.getByText('Walks the dogs of others.').isVisible()).toBe(true);
    expect(await mainButtons()).toEqual(['Log in']);
    await logIn(page);
    expect(await page.getByText('Walks the dogs of others.').isVisible()).toBe(true);
    expect(await mainButtons()).toEqual(['Allow']);
  });

  test('the ring of what has the focus covers no label', async () => {
    const page = await openPage();
    await page.goto(requestUrl());
    await page.locator('#username:focus').waitFor();
    const gap = await page.evaluate(`(() => {
      const input = document.activeElement;
      const { outlineOffset, outlineWidth } = getComputedStyle(input);
      const ring = parseFloat(outlineOffset) + parseFloat(outlineWidth);
      const label = document.querySelector('label[for=username]').getBoundingClientRect();
      return input.getBoundingClientRect().top - ring - label.bottom;
    })()`);
    expect(gap).toBeGreaterThanOrEqual(2);
  });

  test('what has the focus shows it', async () => {
    const page = await openPage();
    await page.goto(requestUrl());
    await page.locator('#username:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect([await focused(page), outline]).toEqual(['BUTTON Log in', 'solid']);
  });
});
