import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderShrinkwrap } from '../.ci/render-shrinkwrap.ts';

test('the published package locks all that it installs, and nothing that only development needs', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const { packages, ...rest } = JSON.parse(renderShrinkwrap(JSON.stringify(lock)));
  const { name, version, dependencies, devDependencies } = lock.packages[''];
  const { packages: _, ...ofLock } = lock;
  expect(rest).toEqual(ofLock);
  expect(packages['']).toMatchObject({ name, version, dependencies });
  expect(packages['']).not.toHaveProperty('devDependencies');
  const isLocked = (one: string) => `node_modules/${one}` in packages;
  expect(Object.keys(dependencies).filter((one) => !isLocked(one))).toEqual([]);
  expect(['node', 'vitest', 'typescript'].filter((one) => one in devDependencies && isLocked(one))).toEqual(
    [],
  );
  const { '': __, ...installed } = packages;
  for (const [path, entry] of Object.entries(installed)) expect(entry).toEqual(lock.packages[path]);
});
