// @module-tag full
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { commitAll, git, makeRepository } from '../git-in-test.ts';
import { makeTestFolder } from '../in-folder.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** A repository with all that is odd in names, contents and links; `gateway` is the folder of interest. */
async function makeOddRepository(): Promise<{ readonly root: string; readonly commit: string }> {
  const folder = await makeTestFolder();
  const root = join(folder, 'gateway');
  await makeRepository(folder);
  await write(folder, {
    'outside.yaml': 'secret',
    'gateway/a.yaml': 'a',
    'gateway/.hidden.yaml': 'hidden',
    'gateway/.folder/x.yaml': 'x',
    'gateway/node_modules/p/x.yaml': 'x',
    'gateway/apis/sp ace/ü 犬.yaml': 'ä',
    'gateway/apis/"quoted"\t.yaml': 'q',
    'gateway/apis/[v1]/api.yaml': 'v1',
    'gateway/apis/v1/api.yaml': 'one',
    'gateway/apis/v1/deep/er/x.yml': 'x',
    'gateway/bom.yaml': Buffer.from([0xef, 0xbb, 0xbf, 0x61]),
    'gateway/latin1.yaml': Buffer.from([0xe4]),
    'gateway/large.yaml': 'x'.repeat(300_000),
    'gateway/empty.yaml': '',
    'gateway/lines.yaml': 'a\r\nb\nc',
  });
  const links = {
    'link.yaml': 'a.yaml',
    'apis/link.yaml': '../a.yaml',
    'apis/v2': 'v1',
    'apis/v1/around.yaml': '../../apis/v2/../v1/./api.yaml',
    all: 'apis',
    'chain.yaml': 'link.yaml',
    'dangling.yaml': 'nowhere.yaml',
    'loop.yaml': 'loop.yaml',
    'out.yaml': '../outside.yaml',
    'absolute.yaml': '/etc/hosts',
    'folder.yaml': 'apis/v1',
  };
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  return { root, commit: await commitAll(folder) };
}

