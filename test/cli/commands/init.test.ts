import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { full } from '../../full-run.ts';
import { renderSchemas } from '#cli/new-repository/render-schemas.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { findBlock, findCalls } from '../../docs/shell-blocks.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const files = [
  'gateway.config.yaml',
  'apis/room_booking/v1/api.yaml',
  'apis/room_booking/v1/openapi.yaml',
  'apis/room_booking/v1/subscriptions.yaml',
  'applications/timetable_sync.yaml',
  'tiers.yaml',
  'example-service.mjs',
  'README.md',
  '.gitignore',
  ...Object.keys(renderSchemas()).map((file) => `schemas/${file}`),
];
/** A checkout does not know where a pipeline can install it from. */
const named = ['--package', '1.2.3'];
const next = '`gatewright lint` and `gatewright run`; README.md shows how to call the example.\n';
const hook = 'Enable the hook once in each clone: `git config core.hooksPath .githooks`.\n';

describe.concurrent('gatewright init', () => {
  test('writes a repository that lint is content with at every severity', async () => {
    await using folder = await temporaryFolder({});
    expect(await runGatewright(folder.path, ['init'])).toEqual({
      code: 0,
      stdout: files.map((file) => `created ${file}\n`).join(''),
      stderr: `Next: ${next}`,
    });
    expect(await callGatewright(folder.path, ['lint', '--deployment', 'production'])).toEqual({
      code: 0,
      stdout: 'No problems found: 1 API, 1 application, 1 subscription, and 2 tiers in 6 files.\n',
      stderr: '',
    });
  });

  test('points editors to schemas that are there', async () => {
    await using folder = await temporaryFolder({});
    await callGatewright(folder.path, ['init']);
    for (const file of files.filter((path) => path.endsWith('.yaml') && !path.endsWith('openapi.yaml'))) {
      const schemas = [...(await folder.read(file)).matchAll(/^# yaml-language-server: \$schema=(.+)$/gm)];
      expect(schemas.length).toBeGreaterThan(0);
      for (const [, schema = ''] of schemas) await folder.read(join(file, '..', schema));
    }
  });

  test('renews schemas of another version, which lint reports', full, async () => {
    await using folder = await temporaryFolder({});
    await callGatewright(folder.path, ['init']);
    const schema = await folder.read('schemas/api.schema.json');
    await folder.write('schemas/api.schema.json', JSON.stringify(JSON.parse(schema)));
    await folder.write('schemas/tier.schema.json', '{}');
    const stale =
      'schemas/tier.schema.json is not from this version: `gatewright init --schemas` renews them.\n';
    expect((await callGatewright(folder.path, ['lint'])).stderr).toBe(stale);
    const schemas = files.filter((file) => file.startsWith('schemas/'));
    const changed = ['schemas/api.schema.json', 'schemas/tier.schema.json'];
    const word = (file: string) => (changed.includes(file) ? 'changed' : 'kept   ');
    expect(await callGatewright(folder.path, ['init', '--schemas'])).toEqual({
      code: 0,
      stdout: schemas.map((file) => `${word(file)} ${file}\n`).join(''),
      stderr: '',
    });
    expect(await folder.read('schemas/api.schema.json')).toBe(schema);
    expect((await callGatewright(folder.path, ['lint'])).stderr).toBe('');
  });

  test('renews schemas of a repository that has none', async () => {
    await using folder = await temporaryFolder();
    const schemas = files.filter((file) => file.startsWith('schemas/'));
    expect(await callGatewright(folder.path, ['init', '--schemas'])).toEqual({
      code: 0,
      stdout: schemas.map((file) => `created ${file}\n`).join(''),
      stderr: '',
    });
  });

  test('shows how to enter a folder whose name begins with a hyphen', async () => {
    await using folder = await temporaryFolder({});
    const { stderr } = await callGatewright(folder.path, ['init', '--', '-new']);
    expect(stderr).toBe(`Next: cd ./-new, then ${next}`);
  });

  test('prints no control characters of the name of a folder', async () => {
    await using folder = await temporaryFolder({});
    const created = await callGatewright(folder.path, ['init', 'a\u001Bb']);
    expect(created).toEqual({
      code: 0,
      stdout: files.map((file) => `created a\uFFFDb/${file}\n`).join(''),
      stderr: `Next: cd 'a\uFFFDb', then ${next}`,
    });
    const schemas = files.filter((file) => file.startsWith('schemas/'));
    const { stdout } = await callGatewright(folder.path, ['init', 'a\u001Bb', '--schemas']);
    expect(stdout).toBe(schemas.map((file) => `kept    a\uFFFDb/${file}\n`).join(''));
  });

  test('adds what is missing and keeps the rest', async () => {
    const own = { 'new/gateway.config.yaml': 'mine\n', 'new/.gitignore': '' };
    await using folder = await temporaryFolder(own);
    const { stdout, stderr } = await callGatewright(folder.path, ['init', 'new']);
    const word = (file: string) => (`new/${file}` in own ? 'kept   ' : 'created');
    expect(stdout).toBe(files.map((file) => `${word(file)} new/${file}\n`).join(''));
    expect(stderr).toBe(`Next: cd new, then ${next}`);
    expect(await folder.read('new/gateway.config.yaml')).toBe('mine\n');
    expect(await folder.read('new/.gitignore')).toBe('');
  });

  test('adds pipelines, a hook and owners to a new repository', async () => {
    await using folder = await temporaryFolder({});
    const words = ['init', 'new', '--ci', 'gitlab', ...named, '--hook', '--codeowners'];
    const added = [
      '.gitlab-ci.yml',
      '.gitlab/gatewright.yml',
      '.githooks/pre-commit',
      '.githooks/.gitattributes',
      'CODEOWNERS',
    ];
    const advice = `To show plans on merge requests, give the pipeline a token; .gitlab/gatewright.yml explains how.\n${hook}`;
    expect(await callGatewright(folder.path, words)).toEqual({
      code: 0,
      stdout: [...files, ...added].map((file) => `created new/${file}\n`).join(''),
      stderr: `Next: cd new, then ${next}${advice}`,
    });
  });

  test('adds what docs/ci.md promises', async () => {
    await using folder = await temporaryFolder({});
    await callGatewright(folder.path, ['init']);
    const [words = [], ...others] = findCalls(findBlock('docs/ci.md: gatewright init').text);
    expect(others).toEqual([]);
    const added = [
      '.github/workflows/gatewright.yml',
      '.githooks/pre-commit',
      '.githooks/.gitattributes',
      'CODEOWNERS',
    ];
    expect(await callGatewright(folder.path, [...words, ...named])).toEqual({
      code: 0,
      stdout: added.map((file) => `created ${file}\n`).join(''),
      stderr: hook,
    });
  });

  test('adds nothing else to a repository that has a configuration', async () => {
    await using folder = await temporaryFolder({ 'gateway.config.yaml': '' });
    const words = ['init', '--ci', 'github', ...named, '--hook'];
    const added = ['.github/workflows/gatewright.yml', '.githooks/pre-commit', '.githooks/.gitattributes'];
    for (const word of ['created', 'kept   ']) {
      const stdout = added.map((file) => `${word} ${file}\n`).join('');
      expect(await callGatewright(folder.path, words)).toEqual({ code: 0, stdout, stderr: hook });
    }
  });

  test('adds to the root of the clone, and for the branch that its remote merges into', async () => {
    await using folder = await temporaryFolder({ 'gate way/gateway.config.yaml': '' });
    await makeRepository(folder.path);
    await commitAll(folder.path);
    const workflow = '.github/workflows/gatewright.yml';
    const words = ['init', '--ci', 'github', ...named];
    const inside = join(folder.path, 'gate way');
    expect(await callGatewright(inside, words)).toMatchObject({ stdout: `created ../${workflow}\n` });
    const before = await folder.read(workflow);
    expect(before).toContain(`gatewright lint --config 'gate way/gateway.config.yaml' --no-cache --format`);
    expect(before).toContain('branches: ["main", "master"]\n');
    await rm(join(folder.path, workflow));
    await git(folder.path, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    await git(folder.path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    await callGatewright(inside, words);
    expect(await folder.read(workflow)).toBe(before.replace('"main", "master"', '"trunk"'));
  });

  test('shows how to include the jobs of GitLab in a pipeline that is there', async () => {
    const own = 'include:\n  - local: tests.yml\n';
    await using folder = await temporaryFolder({ 'gateway.config.yaml': '', '.gitlab-ci.yml': own });
    const { stdout, stderr } = await callGatewright(folder.path, ['init', '--ci', 'gitlab', ...named]);
    expect(stdout).toBe('kept    .gitlab-ci.yml\ncreated .gitlab/gatewright.yml\n');
    const include = 'Add `- local: .gitlab/gatewright.yml` to `include` in .gitlab-ci.yml.\n';
    expect(stderr.startsWith(include)).toBe(true);
    await folder.write('.gitlab-ci.yml', `${own}  - local: .gitlab/gatewright.yml\n`);
    const again = await callGatewright(folder.path, ['init', '--ci', 'gitlab', ...named]);
    expect(again.stderr).toBe(stderr.slice(include.length));
  });

  test('says what the files of another gateway, or of another purpose, do not run', full, async () => {
    const own = {
      'campus/gateway.config.yaml': '',
      'gateway.config.yaml': '',
      '.githooks/pre-commit': 'true\n',
    };
    await using folder = await temporaryFolder(own);
    await makeRepository(folder.path);
    const [pipeline, jobs] = ['.github/workflows/gatewright.yml', '.gitlab/gatewright.yml'];
    const tell = (file: string, command: string) =>
      `${file} already exists: make sure that it runs \`gatewright ${command}\` too.\n`;
    const add = (...words: string[]) => callGatewright(folder.path, ['init', ...words]);
    expect(await add('campus', '--ci', 'github', ...named)).toMatchObject({ code: 0, stderr: '' });
    expect(await add('campus', '--ci', 'github', ...named)).toMatchObject({ code: 0, stderr: '' });
    expect(await add('--ci', 'github', ...named, '--hook')).toEqual({
      code: 0,
      stdout: `kept    ${pipeline}\nkept    .githooks/pre-commit\ncreated .githooks/.gitattributes\n`,
      stderr: tell(pipeline, 'lint') + tell('.githooks/pre-commit', 'lint --staged') + hook,
    });
    await add('--ci', 'gitlab', ...named);
    const { stderr } = await add('campus', '--ci', 'gitlab', ...named);
    expect(stderr.split('To show plans')[0]).toBe(tell(jobs, 'lint --config campus/gateway.config.yaml'));
  });

  test('reports kept files that download the name of the package, as earlier versions wrote them', async () => {
    const [workflow, jobs, hookFile] = [
      '.github/workflows/gatewright.yml',
      '.gitlab/gatewright.yml',
      '.githooks/pre-commit',
    ];
    const install = 'npm install --prefix "$FOLDER" --ignore-scripts gatewright@0.1.0\n';
    await using folder = await temporaryFolder({
      'gateway.config.yaml': '',
      '.gitlab-ci.yml': `include:\n  - local: ${jobs}\n`,
      [workflow]: `          ${install}        run: gatewright lint --no-cache\n`,
      [jobs]: `    - ${install}    - gatewright lint --no-cache\n`,
      [hookFile]:
        '#!/bin/sh\nexec npx --yes gatewright@0.1.0 lint --staged\n# exec gatewright lint --staged\n',
      '.githooks/.gitattributes': '',
    });
    const tell = (file: string) =>
      `${file} already exists and downloads \`gatewright@0.1.0\` by its name, which can be another package in a registry: ` +
      'delete the file and run the command again, then repeat your own changes.\n';
    const add = (...words: string[]) => callGatewright(folder.path, ['init', ...words]);
    expect(await add('--ci', 'github', ...named, '--hook')).toEqual({
      code: 0,
      stdout: [workflow, hookFile, '.githooks/.gitattributes'].map((file) => `kept    ${file}\n`).join(''),
      stderr: tell(workflow) + tell(hookFile) + hook,
    });
    expect((await add('--ci', 'gitlab', ...named)).stderr.split('To show plans')[0]).toBe(tell(jobs));
    expect((await add('--ci', 'github', '--package', '0.1.0')).stderr).toBe('');
    await folder.write(
      workflow,
      '# npm install gatewright@0.1.0\nnpm install x/gatewright@0.1.0\ngatewright lint\n',
    );
    expect((await add('--ci', 'github', ...named)).stderr).toBe('');
  });

  test('writes nothing where git does not trust the clone', full, async () => {
    await using folder = await temporaryFolder({ 'campus/gateway.config.yaml': '' });
    await makeRepository(folder.path);
    const untrusted = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    expect(
      await runGatewright(folder.path, ['init', 'campus', '--ci', 'github', ...named], untrusted),
    ).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `error: git does not trust the repository of ${join(folder.path, 'campus')}, which belongs to another user.\n` +
        'help: Trust its root: `git config --global --add safe.directory FOLDER`.\n',
    });
    const staged = await runGatewright(join(folder.path, 'campus'), ['lint', '--staged'], untrusted);
    expect(staged).toMatchObject({ code: 2, stderr: expect.stringContaining('dubious ownership') as string });
  });

  test('knows the pipelines of GitHub, GitLab and Gitea', async () => {
    await using folder = await temporaryFolder({});
    expect(await callGatewright(folder.path, ['init', '--ci', 'jenkins'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Unknown CI system "jenkins".\nhelp: --ci takes github, gitlab or gitea.\n',
    });
    expect(await readdir(folder.path)).toEqual([]);
  });

  test.each(['${{ github.token }}', 'x\n- run: id', 'a"b'])(
    'does not name the folder %j in a pipeline',
    async (name) => {
      await using folder = await temporaryFolder({ [`${name}/gateway.config.yaml`]: '' });
      await makeRepository(folder.path);
      const { code, stderr } = await callGatewright(join(folder.path, name), [
        'init',
        '--ci',
        'github',
        ...named,
      ]);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^error: A pipeline cannot name the folder .+\.\nhelp: Give it a name of letters, .+\.\n$/,
      );
      expect((await readdir(folder.path)).toSorted()).toEqual(['.git', name].toSorted());
    },
  );

  test('says why it cannot write', async () => {
    await using folder = await temporaryFolder({ file: '' });
    expect(await callGatewright(folder.path, ['init', 'file'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: file/gateway.config.yaml cannot be written: a file has the name of its folder.\n',
    });
    expect(await readdir(folder.path)).toEqual(['file']);
  });
});
