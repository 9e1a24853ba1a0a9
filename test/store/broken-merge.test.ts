// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { git } from '../platform/git-in-test.ts';
import { send } from '../serve/running-gateway.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor, readMain } from './store-browser.ts';

const definition = 'examples/apis/library_catalog/v1/openapi.yaml';
const version = '/store/apis/library_catalog/v1';
const branch = 'proposals/ada/application-Accepted';

/** What everyone sees who looks for an API or calls one. */
const pages = [
  '/store',
  '/store?q=books',
  version,
  `${version}/operation?method=GET&path=%2Fbooks`,
  '/store/apis/dog_park/v2/changes',
  '/store/applications',
  '/store/errors',
];

test.skipIf(isWithoutBrowser)(
  `a merge that breaks lint is reported to those who can fix it, and to nobody else${skipped}`,
  async () => {
    const store = await openExampleStore(onTestFinished);
    const { bare, work } = store.origin;
    const browser = await openBrowser(onTestFinished);
    const visitor = await openVisitor(browser, store.url);
    const consumer = await openVisitor(browser, store.url);
    const owner = await openVisitor(browser, store.url);
    await consumer.signIn('ada');
    await owner.signIn('grace');
    const ca = await readFile(join(store.origin.folder, 'state/tls/ca.pem'), 'utf8');
    const press = (name: string) => consumer.page.getByRole('button', { name, exact: true }).click();
    const see = (name: string) => consumer.page.getByRole('heading', { name, exact: true }).waitFor();
    const readPages = async () => {
      const texts: string[] = [];
      for (const one of [visitor, consumer]) {
        for (const path of pages) {
          await one.open(path);
          texts.push(await readMain(one.page));
        }
      }
      return texts;
    };
    const readDocument = async () => (await send(`${store.url}${version}/openapi.json`, { ca })).json;

    await consumer.open('/store/proposals/new/application');
    await consumer.page.getByLabel('Name', { exact: true }).fill('Accepted');
    await consumer.page.getByLabel('Type', { exact: true }).selectOption('service');
    await press('Preview the change');
    await see('Add the application Accepted');
    await press('Propose the change');
    await consumer.page.getByText('The repository has accepted your proposal.').waitFor();
    // The changes of a version and the date of its last one are worked out after the first visit of their pages.
    const texts = await eventually(async () => {
      const read = await readPages();
      expect(read.join('\n')).not.toContain('being compared');
      expect(read.filter((text) => text.includes('Last changed'))).toHaveLength(2);
      return read;
    });
    const before = { texts, document: await readDocument() };

    const good = await readFile(join(work, definition), 'utf8');
    await git(work, 'fetch', '--quiet', bare, `+refs/heads/${branch}:refs/remotes/proposal`);
    await git(work, 'merge', '--quiet', '--no-edit', 'refs/remotes/proposal');
    await store.origin.push({ [definition]: good.replace('/books:', '/getBooks:') });
    await git(bare, 'branch', '--quiet', '-D', branch);
    await store.sees('reload-failed');

    expect({ texts: await readPages(), document: await readDocument() }).toEqual(before);
    expect(visitor.complaints).toEqual([]);

    await consumer.open('/store/applications/Accepted');
    await see('This page does not exist');
    await consumer.open('/store/proposals');
    await consumer.page
      .getByRole('row', { name: /^Add the application Accepted\s+Details\s+Merged/ })
      .waitFor();
    await consumer.open('/store/proposals/new/application');
    await consumer.page.getByLabel('Name', { exact: true }).fill('Another');
    await press('Preview the change');
    await see('The declarations have errors');

    const broken = 'The sources have errors, so the gateway still serves the table before.';
    await owner.open('/store/publisher');
    expect(await readMain(owner.page)).toContain(broken);
    await owner.open('/store/publisher/library_catalog/v1');
    const findings = await readMain(owner.page);
    expect(findings).toContain(broken);
    expect(findings).toContain('path-snake-case');
    expect(findings).toContain(definition);
    await consumer.open('/store/publisher/library_catalog/v1');
    expect(await readMain(consumer.page)).toContain('This page does not exist');

    await store.origin.push({ [definition]: good });
    await store.sees('reloaded');
    await consumer.open('/store/applications/Accepted');
    await see('Accepted');
  },
  120_000,
);
