import fc from 'fast-check';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { fitsGlob } from '#source/fits-glob.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { draws } from '../full-run.ts';
import { commitAll, makeRepository } from '../platform/git-in-test.ts';

/** Names with all that globs give a meaning to. */
const files = [
  'a.yaml',
  'A.yaml',
  'b.yml',
  '.a.yaml',
  'b/a.yaml',
  'b/.yaml',
  'b/aXyaml',
  'b/c/a.yaml',
  'b/c/c/c.b.yaml',
  'b/.c/a.yaml',
  'b/node_modules/a.yaml',
  'v1/a.yaml',
  'v2/b/a.yaml',
  '[v1]/a.yaml',
  '{v1,v2}/a.yaml',
  '!(b)/a.yaml',
  '*.yaml',
  'a?.yaml',
  'c d/ü 犬.yaml',
  '#a.yaml',
  '!a.yaml',
  '1.yaml',
  '2.yaml',
  '+(a).yaml',
  'x\\y.yaml',
];
const links = { linked: 'b', 'b/again': '../b', 'dangling.yaml': 'nowhere', 'v1/link.yaml': '../a.yaml' };

let root: string;
let disk: SourceTree;
let git: SourceTree & AsyncDisposable;
const memory = memorySourceTree(Object.fromEntries(files.map((file) => [file, ''])));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-globs-'));
  await makeRepository(root);
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  disk = diskSourceTree(root);
  git = await openGitSourceTree(root, await commitAll(root));
});

afterAll(async () => {
  await git[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

/** The files of a glob, without those that only links lead to. */
async function listFiles(tree: SourceTree, glob: string): Promise<readonly string[]> {
  return (await tree.list([glob])).filter((path) => files.includes(path));
}

/** The files that a watch adds to a listing one by one. */
async function listByFile(glob: string): Promise<readonly string[]> {
  const fitting = files.filter((path) => fitsGlob(path, glob));
  const present = await Promise.all(fitting.map(async (path) => disk.has?.(path)));
  return fitting.filter((_, index) => present[index]).toSorted();
}

const segments = {
  names: ['a.yaml', 'A.yaml', 'b', 'c', 'v1', '.c', 'c d', 'node_modules', '#a.yaml', '!a.yaml', 'a|b', '$a'],
  links: ['linked', 'again', 'dangling.yaml', 'link.yaml'],
  dots: ['.', '..', ''],
  stars: ['**', '*', '*.yaml', '*.y*ml', '.*', 'b.*', 'a**', '**a', '***'],
  characters: ['a?.yaml', '?.yaml', '[ab].yaml', '[!a]*', '[^a]*', '[a-c]', '[]', '[v]1', '[[:alpha:]]*'],
  braces: [
    '{a,b}.yaml',
    '{1..3}.yaml',
    '{a}.yaml',
    '{b,v{1,2}}',
    '{b,linked}',
    '{,b}',
    'v{1..2}',
    '*.{yaml,yml}',
  ],
  bracesOfSeveral: ['{b/c,v1}', '{v1,v2/b}'],
  extended: ['!(a).yaml', '+(a|b).yaml', '@(a|b).yaml', '*(a).yaml', '(a)'],
  backslashes: ['\\*.yaml', '\\{v1,v2\\}', '\\[v1\\]', '*\\', 'x\\y.yaml', 'x\\\\y.yaml'],
};
const anyGlob = fc
  .array(fc.constantFrom(...Object.values(segments).flat()), { minLength: 1, maxLength: 4 })
  .map((all) => all.join('/'));

test('a glob finds the same files on disk, in a commit, in memory and file by file', async () => {
  await fc.assert(
    fc.asyncProperty(anyGlob, async (glob) => {
      expect(await git.list([glob])).toEqual(await disk.list([glob]));
      const expected = await listFiles(disk, glob);
      expect(await listFiles(memory, glob)).toEqual(expected);
      expect(await listByFile(glob)).toEqual(expected);
    }),
    { numRuns: draws(1000) },
  );
});

test('several globs find what each of them finds', async () => {
  const globs = fc.array(anyGlob, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(globs, async (some) => {
      const lists = await Promise.all(some.map((glob) => disk.list([glob])));
      expect(await disk.list(some)).toEqual([...new Set(lists.flat())].toSorted());
    }),
    { numRuns: draws(300) },
  );
});

describe('links', () => {
  test.each([
    ['linked/*.yaml', ['linked/a.yaml']],
    ['{b,linked}/c/*.yaml', ['b/c/a.yaml', 'linked/c/a.yaml']],
    ['*/again/c/a.yaml', ['b/again/c/a.yaml']],
    ['link*/*.yaml', []],
    ['**/again', ['b/again']],
    ['linked/**/a.yaml', ['linked/a.yaml', 'linked/c/a.yaml']],
    ['*.yaml/a.yaml', []],
    ['dang*', ['dangling.yaml']],
  ])('to folders are followed where a glob spells them: %s', async (glob, paths) => {
    expect(await disk.list([glob])).toEqual(paths);
  });
});
