// @module-tag full
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { git } from '../platform/git-in-test.ts';
import { openShared, send } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, readMain, type StoreVisitor } from './store-browser.ts';

const operation = '/store/apis/dog_park/v2/operation';
const listDogs = '?method=GET&path=%2Fdogs';
const subscriptionFile = 'examples/apis/dog_park/v2/subscriptions/walk_counter.yaml';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;
let ada: StoreVisitor;
let page: Page;
let ca: string;
let keys: { readonly consumerKey: string; readonly secret: string };

const see = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** The rows of tables whose names match, with a tab between cells; a browser adds a line break for each block in a cell. */
async function readRows(name: RegExp): Promise<readonly string[]> {
  const texts = await page.getByRole('row', { name }).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\n*\t\n*/g, '\t').trimEnd());
}

/** Fills in the form that tries an operation, and sends it. */
async function tryAs(visitor: Page, application: string, keySet: string): Promise<void> {
  await visitor.selectOption('#application', application);
  await visitor.selectOption('#keys', keySet);
  await visitor.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Proposes what is previewed, and returns the only branch that is open. */
async function propose(): Promise<string> {
  await press('Propose the change');
  await page.getByText('The repository has accepted your proposal.').waitFor();
  const branches = await store.branches();
  expect(branches).toHaveLength(1);
  return branches[0] ?? '';
}

/** The commit of a branch as git stores it, with the times and the digest of its plan cut out. */
async function readCommit(branch: string): Promise<string> {
  const text = await git(store.origin.bare, 'cat-file', 'commit', branch);
  return text
    .replaceAll(/(?<=> )\d{10}(?= \+0000$)/gm, 'TIME')
    .replace(/(?<=^Gatewright-Change: )[a-z_]+$/m, 'CHANGE')
    .replace(/(?<=^Gatewright-Plan-Digest: sha256:)[0-9a-f]{64}$/m, 'DIGEST');
}

async function expectCommit(branch: string, title: string, subject: string): Promise<void> {
  const { bare } = store.origin;
  const [tree, main] = [
    await git(bare, 'rev-parse', `${branch}^{tree}`),
    await git(bare, 'rev-parse', 'main'),
  ];
  expect(await readCommit(branch)).toBe(`tree ${tree}
parent ${main}
author Ada Lovelace <ada@users.noreply.localhost> TIME +0000
committer Gatewright <gatewright@localhost> TIME +0000

${title}

Proposed-By: user:ada
Gatewright-Change: CHANGE
Gatewright-Subject: ${subject}
Gatewright-Plan-Digest: sha256:DIGEST`);
}

/** The only file that a branch changes, with how and what it then is. */
async function readChange(branch: string) {
  const { bare } = store.origin;
  const [status = '', path = ''] = (await git(bare, 'diff', '--name-status', 'main', branch)).split('\t');
  const size = Number(await git(bare, 'cat-file', '-s', `${branch}:${path}`));
  const text = `${await git(bare, 'show', `${branch}:${path}`)}\n`;
  expect(Buffer.byteLength(text)).toBe(size);
  return { status, path, text };
}

/** The status of a call of the API by the application with its own secret. */
async function callDogs(): Promise<number> {
  const credentials = Buffer.from(`${keys.consumerKey}:${keys.secret}`).toString('base64');
  const { json } = await send(`${store.url}/token`, {
    ca,
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const authorization = `Bearer ${String(json['access_token'])}`;
  const { status } = await send(`${store.url}/dog_park/v2/dogs`, { ca, headers: { authorization } });
  return status;
}

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        ada = await openVisitor(browser, store.url);
        ({ page } = ada);
        ca = await readFile(join(store.origin.folder, 'state/tls/ca.pem'), 'utf8');
      }),
);

