// @module-tag full
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import type { ProposalEngine } from '#serve/proposals/proposal-engine.ts';
import { full } from '../../../full-run.ts';
import { git, gitAt } from '../../../platform/git-in-test.ts';
import { ada, eve, now, openEngineInTest, sources, subscribe } from '../engine-in-test.ts';
import { bob, display, proposeSubscription, pushTo, withBob } from './proposed-in-test.ts';

const reason = 'We give no access to test data.';

const declined = { state: 'closed', declined: { by: 'Ada Lovelace', reason, at: now } };

const recordOf = (commit: string) => `refs/gatewright/declined/${commit}`;

/** All refs of the remote, by their names. */
async function refsOf(bare: string): Promise<Readonly<Record<string, string>>> {
  const lines = await git(bare, 'for-each-ref', '--format=%(refname) %(objectname)');
  return Object.fromEntries(lines.split('\n').map((line) => line.split(' '))) as Record<string, string>;
}

async function list(engine: ProposalEngine, person = eve): Promise<readonly Proposal[]> {
  // The time of these tests stands still, so that a list would be shared for good.
  await engine.reviews.read('', person);
  const answer = await engine.list(person);
  if (isProposalProblem(answer)) throw new Error(answer.reason);
  return answer;
}

describe('an owner who could approve a proposal declines it', full, () => {
  test('which deletes its branch and records who has declined it, and why', async () => {
    const { engine, branch, commit, bare, first } = await proposeSubscription();
    const answer = await engine.reviews.decline({ branch, commit, reason }, ada);
    expect(answer).toMatchObject({ declined: { branch, state: 'closed' } });
    const refs = await refsOf(bare);
    expect(refs).toEqual({
      'refs/heads/main': first,
      [recordOf(commit)]: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const tree = await git(bare, 'rev-parse', `${commit}^{tree}`);
    expect(await git(bare, 'cat-file', 'commit', recordOf(commit))).toBe(`tree ${tree}
parent ${commit}
author Ada Lovelace <ada@example.edu> ${now / 1000} +0000
committer Gatewright <gatewright@store.example.edu> ${now / 1000} +0000

Decline proposal: Subscribe KennelSync to DogPark/v1

Declined-By: user:ada
Gatewright-Branch: ${branch}
Gatewright-Reason: ${reason}`);
    expect(await list(engine)).toMatchObject([{ branch, commit, ...declined }]);
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ proposal: declined });
    expect(await engine.reviews.decline({ branch, commit, reason }, ada)).toMatchObject({
      problem: 'proposal_ended',
    });
  });

  test('of which every gateway knows, also one that has never seen the branch', async () => {
    const { engine, open, settings, folder, branch, commit } = await proposeSubscription();
    const seen = await open({ settings, stateFolder: `${folder}/seen` });
    expect(await list(seen)).toMatchObject([{ branch, state: 'open' }]);
    await engine.reviews.decline({ branch, commit, reason }, ada);
    const unseen = await open({ settings, stateFolder: `${folder}/unseen` });
    for (const other of [seen, unseen])
      await expect
        .poll(() => list(other), { timeout: 20_000 })
        .toMatchObject([{ branch, commit, ...declined }]);
    expect(await unseen.reviews.read(branch, eve)).toMatchObject({ proposal: declined });
  });

  test('also if somebody has put something else in the place of its record', async () => {
    const { engine, branch, commit, bare, first } = await proposeSubscription();
    for (const forged of [first, await git(bare, 'rev-parse', `${first}^{tree}`)]) {
      await git(bare, 'update-ref', recordOf(commit), forged);
      expect(await list(engine)).toMatchObject([{ branch, state: 'open' }]);
    }
    expect(await engine.reviews.decline({ branch, commit, reason }, ada)).toMatchObject({
      declined: { ...declined, branch },
    });
    expect(await list(engine)).toMatchObject([{ branch, commit, ...declined }]);
  });

  test('also if it could not be merged as it is', async () => {
    const config = `${sources['gateway.config.yaml']}lint: { rules: { subscription-to-retired-api: error } }\n`;
    const { engine, branch, commit, push } = await proposeSubscription(
      { merge: true },
      { ...withBob, 'gateway.config.yaml': config },
    );
    const file = 'apis/dog_park/v1/api.yaml';
    await push({ [file]: (sources[file] ?? '').replace('state: published', 'state: retired') });
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ merge: { obstacle: 'lint_errors' } });
    expect(await engine.reviews.decline({ branch, commit, reason }, ada)).toMatchObject({
      declined: { state: 'closed' },
    });
  });
});

