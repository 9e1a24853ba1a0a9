// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { openExampleStore } from './open-example-store.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../interop/open-browser.ts';
import { openVisitor } from './store-browser.ts';

const contract = (cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '')
  .replace(/title: .*/, 'title: Cat Cafe')
  .replace('dogs.example.edu', 'cats.example.edu');

test.skipIf(isWithoutBrowser)(
  `a finding vanishes while its document is typed${skipped}`,
  async () => {
    const store = await openExampleStore(onTestFinished);
    const visitor = await openVisitor(await openBrowser(onTestFinished), store.url);
    const { page, complaints } = visitor;
    await visitor.signIn('ada', '/store/proposals/new/api');
    const finding = page.getByText('path-snake-case');
    const status = page.locator('form.form [role="status"]');
    const readFields = () =>
      Promise.all(['name', 'context', 'version', 'production'].map((name) => page.inputValue(`#${name}`)));

    await page.fill('#version', 'v7');
    const file = join(store.origin.folder, 'cats.yaml');
    await writeFile(file, contract.replace('/dogs:', '/getDogs:'));
    await page.setInputFiles('#definition-file', file);
    await finding.waitFor();
    expect(await status.textContent()).toBe('2 findings, 2 errors.');
    expect(await readFields()).toEqual(['CatCafe', '/cat_cafe', 'v7', 'https://cats.example.edu']);

    await page.fill('#definition', contract.replace('Cat Cafe', 'Cat Shop'));
    await finding.waitFor({ state: 'detached' });
    expect(await status.textContent()).toBe('No problems found.');
    expect(await readFields()).toEqual(['CatShop', '/cat_shop', 'v7', 'https://cats.example.edu']);

    await page.fill('#definition', `${contract}x: [`);
    await page.getByText('The document is broken at line').last().waitFor();
    expect(complaints).toEqual([]);
    expect(await store.branches()).toEqual([]);
  },
  120_000,
);
