// @module-tag full
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBackticks, findLayoutFaults } from '../runtime/pages/layout.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor } from './store-browser.ts';
import { storePages } from './store-pages.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let page: Page;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        const browser: Browser = await openBrowser(atEnd);
        const ada = await openVisitor(browser, store.url);
        ({ page } = ada);
        await ada.signIn('ada');
      }),
);

/** What a reader meets in the open page at the width of a phone and of a desktop. */
async function findFaults(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const header = await page.locator('body > header').evaluate((element) => element.clientHeight);
    if (header > 128) faults.push(`${width}: the header is ${header} px high`);
    const found = await findLayoutFaults(page, width === 390);
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  return [...faults, ...(await findBackticks(page)).map((found) => `backtick: ${found}`)];
}

describe.skipIf(isWithoutBrowser)(`everything on a page is seen${skipped}`, () => {
  test.each(Object.values(storePages).flat())('%s', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(store.url + path);
      await page.evaluate("for (const all of document.querySelectorAll('details')) all.open = true");
      expect(await findFaults()).toEqual([]);
    }
  });
});
