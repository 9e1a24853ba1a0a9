// @module-tag full
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';
import { withWordedApis, wordedApi } from './worded-apis.ts';

type Files = Readonly<Record<string, string>>;

const config = 'gateway.config.yaml';
const cat = 'apis/cat_api/v1/api.yaml';

/** A repository with files on main, and a branch from there checked out. */
async function branchFrom(files: Files): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  await makeRepository(folder.path);
  await commitAll(folder.path);
  await git(folder.path, 'checkout', '--quiet', '-b', 'feature');
  return folder;
}

async function write(folder: TemporaryFolder, files: Files): Promise<void> {
  for (const [file, text] of Object.entries(files)) await folder.write(file, text);
}

/** The findings, `file:line code`, and the exit code if no warning is allowed. */
async function lintSince(cwd: string, ref = 'main', ...more: readonly string[]) {
  const words = ['lint', '--format', 'json', '--max-warnings', '0', '--changed-since', ref, ...more];
  const { code, stdout, stderr } = await callGatewright(cwd, words);
  const { diagnostics } = stdout === '' ? { diagnostics: [stderr] } : JSON.parse(stdout);
  const lines = diagnostics.map(
    (one: { code: string; at: { file: string; line: number } }) =>
      `${one.at?.file}:${one.at?.line} ${one.code}`,
  );
  return { code, lines };
}

const nothing = { code: 0, lines: [] };
const word = 'api-name-no-api-word';

