import { readdir, readFile } from 'node:fs/promises';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { renderRuleDocs } from '#cli/rule-pages/render-rule-docs.ts';

const pages = renderRuleDocs();

async function readPage(file: string): Promise<string | undefined> {
  return readFile(`docs/rules/${file}`, 'utf8').catch(() => undefined);
}

test('the pages of docs/rules are those of the rules; `npm run generate` writes them', async () => {
  const written = await readdir('docs/rules');
  const stale: string[] = [];
  for (const file of new Set([...written, ...Object.keys(pages)]))
    if ((await readPage(file)) !== pages[file]) stale.push(file);
  expect(stale).toEqual([]);
});

test('every link of the pages leads to one of them', () => {
  const links = Object.values(pages).flatMap((text) =>
    [...marked.parse(text, { async: false }).matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? ''),
  );
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !Object.hasOwn(pages, link))).toEqual([]);
});
