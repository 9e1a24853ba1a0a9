// @module-tag full
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

type Files = Readonly<Record<string, string>>;

const apiFile = 'apis/dog_park/v1/api.yaml';
const definitionFile = 'apis/dog_park/v1/openapi.yaml';
const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
const approvals = 'gatewright-approvals.yaml';

function edit(file: string, replace: string, by: string): Files {
  const text = cleanSources[file] ?? '';
  if (!text.includes(replace)) throw new Error(`${file} does not hold ${replace}`);
  return { [file]: text.replace(replace, by) };
}

const breaking = edit(
  definitionFile,
  '- name: breed\n          in: query',
  '- name: breed\n          in: query\n          required: true',
);

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

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly help?: string;
    readonly at: { readonly file: string; readonly line: number };
  }[];
}

async function lintBase(cwd: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await callGatewright(cwd, [
    'lint',
    '--format',
    'json',
    '--base',
    'main',
    ...more,
  ]);
  const { diagnostics } = (stdout === '' ? { diagnostics: [] } : JSON.parse(stdout)) as Report;
  return {
    code,
    stderr,
    diagnostics,
    lines: diagnostics.map((one) => `${one.at.file}:${one.at.line} ${one.severity} ${one.code}`),
  };
}

async function fingerprintIn(cwd: string): Promise<string> {
  const { diagnostics } = await lintBase(cwd);
  return /approve '([0-9a-f]{32})' in/.exec(diagnostics[0]?.help ?? '')?.[1] ?? '';
}

function approve(change: string, rule = 'breaking-change-in-version'): Files {
  return {
    [approvals]: `- change: '${change}'\n  rule: ${rule}\n  reason: as agreed\n  approvedBy: platform-team\n`,
  };
}

const found = `${definitionFile}:21 error breaking-change-in-version`;

describe('gatewright lint --base', () => {
  test('finds nothing where nothing changes', async () => {
    await using folder = await branchFrom(cleanSources);
    expect(await lintBase(folder.path)).toEqual({ code: 0, stderr: '', diagnostics: [], lines: [] });
  });

  test.each([
    ['committed', async ({ path }: TemporaryFolder) => void (await commitAll(path))],
    ['on disk alone', async () => undefined],
  ])('finds what breaks callers and is %s', async (_, settle) => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, breaking);
    await settle(folder);
    expect(await lintBase(folder.path)).toMatchObject({ code: 1, lines: [found] });
    expect(await callGatewright(folder.path, ['lint'])).toMatchObject({ code: 0 });
  });

  test('compares with where the branch left, not with what main is now', async () => {
    await using folder = await branchFrom(cleanSources);
    await git(folder.path, 'checkout', '--quiet', 'main');
    await write(folder, breaking);
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', 'feature');
    expect(await lintBase(folder.path)).toMatchObject({ code: 0, lines: [] });
  });

  test('lets pass what is approved, until it alters', async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, edit(definitionFile, 'maximum: 100', 'maximum: 50'));
    const approval = approve(await fingerprintIn(folder.path));
    await write(folder, approval);
    expect(await lintBase(folder.path)).toEqual({
      code: 0,
      stderr: '1 finding is approved.\n',
      diagnostics: [],
      lines: [],
    });
    await write(folder, edit(definitionFile, 'maximum: 100', 'maximum: 40'));
    expect(await lintBase(folder.path)).toMatchObject({
      code: 1,
      stderr: '',
      lines: [
        `${definitionFile}:94 error breaking-change-in-version`,
        `${approvals}:1 warning approval-unused`,
      ],
    });
  });

  test('says nothing of an approval that is merged with its change, but that it may go', async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, breaking);
    await write(folder, approve(await fingerprintIn(folder.path)));
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', 'main');
    await git(folder.path, 'merge', '--quiet', '--ff-only', 'feature');
    await git(folder.path, 'checkout', '--quiet', '-b', 'next');
    expect(await lintBase(folder.path, '--max-warnings', '0')).toMatchObject({
      code: 0,
      lines: [`${approvals}:1 info approval-unused`],
    });
  });

  const settings = edit(
    'gateway.config.yaml',
    'deployments:',
    'lint: { rules: { breaking-change-in-version: off } }\ndeployments:',
  );

  test('goes by the severities of the gateway', async () => {
    await using folder = await branchFrom({ ...cleanSources, ...settings });
    await write(folder, breaking);
    expect(await lintBase(folder.path)).toMatchObject({ code: 0, lines: [] });
  });

  test('warns of what is switched off on the branch itself', async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, { ...breaking, ...settings });
    expect(await lintBase(folder.path)).toMatchObject({
      code: 0,
      lines: [
        'apis/dog_park/v1/openapi.yaml:21 warning breaking-change-in-version',
        'gateway.config.yaml:4 warning rule-relaxed',
      ],
    });
  });

  test('is reported with the other findings, and with those of --changed-since', async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, { ...breaking, ...edit(apiFile, 'state: published', 'state: retired') });
    const lines = [
      `${apiFile}:5 error lifecycle-order`,
      `${subscriptions}:3 warning subscription-to-retired-api`,
    ];
    expect(await lintBase(folder.path)).toMatchObject({ code: 1, lines });
    expect(await lintBase(folder.path, '--changed-since', 'main')).toMatchObject({ code: 1, lines });
  });

  test('does not say twice what a rule on one state finds in the same place', full, async () => {
    const deprecated = edit(
      apiFile,
      'state: published',
      'state: deprecated\ndeprecation: { since: 2026-01-31 }',
    );
    const { [subscriptions]: subscription = '', ...others } = { ...cleanSources, ...deprecated };
    await using folder = await branchFrom(others);
    await write(folder, { [subscriptions]: subscription });
    expect((await lintBase(folder.path)).lines).toEqual([
      `${subscriptions}:3 error subscription-to-deprecated-api`,
    ]);
    await write(folder, { [subscriptions]: `${subscription}since: 2026-01-01\n` });
    expect((await lintBase(folder.path)).lines).toEqual([
      `${subscriptions}:5 error new-subscription-to-deprecated-api`,
    ]);
  });

  test('reports a removed API at its former location', full, async () => {
    await using folder = await branchFrom(cleanSources);
    await rm(join(folder.path, 'apis'), { recursive: true });
    await commitAll(folder.path);
    expect((await callGatewright(folder.path, ['lint', '--base', 'main'])).stdout)
      .toBe(`error removed-without-deprecation DogPark/v1 is removed, but was never deprecated, and DogWalker is subscribed to it.
  apis/dog_park/v1/api.yaml:5:8
  help: Deprecate it first, with a sunset date and a successor; it can be removed after its last subscription was removed. To allow it, approve '${await fingerprintIn(folder.path)}' in gatewright-approvals.yaml.

To loosen a rule, such as removed-without-deprecation:
  everywhere: \`lint: { rules: { removed-without-deprecation: off } }\` in the configuration (or info, or warning)
  here: approve the change in gatewright-approvals.yaml, as \`gatewright plan\` shows

1 error
`);
  });

  test('has its rules described in SARIF', full, async () => {
    await using folder = await branchFrom(cleanSources);
    await write(folder, breaking);
    const words = ['lint', '--base', 'main', '--format', 'sarif'];
    const { runs } = JSON.parse((await callGatewright(folder.path, words)).stdout);
    const [{ ruleId, ruleIndex }] = runs[0].results;
    expect(ruleId).toBe('breaking-change-in-version');
    expect(runs[0].tool.driver.rules[ruleIndex]).toMatchObject({
      id: ruleId,
      properties: { section: '9.2', tags: ['history'] },
    });
  });
});

