import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomically } from '../../../src/platform/files/write-file-atomically.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';

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
