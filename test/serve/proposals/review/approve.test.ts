// @module-tag full
import { symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isProposalProblem, type DisplayedMerge } from '#runtime/ports/proposals.ts';
import { full } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { ada, eve, now, openEngineInTest, sources, subscribe } from '../engine-in-test.ts';
import {
  bob,
  display,
  ownFile,
  proposeSubscription,
  pushTo,
  readMerge,
  withBob,
} from './proposed-in-test.ts';

/** More files than a page shows. */
function many(): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`notes/${index}.md`, 'x']));
}

describe('a new application', full, () => {
  const add = async (apis: readonly string[], name = 'CatCafe') => {
    const other = (sources['apis/dog_park/v1/api.yaml'] ?? '')
      .replace('DogPark', 'BirdPark')
      .replace('dog_park', 'bird_park')
      .replaceAll('https://dogs', 'https://birds')
      .replace('owner: parks-team', 'owner: kennel-team');
    const origin = await openEngineInTest(
      { merge: true },
      {
        ...withBob,
        'apis/bird_park/v1/api.yaml': other,
        'apis/bird_park/v1/openapi.yaml': sources['apis/dog_park/v1/openapi.yaml'] ?? '',
      },
    );
    const added = {
      change: 'application_added',
      name,
      type: 'service',
      owner: 'user:staff/Eve',
      description: 'Cats.',
      callbackUrls: [],
      grants: ['client_credentials'],
      keys: {},
      subscriptions: apis.map((api) => ({ api, tier: 'gold', scopes: [] })),
    } as const;
    const delivered = await origin.engine.propose(added, eve, origin.first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch')
      throw new Error(JSON.stringify(delivered));
    return { ...origin, branch: delivered.branch };
  };

  test('is shown to the owner of the API that it is subscribed to, who cannot approve it', async () => {
    const { engine, branch } = await add(['DogPark/v1']);
    const merge = await readMerge(engine, branch, bob);
    expect([merge.refused, merge.diff]).toEqual(['not_owner', expect.stringContaining('name: CatCafe')]);
    expect(await readMerge(engine, branch, eve)).toMatchObject({ refused: 'own', approvers: 'nobody' });
    const asBob = await engine.reviews.approve(await display(engine, branch, bob), bob);
    expect(asBob).toMatchObject({ problem: 'approval_refused' });
  });

  test('is not shown to the owner of one of several APIs, nor to those of none', async () => {
    const { engine, branch } = await add(['DogPark/v1', 'BirdPark/v1']);
    expect(await engine.reviews.read(branch, bob)).toMatchObject({ merge: 'not_own' });
    const without = await add([]);
    expect(await without.engine.reviews.read(without.branch, bob)).toMatchObject({ merge: 'not_own' });
  });
});

describe('the owner of an API', full, () => {
  test('sees what a proposal changes on the present base', async () => {
    const { engine, branch, commit, push } = await proposeSubscription();
    const base = await push({ 'README.md': 'More.' });
    const answer = await engine.reviews.read(branch, ada);
    expect(answer).toMatchObject({
      proposal: { branch, commit, state: 'open', person: { id: 'user:staff/Eve' } },
      merge: {
        base,
        findings: [],
        obstacle: undefined,
        plan: { changes: [{ action: 'add', name: 'KennelSync DogPark/v1', sensitive: 'access' }] },
      },
    });
    const { diff, refused } = await readMerge(engine, branch);
    expect(diff).toContain(`+++ b/${ownFile}`);
    expect(diff).not.toContain('README');
    expect(refused).toBeUndefined();
  });

  test('merges it with a commit of two parents', async () => {
    const { engine, branch, commit, bare, first, push } = await proposeSubscription();
    const base = await push({ 'README.md': 'More.' });
    const merged = await engine.reviews.approve(await display(engine, branch), ada);
    const tip = await git(bare, 'rev-parse', 'main');
    expect(merged).toMatchObject({ commit: tip, merged: { branch, state: 'merged' } });
    const tree = await git(bare, 'rev-parse', `${tip}^{tree}`);
    expect(await git(bare, 'cat-file', 'commit', tip)).toBe(`tree ${tree}
parent ${base}
parent ${commit}
author Ada Lovelace <ada@example.edu> ${now / 1000} +0000
committer Gatewright <gatewright@store.example.edu> ${now / 1000} +0000

Merge proposal: Subscribe KennelSync to DogPark/v1

Approved-By: user:ada
Gatewright-Branch: ${branch}`);
    expect(await git(bare, 'diff', '--name-status', base, tip)).toBe(`A\t${ownFile}`);
    expect(await git(bare, 'diff', '--name-status', first, tip)).toBe(`A\tREADME.md\nA\t${ownFile}`);
    expect(await engine.list(eve)).toMatchObject([{ branch, commit, state: 'merged' }]);
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ proposal: { state: 'merged' } });
    expect(await engine.reviews.approve({ branch, commit, base, plan: '' }, ada)).toMatchObject({
      problem: 'proposal_ended',
    });
  });
});

