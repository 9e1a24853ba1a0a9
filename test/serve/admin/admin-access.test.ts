import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasAdminKey, openAdminKey } from '#serve/admin/admin-access.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';

test('a key is made for its owner alone, and is the same from then on', async () => {
  const folder = await makeTestFolder();
  const key = await openAdminKey(folder);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect((await stat(join(folder, 'admin-key'))).mode & 0o777).toBe(0o600);
  expect(await openAdminKey(folder)).toBe(key);
});

test.each([
  ['empty', ''],
  ['blank', '\n'],
  ['cut off', 'x'.repeat(42)],
  ['longer', 'x'.repeat(44)],
  ['two lines', `${'x'.repeat(43)}\n${'x'.repeat(43)}`],
  ['of other characters', `${'x'.repeat(42)}=`],
])('a file that is %s is refused, and left as it is', async (_what, text) => {
  const folder = await makeTestFolder();
  const file = join(folder, 'admin-key');
  await writeFile(file, text);
  await chmod(file, 0o600);
  await expect(openAdminKey(folder)).rejects.toMatchObject({
    name: 'StartupError',
    message: `The file ${file} does not contain an admin key. Delete it, and a new one is generated.`,
  });
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('no header has an empty key', () => {
  for (const sent of [undefined, '', 'Bearer', 'Bearer ', 'Bearer  ', 'Basic x']) {
    expect(hasAdminKey(sent, '')).toBe(false);
    expect(hasAdminKey(sent, 'x'.repeat(43))).toBe(false);
  }
});
