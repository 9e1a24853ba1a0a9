import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderEnvoyDocs } from '#cli/generate/render-envoy-docs.ts';

test('docs/envoy.md is the page of the deviations; `npm run generate` writes it', async () => {
  expect(await readFile('docs/envoy.md', 'utf8')).toBe(renderEnvoyDocs());
});