describe('nothing is merged', full, () => {
  test('without the setting', async () => {
    const { engine, branch, bare, first } = await proposeSubscription({});
    expect(await readMerge(engine, branch)).toMatchObject({ refused: 'not_declared' });
    expect(await engine.reviews.approve(await display(engine, branch), ada)).toMatchObject({
      problem: 'approval_refused',
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('by its author, who owns everything in it', async () => {
    const { engine, bare, first } = await openEngineInTest({ merge: true });
    await engine.propose(subscribe, ada, first);
    const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
    // The team has no other member.
    expect(await readMerge(engine, branch)).toMatchObject({ refused: 'own', approvers: 'nobody' });
    expect(await engine.reviews.approve(await display(engine, branch), ada)).toMatchObject({
      problem: 'approval_refused',
      reason: 'You cannot approve your own proposal.',
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('by its author with another account of the same address', async () => {
    const teams = (withBob['teams.yaml'] ?? '').replace('[ada, bob]', "[ada, 'ada@example.edu']");
    const { engine, bare, first } = await openEngineInTest(
      { merge: true },
      { ...withBob, 'teams.yaml': teams },
    );
    await engine.propose(subscribe, ada, first);
    const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
    const identity = { subject: 'user:staff/a', emails: ['ada@example.edu'], provider: 'staff', groups: [] };
    const other = { id: 'user:staff/a', name: 'Ada', email: 'ada@example.edu', identity };
    expect(await readMerge(engine, branch, other)).toMatchObject({ refused: 'own' });
    expect(await engine.reviews.approve(await display(engine, branch, other), other)).toMatchObject({
      problem: 'approval_refused',
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('by its author under the name of somebody else, or from the branch of the approver', async () => {
    const { engine, branch, work, bare, first } = await proposeSubscription();
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    const forged = message.replace('user:staff/Eve', 'user:zoe');
    await pushTo({ work, bare }, branch, {}, ['--amend', '-m', forged]);
    expect(await readMerge(engine, branch)).toMatchObject({ refused: 'changed' });
    await git(work, 'push', '-q', bare, `pushed:refs/heads/proposals/ada/subscription-x`);
    expect(await readMerge(engine, 'proposals/ada/subscription-x')).toMatchObject({ refused: 'own' });
    expect(
      await engine.reviews.approve(await display(engine, 'proposals/ada/subscription-x'), ada),
    ).toMatchObject({ problem: 'approval_refused' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test.for([
    ['the Gateway document', { 'gateway.config.yaml': `${sources['gateway.config.yaml']}# more\n` }],
    ['a team', { 'teams.yaml': (sources['teams.yaml'] ?? '').replace('members: [ada, ', 'members: [') }],
    [
      'an application of somebody else',
      { 'applications/x.yaml': 'kind: Application\nname: Cat\ntype: service\nowner: zoe\n' },
    ],
    ['a file that declares nothing', { 'scripts/run.sh': 'rm -rf /\n' }],
    ['a workflow of the host', { '.github/workflows/x.yaml': 'on: push\n' }],
  ] as const)('if the branch also changes %s', async ([, files]) => {
    const { engine, branch, commit, work, bare, first } = await proposeSubscription();
    const before = await display(engine, branch);
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    await pushTo({ work, bare }, branch, files, ['--amend', '-m', message]);
    const answer = await engine.reviews.read(branch, ada);
    expect(answer).toMatchObject({ merge: 'not_own' });
    expect(JSON.stringify(answer)).not.toContain('diff');
    expect(await engine.reviews.approve(before, ada)).toMatchObject({ problem: 'conflict' });
    const forged = { ...before, commit: await git(bare, 'rev-parse', branch) };
    expect(forged.commit).not.toBe(commit);
    expect(await engine.reviews.approve(forged, ada)).toMatchObject({ problem: 'approval_refused' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('if somebody has added a commit to the branch', async () => {
    const { engine, branch, work, bare, first } = await proposeSubscription();
    const before = await display(engine, branch, bob);
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    await pushTo(
      { work, bare },
      branch,
      {
        [ownFile]:
          'kind: Subscription\napplication: KennelSync\napi: DogPark/v1\ntier: gold\nstate: blocked\n',
      },
      ['-m', message],
    );
    expect(await engine.reviews.approve(before, bob)).toMatchObject({ problem: 'conflict' });
    expect(await readMerge(engine, branch, bob)).toMatchObject({ refused: 'changed' });
    expect(await engine.reviews.approve(await display(engine, branch, bob), bob)).toMatchObject({
      problem: 'approval_refused',
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('if somebody else has committed what is on the branch', async () => {
    const { engine, branch, work, bare, first } = await proposeSubscription();
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    await pushTo({ work, bare }, branch, {}, ['--amend', '-m', message], 'zoe@example.edu');
    expect(await readMerge(engine, branch)).toMatchObject({ refused: 'changed' });
    expect(await engine.reviews.approve(await display(engine, branch), ada)).toMatchObject({
      problem: 'approval_refused',
    });
    // The same commit by the gateway is not refused.
    await pushTo({ work, bare }, branch, {}, ['--amend', '-m', message]);
    expect((await readMerge(engine, branch)).refused).toBeUndefined();
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test.for([
    ['too_large', 'The proposal is too large to be merged in the store.', many()],
    [
      'unreadable',
      'The proposal changes a file that is not text.',
      { [ownFile]: Buffer.from([0xff, 0xfe, 0]) },
    ],
  ] as const)('if its files are %s', async ([merge, reason, files]) => {
    const { engine, branch, work, bare, first } = await proposeSubscription();
    const before = await display(engine, branch);
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    await pushTo({ work, bare }, branch, files, ['--amend', '-m', message]);
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ merge });
    const displayed = { ...before, commit: await git(bare, 'rev-parse', branch) };
    expect(await engine.reviews.approve(displayed, ada)).toEqual({ problem: 'approval_refused', reason });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('if the declarations would have errors', async () => {
    const { engine, branch, bare, push } = await proposeSubscription(
      { merge: true },
      {
        ...withBob,
        'gateway.config.yaml': `${sources['gateway.config.yaml']}lint: { rules: { subscription-to-retired-api: error } }\n`,
      },
    );
    const file = 'apis/dog_park/v1/api.yaml';
    const retired = (sources[file] ?? '').replace('state: published', 'state: retired');
    const base = await push({ [file]: retired });
    expect(await readMerge(engine, branch)).toMatchObject({
      findings: [{ severity: 'error', code: 'subscription-to-retired-api' }],
      obstacle: 'lint_errors',
    });
    expect(await engine.reviews.approve(await display(engine, branch), ada)).toMatchObject({
      problem: 'lint_errors',
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(base);
  });

  test('if the rules for changes forbid it', async () => {
    const config = sources['gateway.config.yaml'] ?? '';
    const relaxed = `${config}lint: { rules: { breaking-change-in-version: warning } }\n`;
    const { engine, first, bare, push } = await openEngineInTest(
      { merge: true },
      { ...withBob, 'gateway.config.yaml': relaxed },
    );
    const definition = (sources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(
      '- name: breed',
      '- required: true\n          name: breed',
    );
    const change = { change: 'api_definition_replaced', api: 'DogPark/v1', definition } as const;
    const delivered = await engine.propose(change, ada, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch')
      throw new Error(JSON.stringify(delivered));
    const merge = await readMerge(engine, delivered.branch, bob);
    expect(merge.refused).toBeUndefined();
    // Who approves a document sees what its author has seen.
    expect(merge.plan?.versions).toMatchObject([
      { api: 'DogPark/v1', previous: 'DogPark/v1', subscribers: ['DogWalker'] },
    ]);
    const base = await push({ 'gateway.config.yaml': config });
    expect(await readMerge(engine, delivered.branch, bob)).toMatchObject({ obstacle: 'forbidden_by_plan' });
    const displayed = await display(engine, delivered.branch, bob);
    expect(await engine.reviews.approve(displayed, bob)).toMatchObject({ problem: 'forbidden_by_plan' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(base);
  });

  test('if the commit, the base or the plan is another than the displayed one', async () => {
    const { engine, branch, bare, first, push } = await proposeSubscription();
    const displayed = await display(engine, branch);
    const approve = (changes: Partial<DisplayedMerge>) =>
      engine.reviews.approve({ ...displayed, ...changes }, ada);
    expect(await approve({ commit: first })).toMatchObject({ problem: 'conflict' });
    expect(await approve({ commit: '' })).toMatchObject({ problem: 'conflict' });
    expect(await approve({ base: displayed.commit })).toMatchObject({ problem: 'base_moved' });
    expect(await approve({ plan: 'sha256:0' })).toMatchObject({ problem: 'plan_changed' });
    for (const other of ['main', 'refs/heads/main', `../${branch}`, 'proposals/', ''])
      expect(await approve({ branch: other })).toMatchObject({ problem: 'proposal_unknown' });
    const moved = await push({ 'README.md': 'More.' });
    expect(await approve({})).toMatchObject({ problem: 'base_moved' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(moved);
  });

  test('if it conflicts, or has errors on the present base', async () => {
    const { engine, branch, bare, push } = await proposeSubscription();
    const displayed = await display(engine, branch);
    const conflicting = await push({
      [ownFile]: 'kind: Subscription\napplication: KennelSync\napi: DogPark/v1\ntier: silver\n',
    });
    expect(await engine.reviews.read(branch, ada)).toMatchObject({ merge: 'conflict' });
    expect(await engine.reviews.approve(displayed, ada)).toMatchObject({ problem: 'merge_conflict' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(conflicting);
  });

  test('if the remote refuses the push, and its reason is shown', async () => {
    const { engine, branch, bare, first } = await proposeSubscription();
    const hook =
      '#!/bin/sh\nwhile read old new ref; do\n[ "$ref" = refs/heads/main ] && echo "main is protected" && exit 1\ndone\nexit 0\n';
    await writeFile(`${bare}/hooks/pre-receive`, hook, { mode: 0o755 });
    expect(
      await engine.reviews.approve(await display(engine, branch), ada).catch((error: unknown) => error),
    ).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('main is protected'),
    });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });

  test('twice, if two owners approve at once', async () => {
    const { engine, open, settings, folder, branch, bare } = await proposeSubscription();
    const other = await open({ settings, stateFolder: `${folder}/other` });
    const [first, second] = [await display(engine, branch), await display(other, branch, bob)];
    const answers = await Promise.all([
      engine.reviews.approve(first, ada),
      other.reviews.approve(second, bob),
    ]);
    const problems = answers.flatMap((answer) => (isProposalProblem(answer) ? [answer.problem] : []));
    expect(problems).toHaveLength(1);
    expect(['base_moved', 'proposal_ended']).toContain(problems[0]);
    expect(await git(bare, 'rev-list', '--merges', '--count', 'main')).toBe('1');
  });

  test('by somebody who owns nothing of it, to whom nothing is shown', async () => {
    const { engine, branch } = await proposeSubscription();
    const zoe = {
      ...bob,
      id: 'user:zoe',
      identity: { ...bob.identity, subject: 'user:zoe', username: 'zoe' },
    };
    expect(await engine.reviews.read(branch, zoe)).toMatchObject({ merge: 'not_own' });
    const displayed = await display(engine, branch);
    expect(await engine.reviews.approve(displayed, zoe)).toMatchObject({ problem: 'approval_refused' });
  });

  test('if a symbolic link could make the change also one of another file', async () => {
    const files = { ...withBob, 'apis/other/notes.md': 'x' };
    const origin = await openEngineInTest({ merge: true }, files);
    await symlink('../dog_park/v1/openapi.yaml', `${origin.work}/apis/other/openapi.yaml`);
    const first = await origin.push({});
    const delivered = await origin.engine.propose(subscribe, eve, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
    expect(await readMerge(origin.engine, delivered.branch)).toMatchObject({ refused: 'links' });
    expect(
      await origin.engine.reviews.approve(await display(origin.engine, delivered.branch), ada),
    ).toMatchObject({ problem: 'approval_refused' });
    expect(await git(origin.bare, 'rev-parse', 'main')).toBe(first);
  });

  test('if a document has become a part of the API of somebody else', async () => {
    const path = 'apis/dog_park/v1/openapi.yaml';
    const document = sources[path] ?? '';
    const newDog = /    NewDog:\n(?: {6}.*\n)+/;
    const shared = `    NewDog: { $ref: '../../dog_park/v1/openapi.yaml#/components/schemas/NewDog' }\n`;
    const cats = (sources['apis/dog_park/v1/api.yaml'] ?? '')
      .replace('DogPark', 'CatCafe')
      .replace('/dog_park', '/cat_cafe')
      .replace('parks-team', 'kennel-team')
      .replaceAll('https://dogs', 'https://cats');
    const files = {
      'apis/cat_cafe/v1/api.yaml': cats,
      'apis/cat_cafe/v1/openapi.yaml': document.replace(newDog, shared),
    };
    const { engine, bare, first, push } = await openEngineInTest({ merge: true }, withBob);
    const definition = document.replace(
      /( +)name: \{ type: string, example: Rex/,
      '$1nick: { type: string }\n$&',
    );
    const change = { change: 'api_definition_replaced', api: 'DogPark/v1', definition } as const;
    const delivered = await engine.propose(change, ada, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch')
      throw new Error(JSON.stringify(delivered));
    const base = await push(files);
    const names = (await readMerge(engine, delivered.branch, ada)).plan?.changes.map(({ name }) => name);
    expect(names).toContain('CatCafe/v1');
    expect(await engine.reviews.read(delivered.branch, bob)).toMatchObject({ merge: 'not_own' });
    const displayed = await display(engine, delivered.branch);
    expect(await engine.reviews.approve(displayed, bob)).toMatchObject({ problem: 'approval_refused' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(base);
  });

  test('of a new application, which nobody owns yet, though its author sees it', async () => {
    const { engine, first, bare } = await openEngineInTest({ merge: true }, withBob);
    const change = {
      change: 'application_added',
      name: 'CatCafe',
      type: 'service',
      owner: 'kennel-team',
      callbackUrls: [],
      grants: ['client_credentials'],
    } as const;
    const delivered = await engine.propose(change, eve, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch')
      throw new Error(JSON.stringify(delivered));
    expect(await readMerge(engine, delivered.branch, eve)).toMatchObject({
      refused: 'own',
      approvers: 'nobody',
    });
    expect(await readMerge(engine, delivered.branch, ada)).toMatchObject({ refused: 'not_owner' });
    expect(await git(bare, 'rev-parse', 'main')).toBe(first);
  });
});

describe('who owns all of it', full, () => {
  test('approves the settings of an application of the same team', async () => {
    const { engine, first, bare } = await openEngineInTest({ merge: true }, withBob);
    const change = {
      change: 'application_changed',
      application: 'KennelSync',
      callbackUrls: [],
      grants: ['client_credentials', 'refresh_token'],
    } as const;
    const delivered = await engine.propose(change, eve, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
    expect(await engine.reviews.read(delivered.branch, bob)).toMatchObject({ merge: 'not_own' });
    const displayed = await display(engine, delivered.branch);
    expect(await engine.reviews.approve(displayed, ada)).toMatchObject({ merged: { state: 'merged' } });
    expect(await git(bare, 'show', 'main:applications/kennel_sync.yaml')).toContain('refresh_token');
  });

  test('approves a new version of an API, not a new API, nor a version of an API of others', async () => {
    const { engine, first } = await openEngineInTest({ merge: true }, withBob);
    const definition = (version: string) =>
      (sources['apis/dog_park/v1/openapi.yaml'] ?? '').replace(/version: .*/, `version: ${version}`);
    const endpoints = { production: 'https://dogs-two.internal.example.edu' };
    const version = {
      change: 'api_version_added',
      follows: 'DogPark/v1',
      version: 'v2',
      definition: definition('v2'),
      endpoints,
    } as const;
    const delivered = await engine.propose(version, ada, first);
    if (isProposalProblem(delivered) || delivered.delivery === 'patch')
      throw new Error(JSON.stringify(delivered));
    const merge = await readMerge(engine, delivered.branch, bob);
    expect(merge.plan?.versions).toMatchObject([{ api: 'DogPark/v2', subscribers: ['DogWalker'] }]);
    expect(merge.refused).toBeUndefined();
    expect(await engine.reviews.read(delivered.branch, eve)).toMatchObject({ merge: 'not_own' });
    const added = {
      change: 'api_added',
      name: 'CatCafe',
      context: '/cat_cafe',
      version: 'v1',
      owner: 'parks-team',
      definition: definition('v1'),
      endpoints: { production: 'https://cats.internal.example.edu' },
    } as const;
    const fresh = await engine.propose(added, ada, first);
    if (isProposalProblem(fresh) || fresh.delivery === 'patch') throw new Error(JSON.stringify(fresh));
    expect(await readMerge(engine, fresh.branch, bob)).toMatchObject({ refused: 'not_owner' });
  });
});

describe('a withdrawal', full, () => {
  test('deletes the branch of the author, and is known afterwards', async () => {
    const { engine, branch, commit, bare } = await proposeSubscription({});
    expect(await engine.reviews.withdraw({ branch, commit }, ada)).toMatchObject({
      problem: 'proposal_unknown',
    });
    expect(await engine.reviews.withdraw({ branch: 'main', commit }, eve)).toMatchObject({
      problem: 'proposal_unknown',
    });
    expect(await engine.reviews.withdraw({ branch, commit: '' }, eve)).toMatchObject({ problem: 'conflict' });
    expect(await git(bare, 'rev-parse', branch)).toBe(commit);
    expect(await engine.reviews.withdraw({ branch, commit }, eve)).toMatchObject({
      withdrawn: { branch, state: 'closed' },
    });
    expect(await git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(await engine.list(eve)).toMatchObject([{ branch, state: 'closed' }]);
    expect(await engine.reviews.read(branch, eve)).toEqual({
      proposal: expect.objectContaining({ state: 'closed' }),
    });
    expect(await engine.reviews.withdraw({ branch, commit }, eve)).toMatchObject({
      problem: 'proposal_ended',
    });
  });

  test('does not delete what somebody has added to the branch', async () => {
    const { engine, branch, commit, work, bare } = await proposeSubscription({});
    const message = await git(bare, 'log', '-1', '--format=%B', branch);
    await pushTo({ work, bare }, branch, { 'README.md': 'More.' }, ['-m', message]);
    expect(await engine.reviews.withdraw({ branch, commit }, eve)).toMatchObject({ problem: 'conflict' });
    expect(await git(bare, 'rev-parse', `${branch}^`)).toBe(commit);
  });
});