describe('a proposal is not declined', full, () => {
  test.for([
    ['by its author', eve, 'decline_refused'],
    [
      'by somebody who owns nothing of it',
      { ...bob, id: 'user:zoe', identity: { ...bob.identity, username: 'zoe', subject: 'user:zoe' } },
      'decline_refused',
    ],
  ] as const)('%s', async ([, person, problem]) => {
    const { engine, branch, commit, bare } = await proposeSubscription();
    const before = await refsOf(bare);
    expect(await engine.reviews.decline({ branch, commit, reason }, person)).toMatchObject({ problem });
    expect(await refsOf(bare)).toEqual(before);
  });

  test('by its author, who owns all of it', async () => {
    const { engine, first, bare } = await openEngineInTest({ merge: true }, withBob);
    const delivered = await engine.propose(subscribe, ada, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
    const before = await refsOf(bare);
    const { branch, commit } = delivered;
    expect(await engine.reviews.decline({ branch, commit, reason }, ada)).toEqual({
      problem: 'decline_refused',
      reason: 'You cannot decline your own proposal; withdraw it.',
    });
    expect(await refsOf(bare)).toEqual(before);
  });

  test('where nothing is merged in the store', async () => {
    const { engine, branch, commit, bare } = await proposeSubscription({});
    const before = await refsOf(bare);
    expect(await engine.reviews.decline({ branch, commit, reason }, ada)).toMatchObject({
      problem: 'decline_refused',
    });
    expect(await refsOf(bare)).toEqual(before);
  });

  test('if it is not the displayed one, or none', async () => {
    const { engine, branch, commit, bare, first } = await proposeSubscription();
    const before = await refsOf(bare);
    for (const other of [first, '', 'x'])
      expect(await engine.reviews.decline({ branch, commit: other, reason }, ada)).toMatchObject({
        problem: 'conflict',
      });
    for (const other of ['main', 'refs/heads/main', `../${branch}`, 'proposals/', ''])
      expect(await engine.reviews.decline({ branch: other, commit, reason }, ada)).toMatchObject({
        problem: 'proposal_unknown',
      });
    expect(await refsOf(bare)).toEqual(before);
  });

  test('if its branch has commits of somebody else', async () => {
    const { engine, branch, commit, work, bare } = await proposeSubscription();
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    const files = {
      'apis/dog_park/v1/subscriptions/kennel_sync.yaml':
        'kind: Subscription\napplication: KennelSync\napi: DogPark/v1\ntier: silver\n',
    };
    await pushTo({ work, bare }, branch, files, ['-m', message]);
    const before = await refsOf(bare);
    expect(await engine.reviews.decline({ branch, commit, reason }, bob)).toMatchObject({
      problem: 'conflict',
    });
    const present = before[`refs/heads/${branch}`] ?? '';
    expect(await engine.reviews.decline({ branch, commit: present, reason }, bob)).toMatchObject({
      problem: 'decline_refused',
      reason: expect.stringContaining('has commits that the gateway has not made'),
    });
    expect(await refsOf(bare)).toEqual(before);
  });

  test('in part, if the remote accepts only a part', async () => {
    const { engine, branch, commit, bare } = await proposeSubscription();
    const before = await refsOf(bare);
    for (const [refused, what] of [
      ['refs/gatewright/*', 'the record of the decline'],
      ['refs/heads/*', 'that the branch is deleted'],
    ] as const) {
      const hook = `#!/bin/sh\ncase "$1" in ${refused}) echo "not $1" >&2; exit 1;; esac\nexit 0\n`;
      await writeFile(`${bare}/hooks/update`, hook, { mode: 0o755 });
      expect(
        await engine.reviews.decline({ branch, commit, reason }, ada).catch((error: unknown) => error),
      ).toMatchObject({
        reason: 'refused',
        message: expect.stringMatching(`^The repository does not accept ${what}: [^]*not refs/`),
      });
      expect(await refsOf(bare)).toEqual(before);
    }
  });

  test('if the remote cannot change two refs at once', async () => {
    const { engine, branch, commit, bare } = await proposeSubscription();
    const before = await refsOf(bare);
    await git(bare, 'config', 'receive.advertiseAtomic', 'false');
    expect(
      await engine.reviews.decline({ branch, commit, reason }, ada).catch((error: unknown) => error),
    ).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('does not support --atomic push'),
    });
    expect(await refsOf(bare)).toEqual(before);
  });
});

