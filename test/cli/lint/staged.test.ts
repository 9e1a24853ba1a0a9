// @module-tag full
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const tiers = 'tiers.yaml';
const goodTiers = cleanSources[tiers] ?? '';
const broken = 'kind: Tier\nname: [\n';

async function repositoryWith(files: Readonly<Record<string, string>>): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  await makeRepository(folder.path);
  return folder;
}

/** `file:line code` of the findings, and the exit code. */
async function lintStaged(cwd: string, words: readonly string[] = [], env = {}) {
  const { code, stdout, stderr } = await callGatewright(
    cwd,
    ['lint', '--staged', '--format', 'json', ...words],
    env,
  );
  if (stdout === '') return { code, stderr };
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { code: string; at: { file: string; line: number } }[];
  };
  return { code, found: diagnostics.map(({ at, ...one }) => `${at.file}:${at.line} ${one.code}`) };
}

const clean = { code: 0, found: [] };
const dangling = 'apis/dog_park/v1/subscriptions.yaml:4 dangling-reference';
const found = { code: 1, found: ['tiers.yaml:1 dangling-reference', 'tiers.yaml:2 yaml-syntax'] };

describe('gatewright lint --staged', () => {
  test('looks at the index, whatever is on the disk', async () => {
    await using folder = await repositoryWith(cleanSources);
    await commitAll(folder.path);
    await folder.write(tiers, broken);
    expect(await lintStaged(folder.path)).toEqual(clean);
    await git(folder.path, 'add', tiers);
    await folder.write(tiers, goodTiers);
    expect(await lintStaged(folder.path)).toEqual(found);
    expect(await callGatewright(folder.path, ['lint', '--format', 'json'])).toMatchObject({ code: 0 });
  });

  test('works before the first commit, below the root, and with a configuration of another name', async () => {
    const below = Object.entries(cleanSources).map(([file, text]) => [`gate way/ü/${file}`, text] as const);
    await using folder = await repositoryWith(Object.fromEntries(below));
    await git(folder.path, 'add', '--all');
    await folder.write(`gate way/ü/${tiers}`, broken);
    expect(await lintStaged(folder.path, ['--config', 'gate way/ü/gateway.config.yaml'])).toEqual(clean);
    expect(
      await lintStaged(join(folder.path, 'gate way/ü/apis'), ['--config', '../gateway.config.yaml']),
    ).toEqual(clean);
  });

  test('takes what is not staged for what is not there', async () => {
    await using folder = await repositoryWith(cleanSources);
    await commitAll(folder.path);
    await git(folder.path, 'rm', '--quiet', '--cached', tiers);
    expect(await lintStaged(folder.path)).toEqual({ code: 0, found: [dangling] });
    await git(folder.path, 'add', '--intent-to-add', tiers);
    expect(await lintStaged(folder.path)).toEqual({ code: 0, found: [dangling] });
    await git(folder.path, 'add', tiers);
    await rm(join(folder.path, tiers));
    expect(await lintStaged(folder.path)).toEqual(clean);
  });

  test('looks at the index that git gives to a hook', async () => {
    await using folder = await repositoryWith(cleanSources);
    await commitAll(folder.path);
    await git(folder.path, 'read-tree', '--index-output=.git/another-index', 'HEAD');
    await folder.write(tiers, broken);
    await git(folder.path, 'add', tiers);
    expect(await lintStaged(folder.path)).toEqual(found);
    expect(await lintStaged(folder.path, [], { GIT_INDEX_FILE: '.git/another-index' })).toEqual(clean);
  });

  test('reports a configuration that is not staged', async () => {
    await using folder = await repositoryWith(cleanSources);
    expect(await lintStaged(folder.path)).toEqual({
      code: 1,
      found: ['gateway.config.yaml:1 config-unreadable'],
    });
  });

  test('works in a worktree', async () => {
    await using folder = await repositoryWith(cleanSources);
    await commitAll(folder.path);
    await git(folder.path, 'worktree', 'add', '--quiet', '--detach', 'beside');
    await folder.write(`beside/${tiers}`, broken);
    await git(join(folder.path, 'beside'), 'add', tiers);
    expect(await lintStaged(join(folder.path, 'beside'))).toEqual(found);
    expect(await lintStaged(folder.path)).toEqual(clean);
  });

  test.each(['--fix', '--write-baseline', '--prune', '--changed-since=main'])(
    'does not go together with %s',
    async (option) => {
      await using folder = await repositoryWith(cleanSources);
      const name = option.replace(/=.*/, '');
      expect(await lintStaged(folder.path, [option])).toEqual({
        code: 2,
        stderr: `error: --staged and ${name} cannot be combined.\n`,
      });
    },
  );

  test('says why it cannot run', async () => {
    await using plain = await temporaryFolder();
    expect(await lintStaged(plain.path)).toEqual({
      code: 2,
      stderr: `error: ${plain.path} is not in a git working tree.\n`,
    });
    await using folder = await repositoryWith(cleanSources);
    await commitAll(folder.path);
    for (const branch of ['left', 'right']) {
      await git(folder.path, 'checkout', '--quiet', '-b', branch, 'main');
      await folder.write(tiers, `${goodTiers}# ${branch}\n`);
      await commitAll(folder.path);
    }
    await git(folder.path, 'merge', '--quiet', 'left').catch(() => undefined);
    expect(await lintStaged(folder.path)).toEqual({
      code: 2,
      stderr: 'error: Some files are not merged yet.\nhelp: Merge them, and stage them with `git add`.\n',
    });
  });
});
