import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderChangeDocs } from '#cli/generate/render-change-docs.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';

test('docs/changes.md is the page of the changes; `npm run generate` writes it', async () => {
  expect(await readFile('docs/changes.md', 'utf8')).toBe(renderChangeDocs());
});

test('every kind of change of a contract has a row with its verdict and what is sensitive, and says what has happened by itself', () => {
  const rows = [
    ...renderChangeDocs().matchAll(/^\| `([\w-]+)` +\| (\w+) +\| (\w*) +\| (\w*) *\| (.+?) +\|$/gm),
  ];
  const told = rows.map(([, ...cells]) => cells.slice(0, 4));
  const kinds = Object.entries(contractChangeKinds);
  expect(told).toEqual(
    kinds.map(([id, { compatibility, reversed, sensitive }]) => [
      id,
      compatibility,
      reversed === compatibility ? '' : reversed,
      sensitive === 'no' ? '' : sensitive,
    ]),
  );
  for (const [, , , , , meaning] of rows) expect(meaning).toMatch(/^[A-Z][^.|]+\.$/);
});
