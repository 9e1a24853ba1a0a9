import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderErrorDocs } from '#cli/generate/render-error-docs.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';

test('docs/errors.md is the page of the errors; `npm run generate` writes it', async () => {
  expect(await readFile('docs/errors.md', 'utf8')).toBe(renderErrorDocs());
});

test('every code has a heading of its own, which an address can lead to', () => {
  const headings = [...renderErrorDocs().matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  expect(new Set(headings)).toEqual(new Set(Object.keys(errorCodes)));
  expect(headings).toHaveLength(Object.keys(errorCodes).length);
});