describe('gatewright lint --changed-since', () => {
  test('reports nothing of a branch that changes nothing', async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    expect(await lintSince(folder.path)).toEqual(nothing);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 1 });
  });

  test.each([
    ['committed', async ({ path }: TemporaryFolder) => void (await commitAll(path))],
    ['staged', async ({ path }: TemporaryFolder) => void (await git(path, 'add', '--all'))],
    ['untracked', async () => undefined],
  ])('reports what is new and %s', async (_, settle) => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    await write(folder, wordedApi('Ant'));
    await settle(folder);
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`apis/ant_api/v1/api.yaml:2 ${word}`] });
  });

  test('reports nothing of what has only moved, or of other lines of the file', async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    const text = wordedApi('Cat')[cat]!;
    await write(folder, { [cat]: `# a note\n\n${text.replace('owner: parks-team', 'owner: pets-team')}` });
    await commitAll(folder.path);
    expect(await lintSince(folder.path)).toEqual(nothing);
  });

  test('reports what is on a line that changed, even if it was found before', async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    const text = wordedApi('Cat')[cat]!;
    await write(folder, { [cat]: text.replace('name: CatApi', 'name: "CatApi" # as agreed') });
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`${cat}:2 ${word}`] });
  });

  test('compares with where the branch left, not with what main is now', async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    await git(folder.path, 'checkout', '--quiet', 'main');
    await rm(join(folder.path, 'apis/cat_api'), { recursive: true });
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', 'feature');
    expect(await lintSince(folder.path)).toEqual(nothing);
  });

  test('reports what is no longer suppressed', async () => {
    const excused = wordedApi('Cat')[cat]!.replace('CatApi', `CatApi # gatewright-ignore ${word}: agreed`);
    await using folder = await branchFrom({ ...withWordedApis('Cat'), [cat]: excused });
    expect(await lintSince(folder.path)).toEqual(nothing);
    await write(folder, wordedApi('Cat'));
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`${cat}:2 ${word}`] });
  });

  test('reports what a setting brings about', async () => {
    const off = { [config]: `${cleanSources[config]}lint: { rules: { ${word}: off } }\n` };
    await using folder = await branchFrom({ ...withWordedApis('Cat'), ...off });
    await write(folder, { [config]: cleanSources[config]! });
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`${cat}:2 ${word}`] });
  });

  test('reports all where the configuration is new', async () => {
    const { [config]: text, ...others } = withWordedApis('Cat');
    await using folder = await branchFrom(others);
    await write(folder, { [config]: text! });
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`${cat}:2 ${word}`] });
  });

  test('reports what an error hid before, and no error that was there', async () => {
    const broken = { 'apis/dog_park/v1/subscriptions.yaml': 'kind: Subscription\napplication: [\n' };
    await using folder = await branchFrom({ ...withWordedApis('Cat'), ...broken });
    expect(await lintSince(folder.path)).toEqual(nothing);
    await write(folder, wordedApi('Ant'));
    expect(await lintSince(folder.path)).toEqual({ code: 1, lines: [`apis/ant_api/v1/api.yaml:2 ${word}`] });
  });

  test('works on a configuration below the root of the repository, from a folder below that', async () => {
    const below = Object.fromEntries(
      Object.entries(withWordedApis('Cat')).map(([file, text]) => [`gate way/ü/${file}`, text]),
    );
    await using folder = await branchFrom(below);
    await folder.write(`gate way/ü/${cat}`, `${wordedApi('Cat')[cat]}# the end\n`);
    for (const [file, text] of Object.entries(wordedApi('Ant')))
      await folder.write(`gate way/ü/${file}`, text);
    const found = { code: 1, lines: [`apis/ant_api/v1/api.yaml:2 ${word}`] };
    expect(await lintSince(join(folder.path, 'gate way/ü'))).toEqual(found);
    expect(
      await lintSince(join(folder.path, 'gate way/ü/apis'), 'main', '--config', '../gateway.config.yaml'),
    ).toEqual(found);
  });

  test('takes any commit: a branch of a remote, a tag, an id, one before HEAD', full, async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    const id = await git(folder.path, 'rev-parse', 'HEAD');
    await git(folder.path, 'tag', 'v1');
    await git(folder.path, 'update-ref', 'refs/remotes/origin/main', id);
    await write(folder, wordedApi('Ant'));
    await commitAll(folder.path);
    for (const ref of ['origin/main', 'v1', id, id.slice(0, 12), 'HEAD~1']) {
      expect(await lintSince(folder.path, ref)).toEqual({
        code: 1,
        lines: [`apis/ant_api/v1/api.yaml:2 ${word}`],
      });
    }
    expect(await lintSince(folder.path, 'HEAD')).toEqual(nothing);
  });

  test('follows links as the disk does', full, async () => {
    await using folder = await branchFrom(withWordedApis('Cat'));
    await git(folder.path, 'config', 'core.symlinks', 'true');
    const { symlink, rename } = await import('node:fs/promises');
    await rename(join(folder.path, 'apis'), join(folder.path, 'real'));
    await symlink('real', join(folder.path, 'apis'));
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', '-b', 'next');
    expect(await lintSince(folder.path, 'feature')).toEqual(nothing);
    const text = wordedApi('Cat')[cat]!;
    await folder.write(cat.replace('apis', 'real'), text.replace('name: CatApi', 'name: "CatApi"'));
    expect(await lintSince(folder.path, 'feature')).toEqual({ code: 1, lines: [`${cat}:2 ${word}`] });
  });
});

