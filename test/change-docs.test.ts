import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderChangeDocs } from '../src/cli/generate/render-change-docs.ts';
import { contractChangeKinds } from '../src/compiler/plan/contract/contract-change-kinds.ts';

test('docs/changes.md is the page of the changes; `npm run generate` writes it', async () => {
  expect(await readFile('docs/changes.md', 'utf8')).toBe(renderChangeDocs());
});

test('every kind of change of a contract has a row with its verdict, and says what has happened by itself', () => {
  const rows = [...renderChangeDocs().matchAll(/^\| `([\w-]+)` +\| (\w+) +\| (.+?) +\|$/gm)];
  const told = rows.map(([, id, verdict]) => [id, verdict]);
  const kinds = Object.entries(contractChangeKinds);
  expect(told).toEqual(kinds.map(([id, { compatibility }]) => [id, compatibility]));
  for (const [, , , meaning] of rows) expect(meaning).toMatch(/^[A-Z][^.|]+\.$/);
});
