import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../eventually.ts';
import { watchFolder } from '#platform/files/watch-folder.ts';
import { makeTestFolder } from '../in-folder.ts';

async function watched(...ignored: string[]) {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'kept.yaml'), 'a');
  const changed = vi.fn<() => void>();
  const watch = await watchFolder({
    folder,
    ignored: ignored.map((name) => join(folder, name)),
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
  return { folder, changed, sees };
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

test('packages, git, state and what is ignored beside them are not looked at', async () => {
  const { folder, changed, sees } = await watched('state');
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
