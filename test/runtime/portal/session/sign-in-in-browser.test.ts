// @module-tag full
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { passwordOfAlice, type AuthorizationInTest } from '../../oauth/authorization-in-test.ts';
import { defineStore, openStore } from './store-in-test.ts';

describe.skipIf(isWithoutBrowser)(`the sign-in in a browser${skipped}`, () => {
  let browser: Browser;
  let server: AuthorizationInTest;
  let authUrl: string;
  let storeUrl: string;

  beforeAll(async () => {
    server = await openStore();
    // To a browser these are two sites.
    [authUrl, storeUrl] = ['127.0.0.1', 'localhost'].map((host) => server.url.replace('127.0.0.1', host)) as [
      string,
      string,
    ];
    await server.swap(defineStore({ gateway: { authUrl, storeUrl } }));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(javaScriptEnabled: boolean) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', ({ message }) => void complaints.push(message));
    return { context, page, complaints };
  }

  const logIn = async (page: Page) => {
    await page.getByLabel('Username').fill('alice');
    await page.getByLabel('Password').fill(passwordOfAlice);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  test.for([true, false])('works over two sites, with scripts: %s', async (hasScripts) => {
    const { context, page, complaints } = await open(hasScripts);
    await page.goto(`${storeUrl}/store/applications`);
    expect(new URL(page.url()).origin).toBe(authUrl);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in to Park APIs');
    await logIn(page);
    await page.waitForURL(`${storeUrl}/store/applications`);
    expect(await page.getByText('alice', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${storeUrl}/store/signed-out`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are signed out');
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['gatewright-browser', 'gatewright-store-browser']);
    await page.getByRole('link', { name: 'Sign in' }).click();
    expect(new URL(page.url()).origin).toBe(authUrl);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