describe.skipIf(isWithoutBrowser)(`ada, who needs the dogs of the park${skipped}`, () => {
  test('signs in', async () => {
    await ada.signIn('ada');
    expect(await page.getByRole('banner').innerText()).toMatch(/Ada Lovelace\s+Sign out$/);
  });

  test('finds an API as she types', async () => {
    await page.getByRole('searchbox').fill('dogs');
    await page.getByText('1 API', { exact: true }).first().waitFor();
    expect(await page.locator('main li.card').allInnerTexts()).toEqual([expect.stringMatching(/^DogPark\n/)]);
  });

  test('reads its page', async () => {
    await follow('v2');
    await page.waitForURL(/\/dog_park\/v2$/);
    expect(await page.title()).toBe('Dog Park v2 – Example APIs');
    const text = await readMain(page);
    expect(text).toContain(
      'CampusPortal can call this version, with the tier gold: 1,000 requests a minute, bursts of 200.',
    );
    expect(text).toContain('GET /dogs\nList dogs');
    await follow('GET /dogs');
    await page.waitForURL(/operation\?/);
    expect(await readMain(page)).toContain('none; any access token of a subscribed application will do');
  });

  test.each([
    ['sandbox', 'Sample Spaniel'],
    ['production', 'Great Dane'],
  ])('tries an operation in %s, without a script', async (keySet, dog) => {
    const storageState = await page.context().storageState();
    const plain = await openVisitor(browser, store.url, { storageState, javaScriptEnabled: false });
    await plain.open(`${operation}/try${listDogs}`);
    await tryAs(plain.page, 'CampusPortal', keySet);
    await plain.page.getByRole('heading', { name: 'Response' }).waitFor();
    expect(await readMain(plain.page)).toContain(dog);
    expect(plain.complaints).toEqual([]);
    await plain.page.context().close();
  });

  test('reads a sample in another language, which the next operation has too', async () => {
    await ada.open(`${operation}${listDogs}`);
    await follow('Go');
    await page.waitForURL(/language=go/);
    expect(await readMain(page)).toContain('os.Getenv("TOKEN")');
    await ada.open('/store/apis/library_catalog/v1/operation?method=POST&path=%2Fbooks');
    expect(await readMain(page)).toContain('http.NewRequest("POST"');
  });

  test('proposes an application, as a commit that is right to the byte', async () => {
    await ada.open('/store/applications');
    await follow('New application');
    await see('Propose an application');
    await page.getByLabel('Name', { exact: true }).fill('WalkCounter');
    await page.getByLabel('Description').fill('Counts the walks: of all dogs.');
    await page.getByLabel('Type', { exact: true }).selectOption('service');
    await page.getByLabel('With production keys').check();
    await press('Preview the change');
    await see('Add the application WalkCounter');
    expect(await readMain(page)).toContain('+name: WalkCounter\n');
    const branch = await propose();
    expect(branch).toBe('proposals/ada/application-WalkCounter');
    const [consumerKey = '', secret = ''] = await page.locator('section.notice dd code').allInnerTexts();
    keys = { consumerKey, secret };
    await expectCommit(branch, 'Add the application WalkCounter', 'application WalkCounter');
    expect(await readChange(branch)).toEqual({
      status: 'A',
      path: 'examples/applications/walk_counter.yaml',
      text: `# yaml-language-server: $schema=../../schemas/application.schema.json
kind: Application
name: WalkCounter
description: "Counts the walks: of all dogs."
type: service
owner: ada
grants:
  - client_credentials
keys:
  production:
    consumerKey: ${consumerKey}
    secretDigests:
      - sha256:${createHash('sha256').update(secret).digest('hex')}
`,
    });
  });

  test('sees it once it is merged', async () => {
    await follow('My proposals');
    await page.getByRole('row', { name: /^Add the application WalkCounter\s+Details\s+Open/ }).waitFor();
    await store.merge('proposals/ada/application-WalkCounter');
    await eventually(async () => {
      await page.reload();
      const merged = page.getByRole('row', { name: /^Add the application WalkCounter\s+Details\s+Merged/ });
      expect(await merged.count()).toBe(1);
    });
    await ada.open('/store/applications/WalkCounter');
    expect(await readMain(page)).toContain(
      'The application has no subscriptions, so every API refuses its calls.',
    );
    expect(await callDogs()).toBe(403);
  });

  test('asks for a subscription where a call shows that it is missing', async () => {
    await ada.open(`${operation}/try${listDogs}`);
    await tryAs(page, 'WalkCounter', 'production');
    await see('The application is not subscribed to this API');
    await follow('Request a subscription');
    await see('Request a subscription');
    expect(await page.locator('#application').inputValue()).toBe('WalkCounter');
    await page.getByLabel('Tier').selectOption('silver');
    await press('Preview the change');
    await see('Subscribe WalkCounter to DogPark/v2');
    expect(await readMain(page)).toContain('WalkCounter gains access to DogPark/v2');
    const branch = await propose();
    expect(branch).toBe('proposals/ada/subscription-WalkCounter-DogPark-v2');
    const title = 'Subscribe WalkCounter to DogPark/v2';
    await expectCommit(branch, title, 'subscription WalkCounter DogPark/v2');
    expect(await readChange(branch)).toEqual({
      status: 'A',
      path: subscriptionFile,
      text: `# yaml-language-server: $schema=../../../../../schemas/subscription.schema.json
kind: Subscription
application: WalkCounter
api: DogPark/v2
tier: silver
`,
    });
  });

  test('makes the call that was refused once that is merged', async () => {
    await store.merge('proposals/ada/subscription-WalkCounter-DogPark-v2');
    expect(await callDogs()).toBe(200);
    await ada.open(`${operation}/try${listDogs}`);
    await tryAs(page, 'WalkCounter', 'production');
    await see('Response');
    expect(await readMain(page)).toContain('Great Dane');
  });

  test('sees its usage', async () => {
    await eventually(async () => {
      await ada.open('/store/applications/WalkCounter?usage=hours');
      expect(await readRows(/^DogPark\/v2/)).toEqual([
        expect.stringMatching(/^DogPark\/v2\tProduction\t2\t–\t(0|<1)%\t1$/),
      ]);
    });
    expect(await readRows(/^APIs without a subscription/)).toEqual([
      'APIs without a subscription\tProduction\t1\tnot_subscribed: 1\t–\t0',
    ]);
  });

  test('has met nothing that the policy of a page forbids, and nothing from elsewhere', () => {
    // The browser says so of the page that refuses a call.
    const refused = 'Failed to load resource: the server responded with a status of 403 ()';
    expect(ada.complaints.filter((text) => text !== refused)).toEqual([]);
  });

  test('leaves no secret in the repository', async () => {
    const log = await git(store.origin.bare, 'log', '--all', '--patch');
    expect(log.includes(keys.secret)).toBe(false);
    expect(log.includes(keys.consumerKey)).toBe(true);
  });
});
