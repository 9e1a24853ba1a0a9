import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../src/cli/command-error.ts';
import { editSourceText, writeEditedSource } from '../../../src/cli/declarations/edit-source-text.ts';
import { diskSourceTree } from '../../../src/platform/files/disk-source-tree.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const edit = () => [{ offset: 0, length: 1, text: 'b' }];

test('an edit is written, unless somebody has changed the file meanwhile', async () => {
  await using folder = await temporaryFolder({ 'a.yaml': '\uFEFFa: 1\n' });
  const project = {
    root: folder.path,
    configFile: 'gateway.config.yaml',
    tree: diskSourceTree(folder.path),
    show: (file: string) => file,
  };
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