describe('a folder as it was in a commit', () => {
  test.each([
    '**/*.yaml',
    '*.yaml',
    'apis/**/*.yaml',
    'apis/**/*.yml',
    'apis/*/api.yaml',
    'apis/v2/*.yaml',
    'apis/v2/**/*.yml',
    'all/**/*.yaml',
    'all/v2/*.yaml',
    '*/v2/*.yaml',
    '**/v2/*.yaml',
    'a.yaml',
    './a.yaml',
    'apis/../a.yaml',
    '../*.yaml',
    '.*/*.yaml',
    '.hidden.yaml',
    'node_modules/**/*.yaml',
    '**/api.{yaml,yml}',
    '{apis,all}/v1/*.yaml',
    'apis/[v]1/*.yaml',
    'nothing/*.yaml',
    'a.yaml/*',
    'apis/sp ace/*',
    '**',
    'folder.yaml/*.yaml',
    'out.yaml/*',
    'apis',
    'apis/**',
    '{apis,all}/**/*.yml',
    '{apis/v1,apis/v2}/*.yaml',
    '*/v2/**/*.yml',
    'apis/{v1,v2}/*.yaml',
    'apis/{v*,x}/*.yaml',
    'apis/',
  ])('lists by %s what the disk lists', async (pattern) => {
    const { root, commit } = await makeOddRepository();
    await using tree = await openGitSourceTree(root, commit);
    expect(await tree.list([pattern])).toEqual(await diskSourceTree(root).list([pattern]));
  });

  test('reads what the disk reads', async () => {
    const { root, commit } = await makeOddRepository();
    await using tree = await openGitSourceTree(root, commit);
    const disk = diskSourceTree(root);
    const listed = await disk.list(['**']);
    const byOtherNames = [
      'apis/v2/api.yaml',
      'all/v2/api.yaml',
      'folder.yaml/api.yaml',
      './a.yaml',
      'apis/../a.yaml',
      'apis//v1/api.yaml',
    ];
    const noFiles = ['apis', 'all', '.', '', 'gone.yaml', 'a.yaml/x', 'gone/x', '../outside.yaml'];
    const unlisted = ['.hidden.yaml', 'node_modules/p/x.yaml'];
    const paths = [listed, byOtherNames, noFiles, unlisted].flat();
    for (const path of paths) {
      // The target of a link in a commit never changes.
      const { isLinked: _, ...onDisk } = { isLinked: false, ...(await disk.read(path, 1000)) };
      expect([path, await tree.read(path, 1000)]).toEqual([path, onDisk]);
    }
    expect(await tree.read('large.yaml', 300_000)).toEqual({ ok: true, text: 'x'.repeat(300_000) });
    expect(await tree.read('large.yaml', 299_999)).toEqual({ ok: false, reason: 'too-large' });
  });

  test('reads many files at once, each as it is', async () => {
    const folder = await makeTestFolder();
    await makeRepository(folder);
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}.yaml`, `${index}\n`.repeat(index * 7)]),
    );
    await write(folder, files);
    await using tree = await openGitSourceTree(folder, await commitAll(folder));
    const paths = Object.keys(files);
    const texts = await Promise.all(paths.map((path) => tree.read(path, path.endsWith('0.yaml') ? 3 : 1e6)));
    expect(texts).toEqual(
      paths.map((path) => {
        const isTooLarge = path.endsWith('0.yaml') && files[path] !== '';
        return isTooLarge ? { ok: false, reason: 'too-large' } : { ok: true, text: files[path] };
      }),
    );
  });

  test('is that of the commit, whatever the working tree is now', async () => {
    const folder = await makeTestFolder();
    await makeRepository(folder);
    await write(folder, { 'a.yaml': 'before', 'b/gone.yaml': 'gone' });
    const commit = await commitAll(folder);
    await write(folder, { 'a.yaml': 'after', 'new.yaml': 'new' });
    await rm(join(folder, 'b'), { recursive: true });
    await using tree = await openGitSourceTree(folder, commit);
    expect(await tree.list(['**/*.yaml'])).toEqual(['a.yaml', 'b/gone.yaml']);
    expect(await tree.read('a.yaml', 10)).toEqual({ ok: true, text: 'before' });
    expect(await tree.read('new.yaml', 10)).toEqual({ ok: false, reason: 'not-found' });
  });

  test('is empty where the folder was not there yet, or was a file', async () => {
    const folder = await makeTestFolder();
    await makeRepository(folder);
    await write(folder, { gateway: 'a file' });
    const commit = await commitAll(folder);
    await rm(join(folder, 'gateway'));
    for (const name of ['gateway', 'other']) {
      await write(folder, { [`${name}/a.yaml`]: 'a' });
      await using tree = await openGitSourceTree(join(folder, name), commit);
      expect(await tree.list(['**'])).toEqual([]);
      expect(await tree.read('a.yaml', 10)).toEqual({ ok: false, reason: 'not-found' });
    }
  });

  test('holds a submodule as a folder of which nothing is known', async () => {
    const [folder, other] = [await makeTestFolder(), await makeTestFolder()];
    await makeRepository(other);
    const id = await commitAll(other);
    await makeRepository(folder);
    await git(folder, 'update-index', '--add', '--cacheinfo', `160000,${id},sub`);
    await git(folder, 'commit', '--quiet', '--message', 'submodule');
    await using tree = await openGitSourceTree(folder, 'HEAD');
    expect(await tree.list(['**'])).toEqual([]);
    expect(await tree.read('sub', 10)).toEqual({ ok: false, reason: 'not-a-file' });
    expect(await tree.read('sub/a.yaml', 10)).toEqual({ ok: false, reason: 'not-found' });
  });

  test('is read in a clone whose path, branch and hooks are odd', async () => {
    const folder = join(await makeTestFolder(), 'ö $(x) "y"');
    await mkdir(folder);
    await makeRepository(folder);
    await write(folder, { 'a.yaml': 'a' });
    await commitAll(folder);
    await git(folder, 'checkout', '--quiet', '-b', 'feature/ü#1');
    await using tree = await openGitSourceTree(folder, 'feature/ü#1');
    expect(await tree.read('a.yaml', 10)).toEqual({ ok: true, text: 'a' });
  });

  test('is unreadable once it is disposed of', async () => {
    const { root, commit } = await makeOddRepository();
    const tree = await openGitSourceTree(root, commit);
    await tree[Symbol.asyncDispose]();
    expect(await tree.read('a.yaml', 10)).toEqual({ ok: false, reason: 'unreadable' });
  });
});

describe('git', () => {
  test('is asked of the folder, not of the repository that a hook is for', async () => {
    const [folder, other] = [await makeTestFolder(), await makeTestFolder()];
    for (const one of [folder, other]) await makeRepository(one);
    process.env['GIT_DIR'] = join(other, '.git');
    try {
      const { stdout } = await runGit(folder, ['rev-parse', '--git-dir']);
      expect(stdout.toString()).toBe('.git\n');
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  test('is reported to be missing where it is', async () => {
    const folder = await makeTestFolder();
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      await expect(runGit(folder, ['--version'])).rejects.toThrow(GitMissingError);
      await expect(openGitSourceTree(folder, 'HEAD')).rejects.toThrow(GitMissingError);
    } finally {
      process.env['PATH'] = path;
    }
  });

  test('that knows no repository is an error', async () => {
    await expect(openGitSourceTree(await makeTestFolder(), 'HEAD')).rejects.toThrow('not a git repository');
  });
});