describe('gatewright lint --base cannot compare', () => {
  test('what is not there yet', full, async () => {
    const { 'gateway.config.yaml': config = '', ...others } = cleanSources;
    await using folder = await branchFrom(others);
    await write(folder, { 'gateway.config.yaml': config });
    expect(await lintBase(folder.path)).toMatchObject({
      code: 0,
      stderr: 'main has no such configuration yet, so there is nothing to compare with.\n',
      lines: [],
    });
  });

  test('what does not compile', full, async () => {
    const api = 'apis/dog_park/v1/api.yaml';
    await using folder = await branchFrom({ ...cleanSources, ...edit(api, '/dog_park', '/token') });
    await write(folder, edit(api, '/dog_park', '/dog_park'));
    expect(await lintBase(folder.path)).toMatchObject({
      code: 2,
      stderr: `error: The merge base with main does not compile, so nothing can be compared with it.
help: Use an older commit that compiles with --base REF; \`gatewright plan\` shows the errors.
`,
    });
    await commitAll(folder.path);
    await write(folder, edit(api, '/dog_park', '/oauth2'));
    expect(await lintBase(folder.path)).toMatchObject({
      code: 1,
      stderr: 'Changes are not evaluated while there are errors.\n',
      lines: [`${api}:3 warning api-context-matches-name`, `${api}:3 error api-context-reserved`],
    });
  });

  test('with a commit that does not exist', full, async () => {
    await using folder = await branchFrom(cleanSources);
    expect(await callGatewright(folder.path, ['lint', '--base', 'mian'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: The repository knows no commit "mian".\nhelp: Did you mean `main`?\n',
    });
  });

  test('a folder without a repository', full, async () => {
    await using folder = await temporaryFolder(cleanSources);
    expect(await lintBase(folder.path)).toMatchObject({ code: 2, lines: [] });
  });
});
