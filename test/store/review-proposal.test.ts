// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { git } from '../platform/git-in-test.ts';
import { findBarriers, findOverflow } from '../runtime/pages/accessibility.ts';
import { findBackticks, findLayoutFaults } from '../runtime/pages/layout.ts';
import { openShared } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, type StoreVisitor } from './store-browser.ts';

let store: Awaited<ReturnType<typeof openExampleStore>>;
let browser: Browser;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        store = await openExampleStore(atEnd);
        browser = await openBrowser(atEnd);
        const { bare, work, push } = store.origin;
        const config = await readFile(join(work, 'gateway.config.yaml'), 'utf8');
        const reloads = store.events.filter(({ type }) => type === 'reloaded').length;
        const merge = config.replace(`remote: ${bare}`, `remote: ${bare}, merge: true`);
        await push({ 'gateway.config.yaml': merge });
        await store.sees('reloaded', reloads + 1);
      }),
);

async function findFaults({ page }: StoreVisitor): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await findLayoutFaults(page, width === 390)));
    if ((await findOverflow(page)) > 0) faults.push(`too wide at ${width}`);
  }
  return [...faults, ...(await findBackticks(page)), ...(await findBarriers(page, []))];
}

describe.skipIf(isWithoutBrowser)(`in a browser${skipped}`, () => {
  test('the owner of an API approves a subscription from the list that waits', async () => {
    const { bare } = store.origin;
    // Every form works without scripts; layout can be measured only with them.
    const ada = await openVisitor(browser, store.url, { javaScriptEnabled: false });
    const grace = await openVisitor(browser, store.url);
    await ada.signIn('ada');
    const query = new URLSearchParams({ application: 'KennelSync', api: 'LibraryCatalog/v1' });
    await ada.open(`/store/proposals/new/subscribe?${query.toString()}`);
    const press = ({ page }: StoreVisitor, name: string) => page.getByRole('button', { name }).click();
    await press(ada, 'Preview the change');
    await press(ada, 'Propose the change');
    await ada.page.getByText('The repository has accepted your proposal.').waitFor();

    await grace.signIn('grace');
    await grace.open('/store/publisher');
    await grace.page.getByRole('link', { name: 'Details' }).first().click();
    await grace.page.getByRole('heading', { name: 'Subscribe KennelSync to LibraryCatalog/v1' }).waitFor();
    expect(await findFaults(grace)).toEqual([]);
    const before = await git(bare, 'rev-parse', 'main');
    await press(grace, 'Approve and merge');
    await grace.page.getByText('The proposal is merged.').waitFor();
    expect(await findFaults(grace)).toEqual([]);
    expect(await git(bare, 'rev-parse', 'main^1')).toBe(before);

    await ada.open('/store/proposals');
    expect(await ada.page.getByText('Merged', { exact: true }).count()).toBe(1);
    expect([...grace.complaints, ...ada.complaints]).toEqual([]);
  });

  test('the owner declines one with a reason, and what waits next is linked', async () => {
    const ada = await openVisitor(browser, store.url);
    const grace = await openVisitor(browser, store.url, { javaScriptEnabled: false });
    await ada.signIn('ada');
    const press = ({ page }: StoreVisitor, name: string) => page.getByRole('button', { name }).click();
    for (const [form, application] of [
      ['withdraw', 'CampusPortal'],
      ['subscribe', 'KennelSync'],
    ] as const) {
      const query = new URLSearchParams({ application, api: 'CourseEnrollments/1' });
      await ada.open(`/store/proposals/new/${form}?${query.toString()}`);
      await press(ada, 'Preview the change');
      await press(ada, 'Propose the change');
      await ada.page.getByText('can approve it in the store.').waitFor();
    }
    await grace.signIn('grace');
    await grace.open('/store/publisher');
    await grace.page.getByRole('heading', { name: 'To approve or decline' }).waitFor();
    const title = 'Subscribe KennelSync to CourseEnrollments/1';
    await grace.page.getByRole('row', { name: title }).getByRole('link', { name: 'Details' }).click();
    await grace.page.getByRole('link', { name: 'Decline …' }).click();
    await grace.page.getByRole('heading', { name: 'Decline a proposal' }).waitFor();
    await grace.page.getByLabel('Reason').fill('W'.repeat(500));
    await press(grace, 'Decline the proposal');
    await grace.page.getByText('Declined by').waitFor();
    const next = grace.page.getByRole('link', { name: /CampusPortal .*CourseEnrollments\/1/ });
    expect(await next.count()).toBe(1);
    const main = grace.page.getByRole('navigation', { name: 'You are here' });
    expect(await main.getByRole('link', { name: 'My APIs' }).count()).toBe(1);

    const path = new URL(grace.page.url()).pathname + new URL(grace.page.url()).search;
    for (const shown of [path, '/store/proposals', '/store/notices']) {
      await ada.open(shown);
      await ada.page.getByText('WWWW').first().waitFor();
      expect(await findFaults(ada)).toEqual([]);
    }
    const measured = await openVisitor(browser, store.url);
    await measured.signIn('grace');
    await measured.open('/store/publisher');
    await measured.page.getByRole('link', { name: 'Details' }).first().click();
    await measured.page.getByRole('link', { name: 'Decline …' }).click();
    await measured.page.getByLabel('Reason').waitFor();
    expect(await findFaults(measured)).toEqual([]);
    expect([...grace.complaints, ...ada.complaints, ...measured.complaints]).toEqual([]);
  });
});
