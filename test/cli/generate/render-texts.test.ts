import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderTexts } from '#cli/generate/render-texts.ts';

test.each(Object.entries(await renderTexts()))(
  '%s holds the files next to it; `npm run generate` writes it',
  async (file, text) => {
    expect(await readFile(`src/${file}`, 'utf8')).toBe(text);
  },
);
