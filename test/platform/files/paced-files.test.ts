import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PacedFiles } from '../../../src/platform/files/paced-files.ts';
import { makeTestFolder } from '../in-folder.ts';

/** What a call gives, and whether it had to be waited for. */
async function outcomeOf(call: () => unknown) {
  try {
    const answer = call();
    return { isLater: answer instanceof Promise, answer: await answer };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

test('what is in memory is given at once; after a slow answer each is waited for, and says the same', async () => {
  const folder = await makeTestFolder();
  await mkdir(join(folder, 'inside'));
  await writeFile(join(folder, 'file'), 'text');
  await symlink('file', join(folder, 'link'));
  const files = new PacedFiles();
  const ask = async () => [
    await outcomeOf(() => files.realpath(join(folder, 'link'))),
    await outcomeOf(() => files.read(join(folder, 'link'))),
    await outcomeOf(() => files.stat(join(folder, 'inside'))),
    await outcomeOf(() => files.entries(folder)),
    await outcomeOf(() => files.read(join(folder, 'inside'))),
    await outcomeOf(() => files.entries(join(folder, 'nothing'))),
  ];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const atOnce = await ask();
  clock.mockReturnValueOnce(0).mockReturnValueOnce(3);
  expect(await outcomeOf(() => files.realpath(folder))).toEqual({ isLater: false, answer: folder });
  const later = await ask();
  clock.mockRestore();
  expect(atOnce.slice(4)).toEqual(['EISDIR', 'ENOENT']);
  expect(atOnce.slice(0, 4)).toMatchObject(Array.from({ length: 4 }, () => ({ isLater: false })));
  const waited = (one: unknown) => (typeof one === 'object' ? { ...one, isLater: true } : one);
  expect(later).toEqual(atOnce.map(waited));
});
