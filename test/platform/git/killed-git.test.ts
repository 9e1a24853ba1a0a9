// @module-tag full
import fc from 'fast-check';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { readBaseHistory } from '#platform/git/proposals/base-history.ts';
import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import { findMerge } from '#platform/git/proposals/find-merge.ts';
import { dateFirstChange } from '#platform/git/proposals/first-change.ts';
import { readMerged } from '#platform/git/proposals/list-commits.ts';
import { mergeTree, readChangedTexts } from '#platform/git/proposals/merge-tree.ts';
import {
  ProposalGitError,
  useRepository,
  type ProposalRepository,
} from '#platform/git/proposals/repository.ts';
import { writePatch } from '#platform/git/proposals/write-patch.ts';
import { runGit } from '#platform/git/run-git.ts';
import { draws } from '../../full-run.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { git } from '../git-in-test.ts';
import { runOtherGit } from './other-git-in-test.ts';

async function openRepository() {
  const origin = await makeOrigin();
  const { bare, work, folder } = origin;
  const first = await origin.push({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const proposal = await origin.push({ 'a.txt': 'changed\n' }, 'proposal');
  await git(work, 'reset', '--quiet', '--hard', first);
  const base = await origin.push({ 'b.txt': 'changed\n' });
  await git(work, 'checkout', '--quiet', '--orphan', 'other');
  const unrelated = await origin.push({ 'c.txt': 'c\n' }, 'other');
  await git(bare, 'update-ref', baseRef, base);
  const stop = new AbortController().signal;
  const repository = useRepository({ gitFolder: bare, scratchFolder: folder, stop });
  return { repository, folder, first, proposal, base, unrelated };
}

type Commits = Omit<Awaited<ReturnType<typeof openRepository>>, 'repository' | 'folder'>;

/** What asks git, and the command that the system kills. */
const questions: Readonly<
  Record<string, readonly [command: string, (git: ProposalRepository, commits: Commits) => Promise<unknown>]>
> = {
  'the tree of a merge': ['merge-tree', (one, { base, proposal }) => mergeTree(one, base, proposal)],
  'whether a merge is possible': [
    'merge-base',
    (one, { base, unrelated }) => mergeTree(one, base, unrelated),
  ],
  'the commits of the base': ['log', (one) => readBaseHistory(one, undefined, 0)],
  'the newer commits of the base': ['merge-base', (one, { first }) => readBaseHistory(one, first, 0)],
  'what was merged': ['log', (one) => readMerged(one, 0)],
  'the merge of a commit': ['rev-list', (one, { base, first }) => findMerge(one, base, first)],
  'the date of a change': ['log', (one, { base, first }) => dateFirstChange(one, base, first, ['b.txt'])],
  'the changed texts': [
    'cat-file',
    (one, { base, first }) => readChangedTexts(one, first, base, { files: 9, bytes: 999 }),
  ],
  'a patch': ['apply', (one, { base }) => writePatch(one, base)],
};

const signals = ['SIGKILL', 'SIGTERM', 'SIGABRT', 'SIGXCPU', 'SIGPIPE', 'SIGINT'] as const;

test('a git that the system kills gives no answer, whatever it was asked', async () => {
  const { repository, ...commits } = await openRepository();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(questions)),
      fc.constantFrom(...signals),
      fc.constantFrom('', 'echo; '),
      async ([command, ask], signal, output) => {
        await runOtherGit(command, `${output}kill -${signal.slice(3)} $$`);
        const answer = ask(repository, commits);
        await expect(answer).rejects.toThrow(ProposalGitError);
        await expect(answer).rejects.toThrow('Git was ended by the system');
      },
    ),
    { numRuns: draws(60), examples: Object.values(questions).map((one) => [one, 'SIGKILL', '']) },
  );
}, 120_000);

test.each(signals)('the code of a git that %s ends is that of no answer', async (signal) => {
  const { folder } = await openRepository();
  await runOtherGit('check-ignore', `kill -${signal.slice(3)} $$`);
  const { code } = await runGit(folder, ['check-ignore', '--quiet', 'a.txt']);
  expect(code).toBe(128 + constants.signals[signal]);
});

test('a merge without a tree is not one with conflicts', async () => {
  const { repository, base, proposal } = await openRepository();
  const answers = fc.array(fc.constantFrom('', 'a.txt', 'error: disk full', 'f'.repeat(39)), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(answers, async (parts) => {
      const output = parts.map((part) => `${part}\\0`).join('');
      await runOtherGit('merge-tree', `printf '${output}'; exit 1`);
      await expect(mergeTree(repository, base, proposal)).rejects.toThrow(ProposalGitError);
    }),
    { numRuns: draws(10) },
  );
});
