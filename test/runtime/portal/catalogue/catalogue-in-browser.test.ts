// @module-tag full
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { findBarriers, findOverflow } from '../../pages/accessibility.ts';
import { defineCatalogue, parks } from './define-apis.ts';

const complaints: string[] = [];
let browser: Browser;
let gateway: GatewayInTest;
let empty: GatewayInTest;

/** More APIs than a page shows, with long names that are hard to wrap. */
const apis = [
  ...parks,
  ...Array.from({ length: 60 }, (_, index) => ({
    name: `RegistrationOfEveryPlaygroundAndSportsGroundOfTheCity${index}`,
    version: 'v1',
    owner: `department-of-playgrounds-and-sports-grounds-${index % 12}@example.edu`,
    tags: ['sports', `district-${index}`],
  })),
];

beforeAll(async () => {
  if (isWithoutBrowser) return;
  gateway = await openGateway(defineCatalogue(apis));
  empty = await openGateway(defineCatalogue([]));
  browser = await launchBrowser();
});

afterAll(async () => {
  if (isWithoutBrowser) return;
  await browser.close();
  await Promise.all([gateway.close(), empty.close()]);
});

afterEach(async () => {
  if (isWithoutBrowser) return;
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  complaints.length = 0;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(gateway.url + path);
  return page;
}

const names = (page: Page) => page.locator('.cards h2').allInnerTexts();

describe.skipIf(isWithoutBrowser)(`the catalogue in a real browser${skipped}`, () => {
  test('is searched while somebody types, and its address is that of the search', async () => {
    const page = await openPage('/store?owner=parks-team');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('animals');
    await page.waitForURL(/\?q=animals&owner=parks-team$/);
    expect(await names(page)).toEqual(['DogPark']);
    expect(await page.getByRole('status').innerText()).toBe('1 API');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('zebra');
    await page.getByRole('heading', { name: 'No API matches this search' }).waitFor();
    expect(await page.getByRole('status').innerText()).toBe('No API matches this search');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    await page.waitForURL(/\?q=zebra&owner=parks-team$/);
    await page.reload();
    expect(await page.getByRole('searchbox').inputValue()).toBe('zebra');
    expect(complaints).toEqual([]);
  });

  test('keeps what it shows if a search fails, and the form still searches', async () => {
    const page = await openPage('/store');
    await page.route('**/store/found*', (route) => route.abort());
    const asked = page.waitForRequest('**/store/found*');
    await page.getByRole('searchbox').fill('dogpark');
    await asked;
    expect((await names(page)).length).toBe(50);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?q=dogpark$/);
    expect(await names(page)).toEqual(['DogPark']);
  });

  test('shows only what the last of several searches found', async () => {
    const page = await openPage('/store');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => void (release = resolve));
    await page.route('**/store/found?q=benches', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/store/found?q=benches');
    await page.getByRole('searchbox').fill('benches');
    await asked;
    await page.getByRole('searchbox').fill('dogpark');
    await page.waitForURL(/\?q=dogpark$/);
    release();
    await page.waitForTimeout(100);
    expect(await names(page)).toEqual(['DogPark']);
  });

  test('works by keyboard and without scripts', async () => {
    const page = await openPage('/store', { javaScriptEnabled: false });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Tab');
    await page.keyboard.type('dogpark');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?q=dogpark$/);
    expect(await names(page)).toEqual(['DogPark']);
    await page.getByRole('link', { name: 'Deprecated 1' }).press('Enter');
    await page.waitForURL(/\?q=dogpark&state=deprecated$/);
    await page.getByRole('link', { name: 'Remove the filter State: Deprecated' }).press('Enter');
    await page.waitForURL(/\?q=dogpark$/);
  });

  const paths = [
    '/store',
    '/store?page=2',
    '/store?q=dogpark&state=deprecated&owner=parks-team',
    '/store?q=zebra',
    '/store/owners',
    '/store/topics',
    '/store/unknown',
  ];

  test.each(['light', 'dark'] as const)('has no barrier that axe knows, in %s', async (colorScheme) => {
    const page = await openPage('/store', { colorScheme });
    for (const url of [...paths.map((path) => gateway.url + path), `${empty.url}/store`]) {
      await page.goto(url);
      expect(await findBarriers(page), url).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${gateway.url}/store`);
    await page.getByText('Filters').click();
    expect(await findBarriers(page)).toEqual([]);
  });

  test.each([
    [320, '100%'],
    [640, '200%'],
    [320, '200%'],
    [1440, '100%'],
  ])('is not wider than %d pixels with letters of %s', async (width, fontSize) => {
    const page = await openPage('/store', { viewport: { width, height: 480 } });
    for (const path of paths) {
      await page.goto(gateway.url + path);
      await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
      expect(await findOverflow(page), path).toBe(0);
    }
  });

  test('shows its filters at once where there is room, and folds them on a phone', async () => {
    const page = await openPage('/store', { viewport: { width: 1280, height: 800 } });
    const filter = page.getByRole('link', { name: /^Published/ });
    expect(await filter.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await filter.isVisible()).toBe(false);
    await page.getByText('Filters').click();
    expect(await filter.isVisible()).toBe(true);
  });

  test('has pages of less than 100 kB', async () => {
    for (const path of paths) {
      const { length } = await (await fetch(gateway.url + path)).text();
      expect(length, path).toBeLessThan(100_000);
    }
  });
});
