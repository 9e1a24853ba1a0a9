// @module-tag full
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { git } from '../platform/git-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, type StoreVisitor } from './store-browser.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;
let ada: StoreVisitor;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        ada = await openVisitor(browser, store.url);
        await ada.signIn('ada');
      }),
);

const press = ({ page }: StoreVisitor, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const see = ({ page }: StoreVisitor, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

describe.skipIf(isWithoutBrowser)(`the owner of an application${skipped}`, () => {
  test.each([true, false])('subscribes it to several APIs, with scripts: %s', async (javaScriptEnabled) => {
    const storageState = await ada.page.context().storageState();
    const visitor = await openVisitor(browser, store.url, { storageState, javaScriptEnabled });
    const { page } = visitor;
    await visitor.open('/store/applications/KennelSync');
    await page.getByRole('link', { name: 'Subscribe to several APIs' }).click();
    await see(visitor, 'Request several subscriptions');
    await page.getByLabel('Search for API versions').fill('library');
    await press(visitor, 'Search');
    await page.getByLabel('LibraryCatalog/v1', { exact: true }).check();
    await page.getByLabel('Search for API versions').fill('enrollments');
    await page.getByLabel('Search for API versions').press('Enter');
    await page.getByLabel('CourseEnrollments/1', { exact: true }).check();
    expect(await page.getByLabel('LibraryCatalog/v1', { exact: true }).isChecked()).toBe(true);
    await press(visitor, 'Show tiers and scopes');
    await page.getByLabel('Tier for CourseEnrollments/1').waitFor();
    await page.getByLabel('Tier for LibraryCatalog/v1').waitFor();
    await press(visitor, 'Preview the change');
    await see(visitor, 'Subscribe KennelSync to 2 API versions');
    await press(visitor, 'Edit again');
    expect(await page.getByLabel('CourseEnrollments/1', { exact: true }).isChecked()).toBe(true);
  });

  test('previews a new application with the Enter key, although its form has a search', async () => {
    const { page } = ada;
    await ada.open('/store/proposals/new/application');
    await page.getByLabel('Name', { exact: true }).fill('CatCafe');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await see(ada, 'Add the application CatCafe');
  });

  test('deletes it, after typing its name', async () => {
    const { page } = ada;
    await ada.open('/store/applications/KennelSync');
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type the name of the application to confirm').fill('kennelsync');
    await press(ada, 'Preview the change');
    await see(ada, 'Some fields need changes');
    await page.getByLabel('Type the name of the application to confirm').fill('KennelSync');
    await press(ada, 'Preview the change');
    await see(ada, 'Delete the application KennelSync');
    await press(ada, 'Propose the change');
    await page.getByText('The repository has accepted your proposal.').waitFor();
    const branch = 'proposals/ada/removal-KennelSync';
    const rest = await git(store.origin.bare, 'grep', '-l', 'KennelSync', branch, '--', '*.yaml').catch(
      () => '',
    );
    expect(rest).toBe('');
  });
});
