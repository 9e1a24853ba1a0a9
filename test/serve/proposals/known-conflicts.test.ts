// @module-tag full
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { git } from '../../platform/git-in-test.ts';
import { ada, eve, kennels, now, openEngineInTest, previewOf } from './engine-in-test.ts';

const file = 'applications/kennel_sync.yaml';
const branch = 'proposals/ada/settings-KennelSync';
const change = {
  change: 'application_changed',
  application: 'KennelSync',
  callbackUrls: [],
  grants: ['client_credentials', 'refresh_token'],
} as const;
const elsewhere = kennels.replace('[client_credentials]', '[client_credentials, password]');
const day = 86_400_000;

async function openWithProposal() {
  let time = now;
  const origin = await openEngineInTest();
  const engine = await origin.open({ clock: () => time });
  const { base } = await previewOf(engine, change);
  const made = await engine.propose(change, ada, base);
  if (isProposalProblem(made)) throw new Error(made.reason);
  const list = async (person = ada): Promise<readonly Proposal[]> => {
    // Lists are shared for a moment.
    time += 60_000;
    const listed = await engine.list(person);
    if (isProposalProblem(listed)) throw new Error(listed.reason);
    return listed;
  };
  /** Pushes a change of the base, with its date. */
  const push = async (files: Readonly<Record<string, string>>, at: number) => {
    const { bare, work, folder } = origin;
    const pushed = await git(work, 'cat-file', 'commit', await origin.push(files, 'new'));
    const forged = join(folder, 'forged');
    await writeFile(forged, `${pushed.replaceAll(/> \d+ /g, `> ${at / 1000} `)}\n`);
    const dated = await git(bare, 'hash-object', '-t', 'commit', '-w', forged);
    await git(bare, 'update-ref', 'refs/heads/main', dated);
    await git(work, 'fetch', '--quiet', bare, 'main');
    await git(work, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
  };
  return { ...origin, engine, list, push };
}

test('a proposal conflicts since the first change of the base that it cannot be merged with', async () => {
  const { list, push, engine } = await openWithProposal();
  expect(await list()).toMatchObject([{ branch, state: 'open' }]);
  expect((await list())[0]).not.toHaveProperty('conflictsSince');

  await push({ 'README.md': 'Nothing that a proposal changes.\n' }, now - 5 * day);
  expect((await list())[0]).not.toHaveProperty('conflictsSince');

  await push({ [file]: elsewhere }, now - 4 * day);
  expect(await list()).toMatchObject([{ branch, state: 'open', conflictsSince: now - 4 * day }]);
  await push({ [file]: `${elsewhere}description: Again\n` }, now - 3 * day);
  expect(await list()).toMatchObject([{ conflictsSince: now - 4 * day }]);
  expect(await engine.reviews.read(branch, ada)).toMatchObject({ merge: 'conflict' });

  await push({ [file]: kennels }, now - 2 * day);
  expect((await list())[0]).not.toHaveProperty('conflictsSince');
});

test('a proposal that is made again does not conflict any more', async () => {
  const { list, push, engine } = await openWithProposal();
  await push({ [file]: elsewhere }, now - day);
  expect(await list()).toMatchObject([{ conflictsSince: now - day }]);
  const { base } = await previewOf(engine, change);
  await engine.propose(change, ada, base);
  const [again, ...others] = await list();
  expect(again).toMatchObject({ branch, state: 'open' });
  expect(again).not.toHaveProperty('conflictsSince');
  expect(others).toEqual([]);
});

test('a conflict is shown to the author alone, and never has a date in the future', async () => {
  const { list, push, engine } = await openWithProposal();
  await push({ [file]: elsewhere }, now + 9 * day);
  const [own] = await list();
  expect(own?.conflictsSince).toBeLessThan(now + day);
  expect(await list(eve)).toEqual([]);
  const all = await engine.listAll({ branch: own?.branch ?? '' });
  expect(isProposalProblem(all) ? [] : all.map((one) => [one.branch, one.conflictsSince])).toEqual([
    [own?.branch, undefined],
  ]);
});

test('a proposal whose history was replaced is listed, and its page says why it cannot be merged', async () => {
  const { list, bare, work, engine } = await openWithProposal();
  await git(work, 'checkout', '--quiet', '--orphan', 'other');
  await git(work, 'commit', '--quiet', '--message', 'New history');
  await git(work, 'push', '--quiet', '--force', bare, 'HEAD:refs/heads/main');
  const [own] = await list();
  expect(own).toMatchObject({ branch, state: 'open' });
  expect(own).not.toHaveProperty('conflictsSince');
  await expect(engine.reviews.read(branch, ada)).rejects.toThrow('their history was replaced');
});

test('looking for conflicts leaves nothing behind', async () => {
  const { list, push, folder } = await openWithProposal();
  await push({ [file]: elsewhere }, now - day);
  const [proposals] = await readdir(join(folder, 'state', 'proposals'));
  const gitFolder = join(folder, 'state', 'proposals', proposals ?? '', 'repository.git');
  const count = () => git(gitFolder, 'count-objects');
  await list(eve);
  const before = await count();
  expect(await list()).toMatchObject([{ conflictsSince: now - day }]);
  expect(await count()).toBe(before);
});
