import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderRegistries } from '#cli/generate/render-registries.ts';

test.each(Object.entries(renderRegistries()))(
  '%s holds what each kind brings to its stage; `npm run generate` writes it',
  async (file, text) => {
    expect(await readFile(`src/compiler/${file}`, 'utf8')).toBe(text);
  },
);
