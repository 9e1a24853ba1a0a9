import { existsSync } from 'node:fs';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEmptyFile, makePrivateFolder } from '#platform/files/private-files.ts';
import { writeNewFile } from '#platform/files/write-file-atomically.ts';
import { makeTestFolder } from '../in-folder.ts';
import { mountSmallDisk } from '../small-disk.ts';

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

test('folders are made for their owner alone, and existing ones stay', async () => {
  const folder = await makeTestFolder();
  await chmod(folder, 0o755);
  await makePrivateFolder(join(folder, 'a/b'));
  await makePrivateFolder(join(folder, 'a/b'));
  expect([await modeOf(folder), await modeOf(join(folder, 'a')), await modeOf(join(folder, 'a/b'))]).toEqual([
    '755',
    '700',
    '700',
  ]);
});

test('a folder that cannot be made is refused, and does not hang', async () => {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(makePrivateFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makePrivateFolder(join(folder, 'file/a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.skipIf(!existsSync('/proc/self'))('no folder can be made below /proc', async () => {
  await expect(makePrivateFolder('/proc/gatewright/a')).rejects.toMatchObject({ code: 'ENOENT' });
});

test.for([
  ['read-only', 'EROFS'],
  ['full', 'ENOSPC'],
] as const)('a %s disk is named as such', async ([state, code], { skip }) => {
  const disk = await mountSmallDisk();
  if (disk === undefined) return skip('no disk can be mounted here');
  await (state === 'full' ? disk.fill() : disk.makeReadOnly());
  const write = makePrivateFolder(join(disk.path, 'a/b')).then(() =>
    writeNewFile(join(disk.path, 'a/file'), 'text'),
  );
  await expect(write).rejects.toMatchObject({ code });
  expect(existsSync(join(disk.path, 'a/file'))).toBe(false);
});
