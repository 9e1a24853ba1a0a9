import fc from 'fast-check';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TreeWatch } from '../../src/platform/watch-tree.ts';
import { eventually } from '../eventually.ts';
import { makeTestFolder } from './in-folder.ts';

const isLinux = process.platform === 'linux';
const title = (text: string) => (isLinux ? text : `${text} (skipped: folders are watched so on Linux alone)`);

/** A watched folder within another one, and what is told of it. */
async function watchedTree() {
  const above = await makeTestFolder();
  const root = join(above, 'root');
  await mkdir(root);
  const told = { files: new Map<string, boolean>(), links: [] as string[], errors: [] as unknown[] };
  const tree = await TreeWatch.open(root, {
    isIgnored: (path) => path.endsWith('/.git'),
    noted: (path, isThere) => told.files.set(relative(root, path), isThere),
    foundLink: (path) => told.links.push(relative(root, path)),
    failed: (error) => told.errors.push(error),
  });
  onTestFinished(() => tree[Symbol.dispose]());
  let last = 0;
  /** The system tells in the order of what has happened, so this file comes last. */
  const settle = async () => {
    last += 1;
    const name = `settled-${last}`;
    await writeFile(join(root, name), '');
    await eventually(() => expect(told.files.has(name)).toBe(true), { timeout: 5000 });
  };
  return { above, root, told, settle };
}

type Step =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'mkdir' | 'remove'; readonly path: string }
  | { readonly do: 'move'; readonly path: string; readonly to: string };

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((all) => all.join('/'));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, text: fc.string({ maxLength: 2 }) }),
  fc.record({ do: fc.constantFrom('mkdir' as const, 'remove' as const), path }),
  fc.record({ do: fc.constant('move' as const), path, to: path }),
);

async function make(root: string, one: Step): Promise<void> {
  const at = join(root, one.path);
  if (one.do === 'write') await writeFile(at, one.text);
  else if (one.do === 'move') await rename(at, join(root, one.to));
  else if (one.do === 'mkdir') await mkdir(at, { recursive: true });
  else await rm(at, { recursive: true });
}

async function textsBelow(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(root, file), await readFile(file, 'utf8')] as const),
    ),
  );
}

describe.skipIf(!isLinux)('a tree of folders', () => {
  test(title('is watched whatever happens to it: every file that differs is told'), async () => {
    const { root, told, settle } = await watchedTree();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 4 }), async (bursts) => {
        for (const steps of bursts) {
          const before = await textsBelow(root);
          told.files.clear();
          // What cannot be done, as a file below a file, is left out.
          for (const one of steps) await make(root, one).catch(() => undefined);
          await settle();
          const after = await textsBelow(root);
          const differ = [...new Set([...before.keys(), ...after.keys()])].filter(
            (file) => before.get(file) !== after.get(file),
          );
          expect(differ.filter((file) => told.files.get(file) !== after.has(file))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
    expect(told.errors).toEqual([]);
  });

  test(title('is watched again when another one takes its place, and when it comes back'), async () => {
    const { above, root, told, settle } = await watchedTree();
    await mkdir(join(above, 'next/deep'), { recursive: true });
    await writeFile(join(above, 'next/deep/file'), 'a');
    await writeFile(join(root, 'old'), 'a');
    await settle();
    await rename(root, join(above, 'before'));
    await rename(join(above, 'next'), root);
    await settle();
    expect([told.files.get('old'), told.files.get('deep/file')]).toEqual([false, true]);
    told.files.clear();
    await writeFile(join(root, 'deep/file'), 'b');
    await settle();
    expect(told.files.get('deep/file')).toBe(true);
    await rm(above, { recursive: true });
    await eventually(() => expect(told.files.get('deep/file')).toBe(false), { timeout: 5000 });
    await mkdir(join(root, 'deep'), { recursive: true });
    await writeFile(join(root, 'deep/file'), 'c');
    await eventually(() => expect(told.files.get('deep/file')).toBe(true), { timeout: 5000 });
  });

  test(title('is followed where it is a link that is bent'), async () => {
    const above = await makeTestFolder();
    for (const name of ['one', 'two']) {
      await mkdir(join(above, name));
      await writeFile(join(above, name, 'file'), name);
    }
    await symlink('one', join(above, 'now'));
    const told: string[] = [];
    const tree = await TreeWatch.open(join(above, 'now'), {
      isIgnored: () => false,
      noted: (file) => told.push(file),
      foundLink: () => undefined,
      failed: () => undefined,
    });
    onTestFinished(() => tree[Symbol.dispose]());
    await symlink('two', join(above, 'next'));
    await rename(join(above, 'next'), join(above, 'now'));
    await eventually(() => expect(told).toContain(join(above, 'now/file')), { timeout: 5000 });
    told.length = 0;
    await writeFile(join(above, 'two/file'), 'more');
    await eventually(() => expect(told).toContain(join(above, 'now/file')), { timeout: 5000 });
  });

  test(title('goes where links lead, save back up, and tells those that lead to no folder'), async () => {
    const { above, root, told, settle } = await watchedTree();
    for (const name of ['elsewhere', 'another']) {
      await mkdir(join(above, name));
      await writeFile(join(above, name, 'file'), name);
    }
    await mkdir(join(root, 'folder'));
    await symlink('..', join(root, 'folder/up'));
    await symlink('../../another', join(root, 'folder/across'));
    await symlink('../root/folder', join(above, 'another/back'));
    await symlink('../elsewhere', join(root, 'link'));
    await symlink('../elsewhere/file', join(root, 'file'));
    await symlink('nowhere', join(root, 'broken'));
    await settle();
    expect(new Set(told.links)).toEqual(new Set(['broken', 'file']));
    const names = ['folder/up', 'folder/across/file', 'folder/across/back', 'link/file', 'file', 'broken'];
    expect(new Set(told.files.keys())).toEqual(new Set([...names, 'settled-1']));
    told.files.clear();
    await writeFile(join(above, 'elsewhere/file'), 'a');
    await settle();
    expect([...told.files]).toEqual([
      ['link/file', true],
      ['settled-2', true],
    ]);
    told.files.clear();
    await rename(join(above, 'elsewhere'), join(above, 'moved'));
    await settle();
    expect([told.files.get('link/file'), told.files.get('link')]).toEqual([false, true]);
    told.files.clear();
    await rm(join(root, 'link'));
    await symlink('../moved', join(root, 'link'));
    await settle();
    expect(told.files.get('link/file')).toBe(true);
    told.files.clear();
    await rm(join(root, 'link'));
    await settle();
    expect(told.files.get('link/file')).toBe(false);
  });

  test(title('says nothing of what is ignored'), async () => {
    const { root, told, settle } = await watchedTree();
    await mkdir(join(root, '.git'));
    await writeFile(join(root, '.git/HEAD'), 'a');
    await settle();
    expect([...told.files.keys()]).toEqual(['settled-1']);
  });
});