describe('at the same time', full, () => {
  test('two owners decline a proposal once', async () => {
    const { engine, open, settings, folder, branch, commit, bare } = await proposeSubscription();
    const other = await open({ settings, stateFolder: `${folder}/other` });
    const answers = await Promise.all(
      (
        [
          [engine, ada],
          [other, bob],
        ] as const
      ).map(([by, person]) =>
        by.reviews
          .decline({ branch, commit, reason: `I am ${person.name}` }, person)
          .catch((error: { reason: string }) => ({ problem: error.reason })),
      ),
    );
    const problems = answers.flatMap((answer) => ('problem' in answer ? [answer.problem] : []));
    expect(problems).toHaveLength(1);
    expect(['moved', 'proposal_ended']).toContain(problems[0]);
    const by = 'problem' in (answers[0] ?? {}) ? 'Bob' : 'Ada Lovelace';
    expect(await git(bare, 'log', '-1', '--format=%an', recordOf(commit))).toBe(by);
    expect(await list(engine)).toMatchObject([{ declined: { by, reason: `I am ${by}` } }]);
  });

  test('one owner approves it and the other declines it: what is merged is merged', async () => {
    const { engine, open, settings, folder, branch, commit, bare } = await proposeSubscription();
    const other = await open({ settings, stateFolder: `${folder}/other` });
    const displayed = await display(engine, branch);
    await Promise.all([
      engine.reviews.approve(displayed, ada).catch(() => undefined),
      other.reviews.decline({ branch, commit, reason }, bob).catch(() => undefined),
    ]);
    const isMerged = (await git(bare, 'rev-list', '--merges', '--count', 'main')) === '1';
    const third = await open({ settings, stateFolder: `${folder}/third` });
    const [proposal] = await list(third);
    expect([proposal?.state, proposal?.declined === undefined]).toEqual(
      isMerged ? ['merged', true] : ['closed', false],
    );
  });
});

describe('after a decline', full, () => {
  test('its author proposes the same again, which may be merged', async () => {
    let clock = now;
    const origin = await openEngineInTest({ merge: true }, withBob, () => clock);
    const { engine, first } = origin;
    const propose = async () => {
      const delivered = await engine.propose(subscribe, eve, first);
      if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
      return delivered;
    };
    const { branch, commit } = await propose();
    await engine.reviews.decline({ branch, commit, reason }, ada);
    clock += 60_000;
    const again = await propose();
    expect(again.branch).toBe(branch);
    expect(await list(engine)).toMatchObject([
      { branch, commit: again.commit, state: 'open' },
      { branch, commit, ...declined },
    ]);
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ proposal: { commit: again.commit } });
    await engine.reviews.approve(await display(engine, branch), ada);
    expect(await list(engine)).toMatchObject([
      { branch, commit: again.commit, state: 'merged' },
      { branch, commit, ...declined },
    ]);
  });

  test('a branch that is pushed again is open', async () => {
    const { engine, branch, commit, bare } = await proposeSubscription();
    await engine.reviews.decline({ branch, commit, reason }, ada);
    await git(bare, 'update-ref', `refs/heads/${branch}`, commit);
    const [proposal, ...others] = await list(engine);
    expect([proposal?.state, proposal?.declined, others]).toEqual(['open', undefined, []]);
    expect(await engine.reviews.decline({ branch, commit, reason: 'No.' }, bob)).toMatchObject({
      declined: { state: 'closed' },
    });
    expect(await list(engine)).toMatchObject([{ declined: { by: 'Bob', reason: 'No.' } }]);
  });

  test('it is listed for 90 days', async () => {
    let clock = now;
    const { engine, open, settings, folder, first } = await openEngineInTest({ merge: true }, withBob);
    const delivered = await engine.propose(subscribe, eve, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
    const { branch, commit } = delivered;
    await engine.reviews.decline({ branch, commit, reason }, ada);
    const other = await open({ settings, stateFolder: `${folder}/other`, clock: () => clock });
    clock += 89 * 86_400_000;
    expect(await list(other)).toMatchObject([declined]);
    clock += 2 * 86_400_000;
    expect(await list(other)).toEqual([]);
  });
});

test('records that somebody else has pushed are left out, and hide nothing', full, async () => {
  const { engine, branch, commit, bare, first } = await proposeSubscription();
  const forge = async (name: string, parents: readonly string[], message: string) => {
    const words = parents.flatMap((parent) => ['-p', parent]);
    const record = await gitAt(now / 1000, bare, 'commit-tree', 'main^{tree}', ...words, '-m', message);
    await git(bare, 'update-ref', `refs/gatewright/declined/${name}`, record);
  };
  const trailers = (at: string, why = 'x') =>
    `T\n\nDeclined-By: x\nGatewright-Branch: ${at}\nGatewright-Reason: ${why}`;
  await forge('a', [first], trailers(branch));
  await forge(first, [first], trailers('main'));
  await forge('b/c', [commit], trailers(branch));
  await forge('1'.repeat(40), [], trailers(branch));
  await forge('2'.repeat(40), [commit, first], trailers(branch));
  const blob = await git(bare, 'rev-parse', 'main:gateway.config.yaml');
  await git(bare, 'update-ref', `refs/gatewright/declined/${blob}`, blob);
  expect(await list(engine)).toMatchObject([{ branch, state: 'open' }]);
  await engine.reviews.withdraw({ branch, commit }, eve);
  const [withdrawn, ...others] = await list(engine);
  expect([withdrawn?.state, withdrawn?.declined, others]).toEqual(['closed', undefined, []]);
  await forge(commit, [commit], trailers(branch, 'x'.repeat(100_000)));
  expect((await list(engine))[0]?.declined?.reason).toBe('x'.repeat(500));
});
