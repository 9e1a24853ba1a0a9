import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileLockedError } from '#platform/files/lock-file.ts';
import { replaceFileAtomically, writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { full } from '../../full-run.ts';

test('a file that is there keeps its mode, whatever the mask of the process', async () => {
  await using folder = await temporaryFolder({ file: 'old' });
  const file = join(folder.path, 'file');
  await chmod(file, 0o666);
  await writeFileAtomically(file, 'new');
  expect(await folder.read('file')).toBe('new');
  expect((await stat(file)).mode & 0o777).toBe(0o666);
});

test('a device is written to, and stays one', async () => {
  await writeFileAtomically('/dev/null', 'text');
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

const replacer = join(import.meta.dirname, 'replace-in-test.ts');

async function appendLines(file: string, line: string, count: number): Promise<number | null> {
  const child = spawn(process.execPath, [replacer, file, line, String(count)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code as number | null;
}

test('processes that replace a file at the same time lose no replacement', full, async () => {
  await using folder = await temporaryFolder({ file: '' });
  const writers = ['a', 'b', 'c'];
  const codes = await Promise.all(writers.map((line) => appendLines(join(folder.path, 'file'), line, 200)));
  const lines = (await folder.read('file')).split('\n');
  expect({ codes, lines: lines.toSorted().join('') }).toEqual({
    codes: [0, 0, 0],
    lines: writers.map((line) => line.repeat(200)).join(''),
  });
  expect(await readdir(folder.path)).toEqual(['file']);
});

test('a file whose lock a killed process has left is not replaced', full, async () => {
  await using folder = await temporaryFolder({ file: 'old', 'file.lock': '' });
  const file = join(folder.path, 'file');
  await expect(replaceFileAtomically(file, 'old', 'new')).rejects.toEqual(
    new FileLockedError(`${file}.lock`),
  );
  expect(await folder.read('file')).toBe('old');
  expect((await readdir(folder.path)).toSorted()).toEqual(['file', 'file.lock']);
});
