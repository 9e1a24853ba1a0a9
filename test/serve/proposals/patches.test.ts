// @module-tag full
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { git } from '../../platform/git-in-test.ts';
import { ada, openEngineInTest, sources, subscribe } from './engine-in-test.ts';

/** Documents of one file, of which the second is that of the person. */
const applications = [
  'kind: Application\nname: FirstOther\ntype: service\nowner: grace@example.edu\ngrants: [client_credentials]\n',
  'kind: Application\nname: KennelSync\ntype: service\nowner: ada@example.edu\ngrants: [client_credentials]\n',
  'kind: Application\nname: LastOther\ntype: service\nowner: eve@example.edu\ngrants: [client_credentials]\n',
].join('---\n');

const subscription = (application: string) =>
  `kind: Subscription\napplication: ${application}\napi: DogPark/v1\ntier: gold\n`;

const file = 'apis/dog_park/v1/subscriptions/kennel_sync.yaml';
const others = [subscription('FirstOther'), subscription('LastOther')];

interface Case {
  readonly change: ProposedChange;
  /** The subscriptions before, in their order. */
  readonly subscriptions: readonly string[];
  /** All hunks. */
  readonly hunks: string;
}

const withdraw = { change: 'subscription_removed', application: 'KennelSync', api: 'DogPark/v1' } as const;
const own = subscription('KennelSync');
const settings = {
  change: 'application_changed',
  application: 'KennelSync',
  callbackUrls: [],
  grants: ['client_credentials', 'refresh_token'],
} as const;

const cases: Readonly<Record<string, Case>> = {
  'a subscription after those of others': {
    change: subscribe,
    subscriptions: others,
    hunks: `@@ -9,0 +10,5 @@
+---
+kind: Subscription
+application: KennelSync
+api: DogPark/v1
+tier: gold
`,
  },
  'the last of several': {
    change: withdraw,
    subscriptions: [...others, own],
    hunks: `@@ -10,5 +10,1 @@
 ---
-kind: Subscription
-application: KennelSync
-api: DogPark/v1
-tier: gold
`,
  },
  'one between others': {
    change: withdraw,
    subscriptions: [others[0] ?? '', own, others[1] ?? ''],
    hunks: `@@ -5,6 +5,2 @@
 ---
-kind: Subscription
-application: KennelSync
-api: DogPark/v1
-tier: gold
 ---
`,
  },
  'the first of several': {
    change: withdraw,
    subscriptions: [own, ...others],
    hunks: `@@ -1,5 +1,1 @@
-kind: Subscription
-application: KennelSync
-api: DogPark/v1
-tier: gold
 ---
`,
  },
  'an application between others': {
    change: settings,
    subscriptions: others,
    hunks: `@@ -8,5 +8,5 @@
 name: KennelSync
 type: service
 owner: ada@example.edu
-grants: [client_credentials]
+grants: [client_credentials, refresh_token]
 ---
`,
  },
};

/** An engine without a remote, on a repository in which several owners share files. */
async function openShared(subscriptions: readonly string[]) {
  const files = {
    ...sources,
    'applications/kennel_sync.yaml': applications,
    [file]: subscriptions.join('---\n'),
  };
  const { open, work } = await openEngineInTest({}, files);
  const engine = await open({ settings: undefined });
  const patchOf = async (change: ProposedChange) => {
    const answer = await engine.propose(change, ada, await git(work, 'rev-parse', 'HEAD'));
    if (isProposalProblem(answer)) throw new Error(answer.reason);
    return 'patch' in answer ? answer.patch : '';
  };
  return { work, patchOf };
}

describe('a patch shows no lines of others, and git am applies it', () => {
  test.each(Object.entries(cases))('%s', async (_title, { change, subscriptions, hunks }) => {
    const { work, patchOf } = await openShared(subscriptions);
    const patch = await patchOf(change);
    await writeFile(join(work, '../a.patch'), patch);
    expect(patch.slice(patch.indexOf('@@ -')).trimEnd()).toBe(hunks.trimEnd());
    await git(work, 'am', '--quiet', join(work, '../a.patch'));
    expect(await git(work, 'status', '--porcelain')).toBe('');
  });
});

describe('a patch shows a line of others where git cannot do without', () => {
  const [first, last] = ['FirstOther', 'LastOther'].map(
    (application) => `{ kind: Subscription, application: ${application}, api: DogPark/v1, tier: gold }`,
  );
  const added = '+---\n+kind: Subscription\n+application: KennelSync\n+api: DogPark/v1\n+tier: gold\n';

  test.each([
    ['a file of one line', `${first}\n`, `@@ -1 +1,6 @@\n ${first}\n${added}`],
    [
      'a last line without a line break',
      `${first}\n---\n${last}`,
      `@@ -2,2 +2,7 @@\n ---\n-${last}\n\\ No newline at end of file\n+${last}\n${added}`,
    ],
  ])('%s', async (_title, before, hunks) => {
    const { work, patchOf } = await openShared([before]);
    const patch = await patchOf(subscribe);
    await writeFile(join(work, '../a.patch'), patch);
    expect(patch.slice(patch.indexOf('@@ -')).trimEnd()).toBe(hunks.trimEnd());
    await git(work, 'am', '--quiet', join(work, '../a.patch'));
  });
});

test('git am applies a patch without context after the base has moved', async () => {
  const { work, patchOf } = await openShared(others);
  const patch = await patchOf(subscribe);
  await writeFile(join(work, '../a.patch'), patch);
  const moved = [subscription('Third'), ...others, subscription('Fourth')];
  await writeFile(join(work, file), moved.join('---\n'));
  await git(work, 'commit', '--quiet', '--all', '--message', 'Moved');
  await git(work, 'am', '--quiet', join(work, '../a.patch'));
  expect(await readFile(join(work, file), 'utf8')).toBe([...moved, own].join('---\n'));
});
