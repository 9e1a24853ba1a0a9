import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { watchFolder, type ChangedFiles } from '../../src/platform/watch-folder.ts';
import { makeTestFolder } from './in-folder.ts';

async function watched({ ignored, link }: { readonly ignored?: string; readonly link?: string } = {}) {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'kept.yaml'), 'a');
  if (link !== undefined) await symlink(link, join(folder, 'link.yaml'));
  const files = new Set<string>();
  const changed = vi.fn<(paths: ChangedFiles) => void>((paths) => {
    for (const path of paths === 'all' ? [] : paths) files.add(path);
  });
  const watch = await watchFolder({
    folder,
    ignored: ignored === undefined ? [] : [join(folder, ignored)],
    isRelevant: (path) => !path.endsWith('.log'),
    changed,
    failed: () => undefined,
  });
  onTestFinished(() => watch.close());
  const sees = async (change: () => Promise<unknown>) => {
    const before = changed.mock.calls.length;
    await change();
    await eventually(() => expect(changed.mock.calls.length).toBeGreaterThan(before));
  };
  return { folder, changed, sees, files };
}

test('a new file, a save, a save by way of another file and a deletion are all seen', async () => {
  const { folder, sees } = await watched();
  const file = (name: string) => join(folder, name);
  await sees(() => writeFile(file('new.yaml'), 'a'));
  await sees(() => writeFile(file('kept.yaml'), 'b'));
  await sees(async () => {
    await writeFile(file('.kept.yaml.swp'), 'c');
    await rename(file('.kept.yaml.swp'), file('kept.yaml'));
  });
  await sees(() => mkdir(file('folder')).then(() => writeFile(file('folder/deep.yaml'), 'a')));
  await sees(() => rm(file('kept.yaml')));
  await sees(() => rm(file('folder'), { recursive: true }));
});

test('what links lead to is watched, those that come later too', async () => {
  const elsewhere = await makeTestFolder();
  await mkdir(join(elsewhere, 'folder'));
  await writeFile(join(elsewhere, 'file.yaml'), 'a');
  await writeFile(join(elsewhere, 'folder/deep.yaml'), 'a');
  const { folder, sees, files } = await watched();
  const tells = (name: string, change: () => Promise<unknown>) =>
    sees(async () => {
      files.clear();
      await change();
      await eventually(() => expect(files).toContain(join(folder, name)), { timeout: 5000 });
    });
  const write = (name: string, text: string) => () => writeFile(join(elsewhere, name), text);
  const link = (to: string, name: string) => () => symlink(join(elsewhere, to), join(folder, name));
  await tells('file.yaml', link('file.yaml', 'file.yaml'));
  await tells('file.yaml', write('file.yaml', 'b'));
  await tells('folder/deep.yaml', link('folder', 'folder'));
  await tells('folder/deep.yaml', write('folder/deep.yaml', 'b'));
  await tells('folder/deep.yaml', () => rm(join(folder, 'folder')));
  await tells('folder/deep.yaml', link('folder', 'folder'));
  await tells('folder/deep.yaml', write('folder/deep.yaml', 'c'));
});

test('what links lead to is watched that were there before', async () => {
  const elsewhere = await makeTestFolder();
  await writeFile(join(elsewhere, 'file.yaml'), 'a');
  const { folder, sees, files } = await watched({ link: join(elsewhere, 'file.yaml') });
  await sees(() => writeFile(join(elsewhere, 'file.yaml'), 'b'));
  expect([...files]).toEqual([join(folder, 'link.yaml')]);
});

test('packages, git, state and what is ignored beside them are not looked at', async () => {
  const { folder, changed, sees } = await watched({ ignored: 'state' });
  for (const name of ['node_modules', '.git', '.gatewright', 'state']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'file.yaml'), 'a');
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(changed).not.toHaveBeenCalled();
  await sees(() => writeFile(join(folder, 'seen.yaml'), 'a'));
});

test('a file that is not relevant is seen by nobody', async () => {
  const { folder, changed, sees } = await watched();
  await writeFile(join(folder, 'gateway.log'), 'a');
  await mkdir(join(folder, 'empty'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(changed).not.toHaveBeenCalled();
  await sees(() => writeFile(join(folder, 'seen.yaml'), 'a'));
});

test('many changes at once are one', async () => {
  const { folder, changed, sees } = await watched();
  await sees(async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_none, index) => writeFile(join(folder, `${index}.yaml`), 'a')),
    );
  });
  expect(changed.mock.calls.length).toBeLessThan(5);
});
