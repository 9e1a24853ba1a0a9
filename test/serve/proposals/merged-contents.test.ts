// @module-tag full
import { expect, test } from 'vitest';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { git } from '../../platform/git-in-test.ts';
import { ada, now, openEngineInTest, previewOf, subscribe } from './engine-in-test.ts';

const extend = {
  change: 'application_changed',
  application: 'KennelSync',
  callbackUrls: [],
  grants: ['client_credentials', 'refresh_token'],
} as const;

const branches = [
  'proposals/ada/subscription-KennelSync-DogPark-v1',
  'proposals/ada/settings-KennelSync',
] as const;
const names = branches.map((branch) => `origin/${branch}`);
const [first = '', second = ''] = names;
const squash = (...merged: readonly string[]) => [
  ...merged.map((name) => ['merge', '--quiet', '--squash', name]),
  ['commit', '--quiet', '--message', 'Take it in'],
];
const deleteBranches = branches.map((branch) => ['push', '--quiet', 'origin', '--delete', branch]);

const cases: Readonly<Record<string, readonly [readonly (readonly string[])[], string, string]>> = {
  'nothing has happened': [[], 'open', 'open'],
  'a merge commit': [[['merge', '--quiet', '--no-ff', '-m', 'Merge', first]], 'merged', 'open'],
  'a squash with another message': [squash(first), 'merged', 'open'],
  'one squash of both': [
    [['merge', '--quiet', '--squash', first], ['commit', '--quiet', '-m', 'One'], ...squash(second)],
    'merged',
    'merged',
  ],
  'a rebase': [
    [
      ['commit', '--quiet', '--allow-empty', '-m', 'Other'],
      ['cherry-pick', first],
    ],
    'merged',
    'open',
  ],
  'a squash, and deleted branches': [
    [...squash(first), ['push', '--quiet', 'origin', 'main'], ...deleteBranches],
    'merged',
    'closed',
  ],
  'deleted branches': [deleteBranches, 'closed', 'closed'],
  'a squash that is reverted later': [[...squash(first), ['revert', '--no-edit', 'HEAD']], 'merged', 'open'],
  'a squash and a later change of the file': [
    [
      ...squash(second),
      ['rm', '--quiet', 'applications/kennel_sync.yaml'],
      ['commit', '--quiet', '-m', 'Later'],
    ],
    'open',
    'merged',
  ],
};

test.each(Object.entries(cases))('the states after %s', async (_title, [commands, ofFirst, ofSecond]) => {
  let time = now;
  const { open, bare, work } = await openEngineInTest();
  const engine = await open({ clock: () => time });
  const { base } = await previewOf(engine);
  await engine.propose(subscribe, ada, base);
  await engine.propose(extend, ada, base);
  const listed = async () => {
    time += 60_000;
    const list = await engine.list(ada);
    if (isProposalProblem(list)) throw new Error(list.reason);
    return Object.fromEntries(list.map(({ branch, state }) => [branch, state]));
  };
  expect(await listed()).toEqual({ [branches[0]]: 'open', [branches[1]]: 'open' });
  await git(work, 'remote', 'add', 'origin', bare);
  await git(work, 'fetch', '--quiet', 'origin');
  await git(work, 'reset', '--quiet', '--hard', 'origin/main');
  for (const words of commands) await git(work, ...words);
  await git(work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  expect(await listed()).toEqual({ [branches[0]]: ofFirst, [branches[1]]: ofSecond });
});
