import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isGitWriting } from '#platform/git/is-git-writing.ts';
import { makeTestFolder } from '../in-folder.ts';

const now = Date.now();

async function makeRepository() {
  const root = await makeTestFolder();
  await mkdir(join(root, '.git/worktrees/other'), { recursive: true });
  await mkdir(join(root, 'gateway/sources'), { recursive: true });
  await mkdir(join(root, 'other/sources'), { recursive: true });
  await writeFile(join(root, 'other/.git'), `gitdir: ${join(root, '.git/worktrees/other')}\n`);
  const lock = async (folder: string, at = now) => {
    await writeFile(join(root, folder, 'index.lock'), '');
    await utimes(join(root, folder, 'index.lock'), at / 1000, at / 1000);
  };
  const isWriting = (folder: string) => isGitWriting(join(root, folder), now);
  return { lock, isWriting };
}

test('git writes into a work tree while its index is locked', async () => {
  const { lock, isWriting } = await makeRepository();
  const before = await isWriting('gateway/sources');
  await lock('.git');
  expect([before, await isWriting('gateway/sources'), await isWriting('other/sources')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a further work tree has an index of its own', async () => {
  const { lock, isWriting } = await makeRepository();
  await lock('.git/worktrees/other');
  expect([await isWriting('gateway/sources'), await isWriting('other/sources')]).toEqual([false, true]);
});

test('a lock that a killed git has left behind says nothing', async () => {
  const { lock, isWriting } = await makeRepository();
  await lock('.git', now - 31_000);
  expect(await isWriting('gateway')).toBe(false);
});
