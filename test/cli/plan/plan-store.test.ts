// @module-tag full
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPlanStore } from '#cli/plan/plan-store.ts';
import { digestOf } from '#compiled/digest.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { rememberedDefinitions } from '#compiler/workspace/remembered-definition.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const definition = 'apis/dog_park/v1/openapi.yaml';
const edited = cleanDefinition.replace('summary: ', 'summary: Now ');

/** A repository of two APIs, one of which has another document on the branch that is checked out. */
async function editedRepository(): Promise<TemporaryFolder> {
  const other = cleanSources['apis/dog_park/v1/api.yaml']
    ?.replace('DogPark', 'CatPark')
    .replace('/dog_park', '/cat_park')
    .replaceAll('dogs', 'cats');
  const folder = await temporaryFolder({
    ...cleanSources,
    'apis/cat_park/v1/api.yaml': other ?? '',
    'apis/cat_park/v1/openapi.yaml': cleanDefinition,
  });
  await makeRepository(folder.path);
  await commitAll(folder.path);
  await git(folder.path, 'checkout', '--quiet', '-b', 'feature');
  await folder.write(definition, edited);
  await commitAll(folder.path);
  return folder;
}

function plan({ path }: TemporaryFolder, ...words: readonly string[]) {
  return callGatewright(path, ['plan', '--format', 'json', ...words]);
}

async function savedFile({ path }: TemporaryFolder): Promise<string> {
  const [name = '', ...others] = await readdir(join(path, '.git/gatewright'));
  expect(others).toEqual([]);
  return join(path, '.git/gatewright', name);
}

describe('what a plan saves for the next one', () => {
  test('is in the folder of git, where no commit and no other user can reach it', async () => {
    await using folder = await editedRepository();
    await plan(folder, '--no-cache');
    expect(await readdir(join(folder.path, '.git'))).not.toContain('gatewright');
    await plan(folder);
    expect((await stat(await savedFile(folder))).mode & 0o777).toBe(0o600);
    expect(await git(folder.path, 'status', '--porcelain')).toBe('');
  });

  test('is used for the definitions that have not changed', async () => {
    await using folder = await editedRepository();
    const first = await plan(folder);
    await forgeDigests(folder);
    const [before, after] = [first, await plan(folder)].map(({ stdout }) => JSON.parse(stdout));
    expect(after.changes).toEqual(before.changes);
    expect(after.head.digest).not.toBe(before.head.digest);
  });

  test('does not change what a plan prints, whatever has happened to it', async () => {
    await using folder = await editedRepository();
    const cold = await plan(folder, '--no-cache');
    const first = await plan(folder);
    const file = await savedFile(folder);
    const saved = await readFile(file);
    const prints = [first, await plan(folder)];
    for (const damaged of ['', 'nothing', saved.subarray(0, -100), saved.toString().replace('v1', 'v2')]) {
      await writeFile(file, damaged);
      prints.push(await plan(folder), await plan(folder));
    }
    for (const print of prints) expect(print).toEqual(cold);
    expect(JSON.parse(cold.stdout).changes).not.toEqual([]);
  });

  test('is of use for another branch, and shared by the working trees of a repository', async () => {
    await using folder = await editedRepository();
    await plan(folder);
    await git(folder.path, 'worktree', 'add', '--quiet', '-b', 'other', 'inner', 'main');
    const linked = { ...folder, path: join(folder.path, 'inner') };
    await writeFile(join(linked.path, definition), edited.replace('Now', 'Then'));
    expect(await plan(linked)).toEqual(await plan(linked, '--no-cache'));
    await savedFile(folder);
  });
});

/** Writes another digest for each part. */
async function forgeDigests({ path }: TemporaryFolder): Promise<void> {
  const opened = await openPlanStore(path, 'gateway.config.yaml');
  const remembered = opened?.store.of(rememberedDefinitions);
  for (const [file, { parts = {} }] of remembered ?? []) {
    const forged = Object.fromEntries(Object.keys(parts).map((key) => [key, digestOf('forged')]));
    remembered?.revise(file, (one) => ({ ...one, parts: forged }));
  }
  await opened?.save();
}
