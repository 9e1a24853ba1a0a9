import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '#cli/command-error.ts';
import { editSourceText, writeEditedSource } from '#cli/declarations/edit-source-text.ts';
import type { Project } from '#cli/project/project.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { full } from '../../full-run.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const edit = () => [{ offset: 0, length: 1, text: 'b' }];

function projectIn({ path }: TemporaryFolder): Project {
  return {
    root: path,
    configFile: 'gateway.config.yaml',
    tree: diskSourceTree(path),
    show: (file) => file,
  };
}

test('an edit is written, unless somebody has changed the file meanwhile', async () => {
  await using folder = await temporaryFolder({ 'a.yaml': '\uFEFFa: 1\n' });
  const project = projectIn(folder);
  const edited = await editSourceText(project, 'a.yaml', edit);
  expect(await folder.read('a.yaml')).toBe('\uFEFFa: 1\n');
  await writeEditedSource(project, edited);
  expect(await folder.read('a.yaml')).toBe('\uFEFFb: 1\n');
  const refusal = new CommandError(
    'a.yaml was changed in the meantime, so it was not written.',
    'Run the command again.',
  );
  await expect(writeEditedSource(project, edited)).rejects.toEqual(refusal);
  expect(await folder.read('a.yaml')).toBe('\uFEFFb: 1\n');
  await rm(join(folder.path, 'a.yaml'));
  await expect(writeEditedSource(project, edited)).rejects.toEqual(refusal);
});

test('an edit of a locked file is not written', full, async () => {
  await using folder = await temporaryFolder({ 'a.yaml': 'a: 1\n', 'a.yaml.lock': '' });
  const project = projectIn(folder);
  const edited = await editSourceText(project, 'a.yaml', edit);
  await expect(writeEditedSource(project, edited)).rejects.toEqual(
    new CommandError(
      `a.yaml cannot be written: it is locked by ${folder.path}/a.yaml.lock.`,
      'Another command is changing it, or was killed: if none is running, delete the lock file.',
    ),
  );
  expect(await folder.read('a.yaml')).toBe('a: 1\n');
});
