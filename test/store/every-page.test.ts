// @module-tag full
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { portalEndpoints } from '#runtime/portal/portal-endpoints.ts';
import { findBarriers, findOverflow } from '../runtime/pages/accessibility.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, type StoreVisitor } from './store-browser.ts';
import { storePages } from './store-pages.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;
let ada: StoreVisitor;
let page: Page;

const maxBytes = 100_000;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        ada = await openVisitor(browser, store.url);
        ({ page } = ada);
        await ada.signIn('ada');
      }),
);

/** axe cannot tell the background of a drawing. */
const excluded = ['svg text'];

/** What is wrong with the page that is open. */
async function findFaults(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await findOverflow(page);
    if (overflow > 0) faults.push(`${overflow} pixels too wide at ${width}`);
  }
  const text = `${await page.title()} ${await page.locator('body').innerText()}`;
  const placeholders = text.match(/.{0,40}(\bTODO\b|\bundefined\b|\[object Object\]|\bNaN\b).{0,40}/g) ?? [];
  faults.push(...placeholders.map((found) => `placeholder: ${found}`));
  return [...faults, ...(await findBarriers(page, excluded))];
}

async function openPage(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  const answer = await page.goto(store.url + path);
  const bytes = (await answer?.body())?.length ?? 0;
  const faults = bytes > maxBytes ? [`${bytes} bytes`] : [];
  return [...faults, ...(await findFaults())];
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('every page of the store is visited', () => {
  const pages = portalEndpoints.filter(({ method, use }) => method === 'GET' && use === 'page');
  expect(Object.keys(storePages).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});

describe.skipIf(isWithoutBrowser)(`a page has no faults${skipped}`, () => {
  test.each(Object.values(storePages).flat())('%s', async (path) => {
    expect(await openPage(path, 'dark')).toEqual([]);
    expect(await openPage(path, 'light')).toEqual([]);
  });

  test('a preview, and what has become of a proposal', async () => {
    await ada.open('/store/proposals/new/application');
    await page.getByLabel('Name', { exact: true }).fill('Faultless');
    await page.getByLabel('With production keys').check();
    await page.getByLabel('Type', { exact: true }).selectOption('web');
    await page.getByLabel('Callback URLs').fill('https://faultless.example.edu/callback');
    await press('Preview the change');
    await page.getByRole('heading', { name: 'Add the application Faultless' }).waitFor();
    expect(await findFaults()).toEqual([]);
    await press('Propose the change');
    await page.getByText('The repository has accepted your proposal.').waitFor();
    expect(await findFaults()).toEqual([]);
    expect(await openPage('/store/proposals')).toEqual([]);
    await page.getByRole('link', { name: 'Details' }).first().click();
    await page.getByRole('heading', { name: 'Add the application Faultless' }).waitFor();
    expect(await findFaults()).toEqual([]);
    await page.getByRole('link', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'Withdraw a proposal' }).waitFor();
    expect(await findFaults()).toEqual([]);
    await press('Withdraw the proposal');
    await page.getByText('The proposal is withdrawn.').waitFor();
    expect(await findFaults()).toEqual([]);
  });

  test('a change that does not fit', async () => {
    await ada.open('/store/proposals/new/application');
    await page.getByLabel('Name', { exact: true }).fill('CampusPortal');
    await press('Preview the change');
    await page.getByRole('alert').waitFor();
    expect(await findFaults()).toEqual([]);
  });

  test('the answer to a call, and its refusal', async () => {
    await ada.open('/store/apis/library_catalog/v1/operation/try?method=GET&path=%2Fbooks');
    await press('Send');
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    expect(await findFaults()).toEqual([]);
    await page.selectOption('#application', 'KennelSync');
    await press('Send');
    await page.getByRole('alert').waitFor();
    expect(await findFaults()).toEqual([]);
  });

  test('usage', async () => {
    await ada.open('/store/applications/CampusPortal?usage=hours');
    expect(await findFaults()).toEqual([]);
  });
});
