import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formats } from '#cli/lint/views/formats.ts';
import { planFormats } from '#cli/plan/views/plan-formats.ts';

test.each([
  ['docs/linting.md', formats],
  ['docs/planning.md', planFormats],
])('%s has a table of all formats, in their order', async (file, table) => {
  const page = await readFile(file, 'utf8');
  const [, rows = ''] = page.split(/^\| format +\| for +\|$/m);
  const [lines = ''] = rows.split('\n\n');
  expect([...lines.matchAll(/^\| `(\w+)`/gm)].map(([, format]) => format)).toEqual(Object.keys(table));
});
