import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEmptyFile } from '../../../src/platform/files/private-files.ts';
import { makeTestFolder } from '../in-folder.ts';

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('a file is made for its owner alone, and one that is there keeps its content', async () => {
  const folder = await makeTestFolder();
  const [made, kept] = [join(folder, 'made'), join(folder, 'kept')];
  await writeFile(kept, 'text');
  await chmod(kept, 0o644);
  await makeEmptyFile(made);
  await makeEmptyFile(kept);
  expect([await modeOf(made), await readFile(made, 'utf8')]).toEqual(['600', '']);
  expect([await modeOf(kept), await readFile(kept, 'utf8')]).toEqual(['600', 'text']);
});

test('what a link leads to is left as it is, and a link that leads nowhere is refused', async () => {
  const folder = await makeTestFolder();
  const [file, link] = [join(folder, 'file'), join(folder, 'link')];
  await symlink(file, link);
  await expect(makeEmptyFile(link)).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(file, 'text');
  await chmod(file, 0o644);
  await makeEmptyFile(link);
  expect([await modeOf(file), await readFile(file, 'utf8')]).toEqual(['644', 'text']);
});
