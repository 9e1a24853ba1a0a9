import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addGitlabPipeline } from '#cli/ci/gitlab-pipeline.ts';
import { addGithubWorkflow } from '#cli/ci/github-workflow.ts';
import { installCommands, type PackageSource } from '#cli/ci/package/package-source.ts';
import { readPackageSource } from '#cli/ci/package/read-package-source.ts';
import { CommandError } from '#cli/command-error.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const checkout = { root: '/', prefix: '', branches: ['main'] };

/** The words that a shell passes to each program of the commands, instead of running them. */
function wordsOf(commands: readonly string[]): readonly string[] {
  const stubs = ['npm', 'git', 'ln', 'cd'].map((name) => `${name}() { printf '%s\\n' "${name}" "$@"; }`);
  const script = [...stubs, ...commands].join('\n');
  return execFileSync('bash', ['--norc', '-euc', script], { cwd: '/', env: {} })
    .toString()
    .trimEnd()
    .split('\n');
}

describe('a package that a pipeline can install', async () => {
  const tarballs = await temporaryFolder({ 'my tools/gatewright-1.2.3.tgz': '', 'x.tgz/file': '' });

  test.each<[string, PackageSource, readonly string[]]>([
    ['1.2.3', { kind: 'version', version: '1.2.3' }, ['gatewright@1.2.3']],
    ['1.2.3-rc.1', { kind: 'version', version: '1.2.3-rc.1' }, ['gatewright@1.2.3-rc.1']],
    [
      'https://files.example.edu/gatewright-1.2.3.tgz?a=b&c=d',
      { kind: 'url', url: 'https://files.example.edu/gatewright-1.2.3.tgz?a=b&c=d' },
      ['https://files.example.edu/gatewright-1.2.3.tgz?a=b&c=d'],
    ],
    [
      '../my tools/gatewright-1.2.3.tgz',
      { kind: 'file', path: 'my tools/gatewright-1.2.3.tgz' },
      ['//my tools/gatewright-1.2.3.tgz'],
    ],
  ])('%s', async (text, source, installed) => {
    expect(await readPackageSource(text, tarballs.path, `${tarballs.path}/x.tgz`)).toEqual(source);
    const commands = installCommands(source, '"/tmp/x"');
    expect(wordsOf(commands)).toEqual([
      'npm',
      'install',
      '--prefix',
      '/tmp/x',
      '--ignore-scripts',
      ...installed,
    ]);
  });

  test('a commit of a git repository is fetched, and no package runs a script', async () => {
    const source = { kind: 'git', url: 'ssh://git@git.example.edu/gatewright.git', commit } as const;
    expect(await readPackageSource(`git+${source.url}#${commit}`, '/', '/')).toEqual(source);
    expect(wordsOf(installCommands(source, '"/tmp/x"'))).toEqual([
      'git',
      'init',
      '--quiet',
      '/tmp/x',
      'git',
      '-C',
      '/tmp/x',
      'fetch',
      '--quiet',
      '--depth',
      '1',
      source.url,
      commit,
      'git',
      '-C',
      '/tmp/x',
      'checkout',
      '--quiet',
      commit,
      'cd',
      '/tmp/x',
      'npm',
      'ci',
      '--omit=dev',
      '--ignore-scripts',
      'ln',
      '-s',
      '../../entry/gatewright.js',
      '/tmp/x/node_modules/.bin/gatewright',
    ]);
  });
});

const attacks = [
  '$(id)',
  '`id`',
  '; id',
  '&& id',
  '| id',
  "' id '",
  '" id "',
  '\n      - run: id',
  '\r\n- id',
  '\u2028- id',
  '${{ github.token }}',
  '$CI_JOB_TOKEN',
  ' #',
  ': x',
  '\\',
  '\0',
  '{a,b}',
  '*',
  '[a]',
  '!x',
  '<x',
  '>x',
];
const carriers = [
  (attack: string) => `1.2.3${attack}`,
  (attack: string) => `https://files.example.edu/${attack}gatewright.tgz`,
  (attack: string) => `https://${attack}files.example.edu/gatewright.tgz`,
  (attack: string) => `https://files.example.edu/gatewright.tgz?${attack}`,
  (attack: string) => `git+https://git.example.edu/${attack}.git#${commit}`,
  (attack: string) => `git+ssh://${attack}@git.example.edu/x.git#${commit}`,
  (attack: string) => `git+https://git.example.edu/x.git#${commit}${attack}`,
  (attack: string) => `tools/${attack}.tgz`,
];

describe('a package that would be more than a word of a command', () => {
  test.each(attacks)('%j is refused in every form', async (attack) => {
    await using folder = await temporaryFolder({});
    // Some are names that a disk takes too.
    if (!/[\0/]/.test(attack)) await folder.write(`tools/${attack}.tgz`, '');
    for (const carry of carriers) {
      const text = carry(attack);
      const read = readPackageSource(text, folder.path, folder.path);
      await expect(read, text).rejects.toBeInstanceOf(CommandError);
    }
  });

  test.each([
    ['latest', 'is not a package that a pipeline can install.'],
    ['^1.2.3', 'is not a package that a pipeline can install.'],
    ['http://files.example.edu/x.tgz', 'is not a URL that a pipeline can install from.'],
    ['file:///etc/x.tgz', 'is not a URL that a pipeline can install from.'],
    ['ext::sh -c id', 'is not a URL that a pipeline can install from.'],
    ['git+ext::sh#0', 'is not a URL that a pipeline can install from.'],
    ['git+file:///srv/x.git#0', 'is not a URL that a pipeline can install from.'],
    ['git+https://git.example.edu/x.git', 'does not name a commit.'],
    ['git+https://git.example.edu/x.git#main', 'does not name a commit.'],
    ['git+https://git.example.edu/x.git#v1.2.3', 'does not name a commit.'],
    ['git+ssh://-oProxyCommand=id/x.git#0', 'is not a URL that a pipeline can install from.'],
    ['../x.tgz', 'is not in the repository, so a pipeline does not have it.'],
    ['missing.tgz', 'is not a file.'],
  ])('%s %s', async (text, problem) => {
    await using folder = await temporaryFolder({});
    const read = readPackageSource(text, folder.path, folder.path);
    await expect(read).rejects.toThrow(`--package ${JSON.stringify(text)} ${problem}`);
  });

  test('a credential is refused, and not repeated', async () => {
    const read = readPackageSource('https://ada:s3cret@files.example.edu/x.tgz', '/', '/');
    await expect(read).rejects.toThrow(
      /^The URL of --package contains a credential, which would be in the repository\.$/,
    );
  });
});

test('what a pipeline runs is what was written, as YAML reads it', () => {
  const source: PackageSource = { kind: 'file', path: "my tools/gatewright+1.2.3 (1).tgz'" };
  const commands = installCommands(source, '"$GATEWRIGHT_FOLDER"');
  const jobs = parse(addGitlabPipeline(checkout, source, undefined).files[1]?.text ?? '');
  expect(jobs['.gatewright'].before_script.slice(0, 1)).toEqual(commands);
  const workflow = parse(addGithubWorkflow(checkout, source).files[0]?.text ?? '');
  const { run } = workflow.jobs.gatewright.steps[2];
  expect(run.split('\n')[0]).toBe(installCommands(source, '"$RUNNER_TEMP/gatewright"')[0]);
});