describe('gatewright lint --changed-since cannot run', () => {
  async function refuse(cwd: string, ref = 'main') {
    const { code, stdout, stderr } = await callGatewright(cwd, ['lint', '--changed-since', ref]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  }

  test('outside of a repository', full, async () => {
    await using folder = await temporaryFolder();
    expect(await refuse(folder.path)).toBe(
      `error: ${folder.path} is not in a git working tree.\nhelp: Only the files of a clone can be compared with a commit.\n`,
    );
  });

  test('before there is a commit', full, async () => {
    await using folder = await temporaryFolder();
    await makeRepository(folder.path);
    expect(await refuse(folder.path, 'main')).toBe(
      `error: The repository of ${folder.path} has no commit yet.\nhelp: Commit something first.\n`,
    );
  });

  test.each([
    ['mian', 'Did you mean `main`?'],
    ['trunk', 'Check its spelling, or fetch it: `git fetch origin trunk`.'],
    ['release', 'Did you mean `origin/release`?'],
    ['origin/trunk', 'Check its spelling, or fetch it: `git fetch origin trunk`.'],
    ['HEAD~99', 'Check its spelling.'],
    ['main:gateway.config.yaml', 'Check its spelling.'],
  ])('with %j, which is not a commit', full, async (ref, help) => {
    await using folder = await branchFrom(cleanSources);
    await git(folder.path, 'remote', 'add', 'origin', 'https://git.example.edu/x.git');
    await git(folder.path, 'update-ref', 'refs/remotes/origin/release', 'HEAD');
    expect(await refuse(folder.path, ref)).toBe(
      `error: The repository knows no commit ${JSON.stringify(ref)}.\nhelp: ${help}\n`,
    );
  });

  test('with a branch of a remote that does not exist', full, async () => {
    await using folder = await branchFrom(cleanSources);
    expect(await refuse(folder.path, 'origin/trunk')).toBe(
      'error: The repository knows no commit "origin/trunk".\nhelp: Check its spelling; this repository has no remote.\n',
    );
  });

  test('with an option of git in place of a commit', full, async () => {
    await using folder = await branchFrom(cleanSources);
    const { code, stderr } = await callGatewright(folder.path, ['lint', '--changed-since=--all']);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stderr: 'error: The repository knows no commit "--all".',
    });
  });

  test('where two branches have nothing in common', full, async () => {
    await using folder = await branchFrom(cleanSources);
    await git(folder.path, 'checkout', '--quiet', '--orphan', 'alone');
    await commitAll(folder.path, 'alone');
    expect(await refuse(folder.path)).toBe(
      'error: HEAD and main have no commit in common.\nhelp: Name the branch that HEAD came from.\n',
    );
  });

  test('in a clone that is too shallow', full, async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, wordedApi('Ant'));
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', 'main');
    await write(folder, wordedApi('Bee'));
    await commitAll(folder.path);
    await using clone = await temporaryFolder({});
    await git(
      clone.path,
      'clone',
      '--quiet',
      '--depth',
      '1',
      '--branch',
      'feature',
      `file://${folder.path}`,
      'shallow',
    );
    const shallow = join(clone.path, 'shallow');
    expect(await refuse(shallow, 'origin/main')).toBe(
      'error: The repository knows no commit "origin/main".\nhelp: Check its spelling, or fetch it: `git fetch origin main`. This clone is shallow: run `git fetch --unshallow`, or in GitHub Actions give actions/checkout `fetch-depth: 0`.\n',
    );
    await git(shallow, 'fetch', '--quiet', '--depth', '1', 'origin', 'main:refs/remotes/origin/main');
    expect(await refuse(shallow, 'origin/main')).toBe(
      'error: This clone is too shallow to hold the commit at which HEAD left origin/main.\nhelp: To have it, run `git fetch --unshallow`, or in GitHub Actions give actions/checkout `fetch-depth: 0`.\n',
    );
    await git(shallow, 'fetch', '--quiet', '--unshallow', 'origin');
    expect(await lintSince(shallow, 'origin/main')).toEqual({
      code: 1,
      lines: [`apis/ant_api/v1/api.yaml:2 ${word}`],
    });
  });

  test('without git', full, async () => {
    await using folder = await branchFrom(cleanSources);
    await mkdir(join(folder.path, 'empty'));
    const path = process.env['PATH'];
    process.env['PATH'] = join(folder.path, 'empty');
    try {
      expect(await refuse(folder.path)).toBe(
        'error: git is not installed, so there is nothing to compare with.\nhelp: Install git, and put it on the PATH.\n',
      );
    } finally {
      process.env['PATH'] = path;
    }
  });
});
