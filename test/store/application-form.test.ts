// @module-tag full
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { openVisitor } from './store-browser.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
      }),
);

describe.skipIf(isWithoutBrowser)(`the form for an application${skipped}`, () => {
  test.each([true, false])(
    'has callback URLs where a grant uses them, with scripts: %s',
    async (javaScriptEnabled) => {
      const ada = await openVisitor(browser, store.url, { javaScriptEnabled });
      await ada.signIn('ada');
      const { page } = ada;
      await ada.open('/store/proposals/new/application');
      const field = page.locator('#callbackUrls');
      const choose = (type: string) => page.getByLabel('Type', { exact: true }).selectOption(type);
      const grant = (name: string) => page.locator(`[id="grants.${name}"]`);
      const shown: Record<string, boolean> = {};
      for (const type of ['single-page', 'native', 'web', 'service', 'command-line']) {
        await choose(type);
        shown[type] = await field.isVisible();
      }
      expect(shown).toEqual({
        'single-page': true,
        native: true,
        web: true,
        service: false,
        'command-line': false,
      });
      for (const name of ['authorization_code', 'implicit']) {
        await grant(name).check();
        expect(await field.isVisible()).toBe(true);
        await grant(name).uncheck();
        expect(await field.isVisible()).toBe(false);
      }
      await choose('web');
      await grant('client_credentials').check();
      expect(await field.isVisible()).toBe(false);
      await grant('client_credentials').uncheck();
      // What was typed is never hidden, since it would be sent.
      await field.fill('https://cats.example.edu/callback');
      await choose('service');
      expect(await field.isVisible()).toBe(true);
      await field.fill('');
      await choose('web');
      await page.getByLabel('Name', { exact: true }).fill('CatCafe');
      await page.getByRole('button', { name: 'Preview the change', exact: true }).click();
      await page.getByRole('alert').waitFor();
      // What is wrong with it stays, whatever is chosen then.
      await choose('service');
      expect(await field.isVisible()).toBe(true);
      await ada.open('/store/proposals/new/settings?application=KennelSync');
      expect(await field.isVisible()).toBe(false);
      await grant('authorization_code').check();
      expect(await field.isVisible()).toBe(true);
      await page.context().close();
    },
  );

  test('names each type and each grant in words', async () => {
    const ada = await openVisitor(browser, store.url, { viewport: { width: 390, height: 800 } });
    await ada.signIn('ada');
    await ada.open('/store/proposals/new/application');
    const types = await ada.page.locator('#type option').allInnerTexts();
    const grants = await ada.page.locator('label[for^="grants."]').allInnerTexts();
    for (const text of [...types, ...grants]) expect(text).toMatch(/^[A-Z].* .* /);
    expect(grants.join(' ')).not.toContain('urn:');
    expect(await ada.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await ada.page.context().close();
  });
});
