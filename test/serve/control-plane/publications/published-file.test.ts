import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { openPublishedFile } from '#serve/control-plane/publications/published-file.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';

const keys = { digest: digestOf('keys'), since: 2 };
const table = { digest: digestOf('table'), since: 1, committedAt: 3 };

function failToWarn(message: string): never {
  throw new Error(message);
}

test('what was published is known after a restart, with its keys', async () => {
  const folder = await makeTestFolder();
  {
    await using file = await openPublishedFile(folder, failToWarn);
    expect(file.published).toBeUndefined();
    file.keep(table);
    file.keep({ ...table, keys });
  }
  await using file = await openPublishedFile(folder, failToWarn);
  expect(file.published).toEqual({ ...table, keys });
});

test('a file of an earlier version, or with damaged keys, is one without keys', async () => {
  const folder = await makeTestFolder();
  for (const kept of [table, { ...table, keys: { digest: 'sha256:x', since: 2 } }, { ...table, keys: 1 }]) {
    await writeFile(join(folder, 'published.json'), JSON.stringify(kept));
    await using file = await openPublishedFile(folder, failToWarn);
    expect(file.published).toEqual(table);
  }
});
