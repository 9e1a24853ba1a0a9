// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { git } from '../platform/git-in-test.ts';
import { openShared, send } from '../serve/running-gateway.ts';
import { openExampleStore, passwords } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { logIn, openVisitor, readMain, type StoreVisitor } from './store-browser.ts';

const tryBooks = '/store/apis/library_catalog/v1/operation/try?method=GET&path=%2Fbooks';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;
let ada: StoreVisitor;
let grace: StoreVisitor;
let ca: string;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        ada = await openVisitor(browser, store.url);
        grace = await openVisitor(browser, store.url);
        await ada.signIn('ada');
        await grace.signIn('grace');
        ca = await readFile(join(store.origin.folder, 'state/tls/ca.pem'), 'utf8');
      }),
);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const readMainBranch = () => git(store.origin.bare, 'rev-parse', 'main');

async function previewApplication(visitor: StoreVisitor, name: string): Promise<void> {
  const { page } = visitor;
  await visitor.open('/store/proposals/new/application');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('service');
  await press(page, 'Preview the change');
  await see(page, `Add the application ${name}`);
}

async function seeAccepted(page: Page): Promise<void> {
  await press(page, 'Propose the change');
  await page.getByText('The repository has accepted your proposal.').waitFor();
}

describe.skipIf(isWithoutBrowser)(`the store says what is wrong${skipped}`, () => {
  test('with a password, and signs nobody in', async () => {
    const visitor = await openVisitor(browser, store.url);
    await visitor.open('/store/applications');
    await logIn(visitor.page, 'ada', 'not-the-password-of-ada');
    await visitor.page.waitForURL(/\/authorize\/login$/);
    expect(await visitor.page.getByRole('alert').innerText()).toContain('The username or password is wrong.');
    await visitor.open('/store');
    expect(await visitor.page.getByRole('banner').innerText()).toMatch(/Sign in$/);
    await visitor.page.context().close();
  });

  test('with a call without a subscription', async () => {
    await ada.open(tryBooks);
    await ada.page.selectOption('#application', 'KennelSync');
    await press(ada.page, 'Send');
    await see(ada.page, 'The application is not subscribed to this API');
    const link = ada.page.getByRole('link', { name: 'Request a subscription' });
    expect(await link.getAttribute('href')).toBe(
      '/store/proposals/new/subscribe?api=LibraryCatalog%2Fv1&application=KennelSync',
    );
  });

  test('with a session that has ended elsewhere, and leads back to where its user was', async () => {
    const here = await openVisitor(browser, store.url);
    await here.signIn('ada');
    await previewApplication(here, 'TooLate');
    const storageState = await here.page.context().storageState();
    const elsewhere = await openVisitor(browser, store.url, { storageState });
    await elsewhere.open('/store');
    await press(elsewhere.page, 'Sign out');
    await elsewhere.page.waitForURL(/\/store\/signed-out$/);
    await press(here.page, 'Propose the change');
    await see(here.page, 'You are not signed in any more');
    expect(await store.branches()).toEqual([]);
    await here.open('/store/applications/CampusPortal');
    await logIn(here.page, 'ada', (await passwords)['ada'] ?? '');
    await see(here.page, 'CampusPortal');
    await Promise.all([here, elsewhere].map(({ page }) => page.context().close()));
  });

  test('nothing to two people who propose at once, each on a branch of their own', async () => {
    await Promise.all([previewApplication(ada, 'OfAda'), previewApplication(grace, 'OfGrace')]);
    await Promise.all([seeAccepted(ada.page), seeAccepted(grace.page)]);
    const branches = ['proposals/ada/application-OfAda', 'proposals/grace/application-OfGrace'];
    expect(await store.branches()).toEqual(branches);
    const main = await readMainBranch();
    for (const branch of branches) expect(await git(store.origin.bare, 'rev-parse', `${branch}^`)).toBe(main);
    await ada.open('/store/proposals');
    expect(await readMain(ada.page)).toContain('OfAda');
    expect(await readMain(ada.page)).not.toContain('OfGrace');
    for (const branch of branches) await store.merge(branch);
    await grace.open('/store/applications/OfGrace');
    await see(grace.page, 'OfGrace');
    await grace.open('/store/applications/OfAda');
    await see(grace.page, 'This page does not exist');
  });

  test('with a preview whose base has moved, and plans it again', async () => {
    await previewApplication(ada, 'Moved');
    const commit = await store.origin.push({ 'NOTES.txt': 'Somebody else was here.\n' });
    await press(ada.page, 'Propose the change');
    await see(ada.page, 'The declarations have changed');
    expect(await store.branches()).toEqual([]);
    await seeAccepted(ada.page);
    const branch = 'proposals/ada/application-Moved';
    expect(await store.branches()).toEqual([branch]);
    expect(await git(store.origin.bare, 'rev-parse', `${branch}^`)).toBe(commit);
    expect(await git(store.origin.bare, 'diff', '--name-status', commit, branch)).toBe(
      'A\texamples/applications/moved.yaml',
    );
    await store.merge(branch);
  });

  test('in the words of a hook that refuses a push', async () => {
    await previewApplication(ada, 'Refused');
    await store.setHook('echo "No <b>proposals</b> on Mondays" >&2; exit 1');
    await press(ada.page, 'Propose the change');
    await see(ada.page, 'The repository refuses the proposal');
    expect(await readMain(ada.page)).toContain('No <b>proposals</b> on Mondays');
    expect(await store.branches()).toEqual([]);
    await store.setHook('exit 0');
    await press(ada.page, 'Preview the change');
    await seeAccepted(ada.page);
    expect(await store.branches()).toEqual(['proposals/ada/application-Refused']);
    await store.merge('proposals/ada/application-Refused');
  });

  test('with a merge that has errors, while the gateway still serves', async () => {
    await store.origin.push({ 'examples/tiers.yaml': 'kind: Tier\nname: [\n' });
    await store.sees('reload-failed');
    await ada.open(tryBooks);
    await ada.page.selectOption('#application', 'CampusPortal');
    await press(ada.page, 'Send');
    await see(ada.page, 'Response');
    const { status } = await send(`${store.url}/library_catalog/v1/books`, { ca });
    expect(status).toBe(403);
    await ada.open('/store/proposals/new/application');
    await ada.page.getByLabel('Name', { exact: true }).fill('OnErrors');
    await press(ada.page, 'Preview the change');
    await see(ada.page, 'The declarations have errors');
    await store.origin.push({ 'examples/tiers.yaml': await readFile('examples/tiers.yaml', 'utf8') });
    await previewApplication(ada, 'OnErrors');
  });

  test('after a minute with a remote that hangs', async () => {
    await store.setHook('exec sleep 100');
    await previewApplication(ada, 'Patient');
    ada.page.setDefaultTimeout(90_000);
    await press(ada.page, 'Propose the change');
    await see(ada.page, 'The repository cannot be reached');
    expect(await store.branches()).toEqual([]);
    await store.setHook('exit 0');
    await press(ada.page, 'Preview the change');
    await seeAccepted(ada.page);
    expect(await store.branches()).toEqual(['proposals/ada/application-Patient']);
  }, 180_000);
});
