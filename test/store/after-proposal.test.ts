// @module-tag full
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { git } from '../platform/git-in-test.ts';
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

const press = (name: string) => ada.page.getByRole('button', { name, exact: true }).click();
const see = (name: string) => ada.page.getByRole('heading', { name, exact: true }).waitFor();

const commitOf = (branch: string) => git(store.origin.bare, 'rev-parse', branch);

async function proposeApplication(name: string, hasKeys: boolean): Promise<void> {
  await ada.open('/store/proposals/new/application');
  await ada.page.getByLabel('Name', { exact: true }).fill(name);
  await ada.page.getByLabel('With production keys').setChecked(hasKeys);
  await press('Preview the change');
  await see(`Add the application ${name}`);
  await press('Propose the change');
  await ada.page.getByText('The repository has accepted your proposal.').waitFor();
}

describe.skipIf(isWithoutBrowser)(`the page after a proposal${skipped}`, () => {
  test('can be loaded again and returned to, and proposes nothing twice', async () => {
    const { page } = ada;
    await proposeApplication('Returning', false);
    const [branch = ''] = await store.branches();
    const commit = await commitOf(branch);
    const methods: string[] = [];
    page.on('request', (request) => methods.push(request.method()));
    expect((await page.reload())?.status()).toBe(200);
    await see('Add the application Returning');
    await ada.open('/store/proposals');
    await see('My proposals');
    expect((await page.goBack())?.status()).toBe(200);
    await see('Add the application Returning');
    expect(methods).not.toContain('POST');
    expect(await commitOf(branch)).toBe(commit);
  });

  test('shows a secret only in the answer itself', async () => {
    await proposeApplication('Secretive', true);
    await see('Save these keys now');
    expect(new URL(ada.page.url()).pathname).toBe('/store/proposals/new/application');
    await ada.page.getByRole('link', { name: 'See the proposal' }).click();
    await see('Add the application Secretive');
    expect(await ada.page.getByText('The repository has accepted your proposal.').count()).toBe(0);
  });
});
