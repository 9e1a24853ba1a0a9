import { expect, test } from 'vitest';
import { fitsGlob, matchesPathOrGlob } from '#source/fits-glob.ts';

test.each([
  ['apis/dogs/v1/api.yaml', 'apis/**/*.yaml', true],
  ['apis/dogs/v1/api.yaml', './apis/**/*.yaml', true],
  ['apis/dogs/v1/api.yaml', 'apis//dogs/../dogs/**', true],
  ['tiers.yaml', './tiers.yaml', true],
  ['tiers.yaml', '../tiers.yaml', false],
  ['apis/dogs/v1/api.yaml', 'dogs/**', false],
])('%s fits %s: %s', (path, glob, fits) => {
  expect(fitsGlob(path, glob)).toBe(fits);
});

test('a name that looks like a glob means its file, and what the glob finds', () => {
  const written = './apis/[v1]/api.yaml';
  const paths = ['apis/[v1]/api.yaml', 'apis/v/api.yaml', 'apis/v1/api.yaml'];
  expect(paths.map((path) => matchesPathOrGlob(path, written))).toEqual([true, true, false]);
  expect(paths.map((path) => fitsGlob(path, written))).toEqual([false, true, false]);
});
