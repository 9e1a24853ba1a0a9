// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { git } from '../platform/git-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, readMain } from './store-browser.ts';

const folder = 'examples/apis/dog_park/v2';
const ownPage = '/store/publisher/dog_park/v2';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let page: Page;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
const openOwnPage = () => page.goto(store.url + ownPage);
const readFile = (path: string, ref = 'main') => git(store.origin.bare, 'show', `${ref}:${path}`);

/** Previews the open form, proposes the change, and merges its branch. Returns the text of the preview. */
async function proposeAndMerge(event: 'reloaded' | 'unchanged' = 'reloaded'): Promise<string> {
  await press('Preview the change');
  const previewed = await readMain(page);
  await press('Propose the change');
  await page.getByText('The repository has accepted your proposal.').waitFor();
  const branches = await store.branches();
  expect(branches).toHaveLength(1);
  await store.merge(branches[0] ?? '', event);
  await openOwnPage();
  return previewed;
}

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        const browser: Browser = await openBrowser(atEnd);
        const options = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
        const ada = await openVisitor(browser, store.url, options);
        ({ page } = ada);
        await ada.signIn('ada', ownPage);
      }),
);

describe.skipIf(isWithoutBrowser)(`ada, who owns the dogs, on a phone without script${skipped}`, () => {
  const description = 'All dogs of the city.\n\n# In every park';

  test('edits the description, and nothing else changes', async () => {
    const before = await readFile(`${folder}/api.yaml`);
    await follow('Edit details and endpoints');
    expect(await page.getByLabel('Tags').inputValue()).toBe('animals\ncity');
    expect(await page.getByLabel('Description').inputValue()).toMatch(/^The dogs of the city's parks, with/);
    await page.getByLabel('Description').fill(description);
    const previewed = await proposeAndMerge();
    expect(previewed).toContain('Change the details and endpoints of DogPark/v2');
    const written = 'description: |-\n  All dogs of the city.\n\n  # In every park\ntags:';
    expect(await readFile(`${folder}/api.yaml`)).toBe(
      before.replace(/description: >-\n[^]*?tags:/, () => written),
    );
    await follow('Edit details and endpoints');
    expect(await page.getByLabel('Description').inputValue()).toBe(description);
    await press('Preview the change');
    expect(await readMain(page)).toContain('Nothing would change.');
  });

  test('replaces the document by a file', async () => {
    const text = `${await readFile(`${folder}/openapi.yaml`)}\n`;
    const added = `paths:
  /parks:
    post:
      summary: Add a park
      responses:
        '201':
          description: The park is there.
          headers: { Location: { description: The park., schema: { type: string, format: uri } } }
        '499': { description: You left. }
`;
    const file = join(store.origin.folder, 'next.yaml');
    await writeFile(file, text.replace('paths:\n', added));
    await openOwnPage();
    await follow('Replace the document');
    await page.getByLabel('Or choose a file').setInputFiles(file);
    const previewed = await proposeAndMerge();
    expect(previewed).toContain('The new document of DogPark/v2, compared with the present one');
    expect(previewed).toContain('Nothing breaks a caller of DogPark/v2.');
    expect(`${await readFile(`${folder}/openapi.yaml`)}\n`).toBe(text.replace('paths:\n', added));
  });

  test('suppresses what lint finds in it', async () => {
    await page.getByRole('link', { name: /^Suppress the finding of status-code-known in line / }).click();
    await page.getByLabel('Reason').fill('The partner sends it.');
    expect(await proposeAndMerge('unchanged')).toContain('Nothing changes for callers.');
    expect(await readFile(`${folder}/openapi.yaml`)).toContain(
      "\n        # gatewright-ignore status-code-known: The partner sends it.\n        '499'",
    );
    expect(await readMain(page)).toContain('Ignored: 1 suppressed, 0 in the baseline.');
    expect(await page.getByRole('link', { name: /status-code-known/ }).count()).toBe(0);
  });

  test('blocks the version, and unblocks it', async () => {
    const before = await readFile(`${folder}/api.yaml`);
    await follow('Propose to block it');
    await proposeAndMerge();
    expect(await readFile(`${folder}/api.yaml`)).toBe(before.replace('state: published', 'state: blocked'));
    expect(await page.getByRole('link', { name: 'Propose to block it' }).count()).toBe(0);
    await follow('Propose to unblock it');
    await proposeAndMerge();
    expect(await readFile(`${folder}/api.yaml`)).toBe(before);
  });
});
