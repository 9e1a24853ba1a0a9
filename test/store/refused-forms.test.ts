// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { findBarriers } from '../runtime/pages/accessibility.ts';
import { openShared, send } from '../serve/running-gateway.ts';
import { openExampleStore, passwords } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { logIn, openVisitor, type StoreVisitor } from './store-browser.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;
let ada: StoreVisitor;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        ada = await openVisitor(browser, store.url, { permissions: ['clipboard-read', 'clipboard-write'] });
        await ada.signIn('ada');
      }),
);

const press = ({ page }: StoreVisitor, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const see = ({ page }: StoreVisitor, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

const withoutServer = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '')
  .replace(/title: .*/, 'title: Cat Cafe')
  .replace(/servers:\n(\s+-.*\n)+/, '');

describe.skipIf(isWithoutBrowser)(`a form with errors${skipped}`, () => {
  test.each([true, false])('has the focus on what is wrong, with scripts: %s', async (javaScriptEnabled) => {
    const storageState = await ada.page.context().storageState();
    const visitor = await openVisitor(browser, store.url, { storageState, javaScriptEnabled });
    const { page } = visitor;
    await visitor.open('/store/proposals/new/api');
    await page.fill('#definition', withoutServer);
    await press(visitor, 'Preview the change');
    await see(visitor, 'Some fields need changes');
    expect(await page.title()).toBe('Error: Propose an API – Example APIs');
    const text = 'The document names no server that the gateway can call. Enter the production endpoint.';
    const summary = page.getByRole('alert');
    expect(await page.locator('[role="alert"]:focus').count()).toBe(1);
    await summary.getByRole('link', { name: text }).click();
    expect(page.url()).toMatch(/#production$/);
    const field = page.getByRole('textbox', { name: 'Production endpoint' });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#production-error').innerText()).toBe(text);
    expect(await page.inputValue('#name')).toBe('CatCafe');
    expect((await page.inputValue('#definition')).trim()).toBe(withoutServer.trim());
    if (javaScriptEnabled) expect(await findBarriers(page, [])).toEqual([]);
    await field.fill('https://cats.example.edu');
    await press(visitor, 'Preview the change');
    await see(visitor, 'Add the API CatCafe/v1');
    expect(await page.locator('h1:focus').innerText()).toBe('Add the API CatCafe/v1');
    if (javaScriptEnabled) expect(await findBarriers(page, [])).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(isWithoutBrowser)(`a form whose session has ended${skipped}`, () => {
  test('goes on where it was after its user has signed in in another tab', async () => {
    const here = await openVisitor(browser, store.url);
    await here.signIn('ada');
    await here.open('/store/proposals/new/application');
    await here.page.getByLabel('Name', { exact: true }).fill('Interrupted');
    await here.page.getByLabel('Description').fill('It was “typed” <slowly>.');
    const tab = await here.page.context().newPage();
    await tab.goto(`${store.url}/store`);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.waitForURL(/\/store\/signed-out$/);
    await press(here, 'Preview the change');
    await see(here, 'You are not signed in any more');
    const [login] = await Promise.all([
      here.page.context().waitForEvent('page'),
      here.page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await logIn(login, 'ada', (await passwords)['ada'] ?? '');
    await login.getByRole('heading', { name: 'You are signed in as Ada Lovelace' }).waitFor();
    await login.close();
    await press(here, 'Continue with the form');
    await here.page.getByText('Your form is as you left it.').waitFor();
    expect(await here.page.inputValue('#name')).toBe('Interrupted');
    expect(await here.page.inputValue('#description')).toBe('It was “typed” <slowly>.');
    await press(here, 'Preview the change');
    await see(here, 'Add the application Interrupted');
    expect(await store.branches()).toEqual([]);
    await here.page.context().close();
  });
});

describe.skipIf(isWithoutBrowser)(`an application with its first subscription${skipped}`, () => {
  test('can call once one proposal is merged, of which only the name was typed', async () => {
    await ada.open('/store/proposals/new/application?api=DogPark%2Fv2');
    await ada.page.getByLabel('Name', { exact: true }).fill('OneStep');
    await press(ada, 'Preview the change');
    await see(ada, 'Add the application OneStep');
    await press(ada, 'Propose the change');
    await see(ada, 'Save these keys now');
    expect(await ada.page.locator('h1:focus').count()).toBe(1);
    expect(await findBarriers(ada.page, [])).toEqual([]);
    const [consumerKey = '', secret = ''] = await ada.page.locator('section.notice dd code').allInnerTexts();
    await ada.page.locator('section.notice').getByRole('button', { name: 'Copy' }).nth(1).click();
    await ada.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await ada.page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await store.merge('proposals/ada/application-OneStep');
    expect(await callDogs(consumerKey, secret)).toBe(200);
    expect(ada.complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });
});

/** The status of a call of the API by an application with its secret. */
async function callDogs(consumerKey: string, secret: string): Promise<number> {
  const ca = await readFile(join(store.origin.folder, 'state/tls/ca.pem'), 'utf8');
  const credentials = Buffer.from(`${consumerKey}:${secret}`).toString('base64');
  const type = 'application/x-www-form-urlencoded';
  const headers = { authorization: `Basic ${credentials}`, 'content-type': type };
  const body = 'grant_type=client_credentials';
  const { json } = await send(`${store.url}/token`, { ca, method: 'POST', headers, body });
  const authorization = `Bearer ${String(json['access_token'])}`;
  return (await send(`${store.url}/dog_park/v2/dogs`, { ca, headers: { authorization } })).status;
}
