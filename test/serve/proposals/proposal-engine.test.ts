// @module-tag full
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { full } from '../../full-run.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { git } from '../../platform/git-in-test.ts';
import {
  ada,
  blobId,
  eve,
  kennels,
  now,
  openEngineInTest,
  previewOf,
  sources,
  subscribe,
} from './engine-in-test.ts';

const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
const ownFile = 'apis/dog_park/v1/subscriptions/kennel_sync.yaml';
const added = `kind: Subscription
application: KennelSync
api: DogPark/v1
tier: gold
`;
const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
const extend = {
  change: 'application_changed',
  application: 'KennelSync',
  callbackUrls: [],
  grants: ['client_credentials', 'refresh_token'],
} as const;

test('a preview shows difference, findings and plan, and writes nothing', async () => {
  const { engine, bare, first, folder } = await openEngineInTest();
  const preview = await previewOf(engine);
  expect(preview).toEqual({
    base: first,
    title: 'Subscribe KennelSync to DogPark/v1',
    subject: { aspect: 'subscription', application: 'KennelSync', api: 'DogPark/v1' },
    diff: expect.stringContaining('+application: KennelSync\n'),
    findings: [],
    accepted: 0,
    plan: {
      changes: [
        {
          action: 'add',
          kind: 'Subscription',
          name: 'KennelSync DogPark/v1',
          message: expect.any(String),
          operations: [],
          sensitive: 'access',
          affected: [
            {
              application: 'KennelSync',
              owner: 'kennel-team',
              effect: expect.stringContaining('DogPark/v1'),
            },
          ],
        },
      ],
      findings: [],
      versions: [],
      digest: expect.stringMatching(/^sha256:/),
    },
    obstacle: undefined,
    // The team that owns the API has no other member.
    approvers: 'nobody',
  });
  expect(await git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  const mirrors = await git(folder, 'count-objects', '-v').catch(() => '');
  expect(mirrors).toBe('');
});

test('a proposal is a commit of the person, byte for byte', async () => {
  const { engine, bare, first } = await openEngineInTest();
  const { base, plan } = await previewOf(engine);
  const result = await engine.propose(subscribe, ada, base);
  const commit = await git(bare, 'rev-parse', `refs/heads/${branch}`);
  expect(result).toEqual({ delivery: 'branch', branch, commit, approvers: 'nobody' });
  const tree = await git(bare, 'rev-parse', `${commit}^{tree}`);
  const raw = await git(bare, 'cat-file', 'commit', commit);
  expect(raw).toBe(`tree ${tree}
parent ${first}
author Ada Lovelace <ada@example.edu> ${now / 1000} +0000
committer Gatewright <gatewright@store.example.edu> ${now / 1000} +0000

Subscribe KennelSync to DogPark/v1

Proposed-By: user:ada
Gatewright-Change: subscription_added
Gatewright-Subject: subscription KennelSync DogPark/v1
Gatewright-Plan-Digest: ${plan?.digest}`);
  expect(await git(bare, 'diff', '--name-status', first, commit)).toBe(`A\t${ownFile}`);
  expect(`${await git(bare, 'show', `${commit}:${ownFile}`)}\n`).toBe(added);
});

test(
  'a withdrawal deletes a file that has nothing else, and a file keeps its mark and its mode',
  full,
  async () => {
    const file = 'applications/kennel_sync.yaml';
    const marked = `\uFEFF${kennels}`;
    const { engine, bare, work, push } = await openEngineInTest({}, { ...sources, [file]: marked });
    const change = { change: 'subscription_removed', application: 'DogWalker', api: 'DogPark/v1' } as const;
    const first = await previewOf(engine, change);
    await engine.propose(change, ada, first.base);
    const withdrawn = 'proposals/ada/subscription-DogWalker-DogPark-v1';
    expect(await git(bare, 'diff', '--name-status', 'main', withdrawn)).toBe(`D\t${subscriptions}`);
    await chmod(`${work}/${file}`, 0o755);
    await push({});
    const grants = ['client_credentials', 'refresh_token'];
    const settings = {
      change: 'application_changed',
      application: 'KennelSync',
      callbackUrls: [],
      grants,
    } as const;
    const second = await previewOf(engine, settings);
    await engine.propose(settings, ada, second.base);
    const name = 'proposals/ada/settings-KennelSync';
    const text = marked.replace('[client_credentials]', '[client_credentials, refresh_token]');
    expect(await git(bare, 'ls-tree', name, file)).toBe(`100755 blob ${blobId(text)}\t${file}`);
  },
);

describe('one open proposal for each person and subject', () => {
  test('a second one replaces the first on its branch', async () => {
    const { engine, bare } = await openEngineInTest();
    const { base } = await previewOf(engine);
    await engine.propose(subscribe, ada, base);
    await engine.propose({ ...subscribe, tier: 'gold' }, ada, base);
    expect(await git(bare, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/proposals')).toBe(
      branch,
    );
    expect(await git(bare, 'rev-list', '--count', `main..${branch}`)).toBe('1');
  });

  test('two people have two branches', async () => {
    const { engine, bare } = await openEngineInTest();
    const { base } = await previewOf(engine);
    const results = await Promise.all([
      engine.propose(subscribe, ada, base),
      engine.propose(subscribe, eve, base),
    ]);
    expect(results.map((result) => 'delivery' in result && result.delivery)).toEqual(['branch', 'branch']);
    const branches = await git(bare, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/proposals');
    expect(branches.split('\n')).toEqual([
      branch,
      expect.stringMatching(/^proposals\/staff-eve\.[0-9a-f]{12}\/subscription-KennelSync-DogPark-v1$/),
    ]);
    expect(await git(bare, 'log', '-1', '--format=%an <%ae>', branches.split('\n')[1] ?? '')).toMatch(
      /^Eve <staff-eve\.[0-9a-f]{12}@users\.noreply\.store\.example\.edu>$/,
    );
  });

  test('a branch that somebody else has added to is left as it is', async () => {
    const { engine, bare, work } = await openEngineInTest();
    const { base } = await previewOf(engine);
    await engine.propose(subscribe, ada, base);
    await git(work, 'fetch', '--quiet', bare, branch);
    await git(work, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
    await git(work, 'commit', '--quiet', '--allow-empty', '--message', 'By a reviewer');
    await git(work, 'push', '--quiet', bare, `HEAD:refs/heads/${branch}`);
    const reviewed = await git(bare, 'rev-parse', branch);
    expect(await engine.propose(subscribe, ada, base)).toMatchObject({ branch: `${branch}-2` });
    expect(await git(bare, 'rev-parse', branch)).toBe(reviewed);
  });
});

test(
  'a proposal for another subject keeps its branch, even if its name has the form of a number',
  full,
  async () => {
    const file = 'applications/others.yaml';
    const named = (name: string) => kennels.replace('KennelSync', name);
    const files = { ...sources, [file]: `${named('walker')}---\n${named('walker-2')}` };
    const { engine, bare, first } = await openEngineInTest({}, files);
    const change = (application: string) =>
      ({
        change: 'application_changed',
        application,
        callbackUrls: [],
        grants: ['client_credentials', 'refresh_token'],
      }) as const;
    const other = 'proposals/ada/settings-walker-2';
    expect(await engine.propose(change('walker-2'), ada, first)).toMatchObject({ branch: other });
    const kept = await git(bare, 'rev-parse', other);
    const tree = await git(bare, 'rev-parse', `${first}^{tree}`);
    const reviewed = await git(bare, 'commit-tree', tree, '-p', first, '-m', 'By a reviewer');
    await git(bare, 'update-ref', 'refs/heads/proposals/ada/settings-walker', reviewed);
    expect(await engine.propose(change('walker'), ada, first)).toMatchObject({
      branch: 'proposals/ada/settings-walker-3',
    });
    expect(await git(bare, 'rev-parse', other)).toBe(kept);
  },
);

test('a base that has moved is planned again, and nothing is pushed', async () => {
  const { engine, bare, push } = await openEngineInTest();
  const { base } = await previewOf(engine);
  const gold = 'kind: Tier\nname: gold\nlimit: { requests: 5, unit: minute }\n';
  const moved = await push({ 'tiers.yaml': gold });
  const answer = await engine.propose(subscribe, ada, base);
  expect(answer).toMatchObject({ problem: 'base_moved', preview: { base: moved, obstacle: undefined } });
  expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  expect(await engine.propose(subscribe, ada, moved)).toMatchObject({ delivery: 'branch', branch });
  await push({ 'applications/kennel_sync.yaml': undefined });
  expect(await engine.propose(subscribe, ada, moved)).toEqual({
    problem: 'change_invalid',
    reason: 'Unknown application "KennelSync".',
  });
  await push({ 'tiers.yaml': 'kind: Tier\n' });
  expect(await engine.preview(subscribe, ada)).toMatchObject({ problem: 'base_broken' });
});

test('what the base has given to somebody else is unknown, whatever the gateway serves', full, async () => {
  const { engine, bare, push } = await openEngineInTest();
  const { base } = await previewOf(engine, subscribe, eve);
  const moved = await push({ 'applications/kennel_sync.yaml': kennels.replace('kennel-team', 'ada') });
  const refused = { problem: 'change_invalid', reason: 'Unknown application "KennelSync".' };
  expect(await engine.preview(subscribe, eve)).toEqual(refused);
  expect(await engine.propose(subscribe, eve, moved)).toEqual(refused);
  expect(await engine.propose(subscribe, eve, base)).toEqual(refused);
  expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  expect(await engine.propose(subscribe, ada, moved)).toMatchObject({ delivery: 'branch' });
});

test('errors of lint and rules of the plan are in the way', async () => {
  const { engine, bare } = await openEngineInTest();
  const retire = { change: 'api_retired', api: 'DogPark/v1' } as const;
  const preview = await previewOf(engine, retire);
  expect(preview.obstacle).toBe('forbidden_by_plan');
  expect(await engine.propose(retire, ada, preview.base)).toMatchObject({
    problem: 'forbidden_by_plan',
    preview,
  });
  const insecure = {
    change: 'application_changed',
    application: 'DogWalker',
    callbackUrls: ['http://walker.example.edu/callback'],
    grants: ['authorization_code'],
  } as const;
  const refused = await engine.propose(insecure, ada, preview.base);
  expect(refused).toMatchObject({ problem: 'lint_errors', preview: { obstacle: 'lint_errors' } });
  expect(await git(bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
});

describe('a remote', full, () => {
  test('that refuses is quoted, without what a terminal would obey', async () => {
    const { engine, bare } = await openEngineInTest();
    const { base } = await previewOf(engine);
    await mkdir(`${bare}/hooks`, { recursive: true });
    const hook = '#!/bin/sh\nprintf "\\033[31mNo <script>proposals</script> today.\\033[0m\\n" >&2\nexit 1\n';
    await writeFile(`${bare}/hooks/pre-receive`, hook, { mode: 0o755 });
    expect(await engine.propose(subscribe, ada, base)).toEqual({
      problem: 'push_refused',
      reason: 'The repository does not accept the proposal: No <script>proposals</script> today.',
    });
    await rm(`${bare}/hooks/pre-receive`);
    expect(await engine.propose(subscribe, ada, base)).toMatchObject({ delivery: 'branch' });
  });

  test('that is missing is unreachable', async () => {
    const { engine, bare } = await openEngineInTest();
    await rm(bare, { recursive: true });
    expect(await engine.preview(subscribe, ada)).toEqual({
      problem: 'remote_unreachable',
      reason: expect.stringMatching(
        /^The repository cannot be read: '.*' does not appear to be a git repository\.$/,
      ),
    });
  });

  test('that never answers is given up', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { settings, open } = await openEngineInTest();
    const hanging = await open({
      settings: { ...settings, remote: `http://127.0.0.1:${port}/apis.git` },
      timeoutMs: 1000,
    });
    expect(await hanging.preview(subscribe, ada)).toEqual({
      problem: 'remote_unreachable',
      reason: 'The repository has not answered within 1 seconds.',
    });
  });
});

test('the list is derived from the repository, by any gateway', full, async () => {
  let time = now;
  const { open, bare, work, folder, engine: _ } = await openEngineInTest();
  const engine = await open({ clock: () => time });
  const { base } = await previewOf(engine);
  await engine.propose(subscribe, ada, base);
  const opened = await git(bare, 'rev-parse', branch);
  time += 60_000;
  await engine.propose(extend, eve, base);
  const other = await open({ stateFolder: `${folder}/other` });
  const mine = {
    branch,
    commit: opened,
    title: 'Subscribe KennelSync to DogPark/v1',
    person: { id: 'user:ada', name: 'Ada Lovelace' },
    subject: { aspect: 'subscription', application: 'KennelSync', api: 'DogPark/v1' },
    apis: ['DogPark/v1'],
    proposedAt: now,
    state: 'open',
  };
  const listedNow = { ...mine, isWithinSubject: true };
  expect(await other.list(ada)).toEqual([listedNow]);
  const hers = await other.list(eve);
  if (isProposalProblem(hers)) throw new Error(hers.reason);
  expect(hers.map(({ person }) => person.name)).toEqual(['Eve']);
  expect(await other.listAll({ branch })).toEqual([listedNow]);
  expect(await other.listAll({ branch: hers[0]?.branch ?? '' })).toEqual(hers);
  expect(await other.listAll({ apiNames: ['CatCafe', 'DogPark'] })).toEqual([listedNow]);
  expect(await other.listAll({ apiNames: ['Dog', 'DogPark/v1'] })).toEqual([]);

  // As hosts do: merged as another commit with the same message, and the branch deleted.
  await git(work, 'fetch', '--quiet', bare, branch);
  await git(work, 'reset', '--quiet', '--hard', 'main');
  await git(work, 'cherry-pick', 'FETCH_HEAD');
  await git(work, 'commit', '--quiet', '--amend', '--no-edit', '--date', '@1795000000');
  await git(work, 'push', '--quiet', bare, 'HEAD:refs/heads/main');
  await git(bare, 'update-ref', '-d', `refs/heads/${branch}`);
  time += 60_000;
  expect(await engine.list(ada)).toEqual([{ ...mine, state: 'merged' }]);
  const fresh = await open({ stateFolder: `${folder}/third` });
  expect(await fresh.list(ada)).toMatchObject([{ branch, state: 'merged' }]);

  const [theirs] = (await git(bare, 'for-each-ref', '--format=%(refname)', 'refs/heads/proposals')).split(
    '\n',
  );
  await git(bare, 'update-ref', '-d', theirs ?? '');
  time += 60_000;
  expect(await engine.list(eve)).toMatchObject([{ state: 'closed', title: expect.any(String) }]);
});

test('a new application names the versions that it subscribes to, for their owners', async () => {
  const { engine, bare } = await openEngineInTest();
  const newcomer = {
    change: 'application_added',
    name: 'CatCafe',
    type: 'service',
    owner: 'ada',
    callbackUrls: [],
    grants: [],
    subscriptions: [{ api: 'DogPark/v1', tier: 'gold', scopes: [] }],
  } as const;
  const { base, plan } = await previewOf(engine, newcomer);
  await engine.propose(newcomer, ada, base);
  const all = await engine.listAll({ apiNames: ['DogPark'] });
  expect(Array.isArray(all) && all.map(({ subject, apis }) => ({ subject, apis }))).toEqual([
    { subject: { aspect: 'application', application: 'CatCafe' }, apis: ['DogPark/v1'] },
  ]);
  const message = await git(bare, 'log', '-1', '--format=%B', 'proposals/ada/application-CatCafe');
  expect(message.trim()).toBe(`Add the application CatCafe

Proposed-By: user:ada
Gatewright-Change: application_added
Gatewright-Subject: application CatCafe
Gatewright-Api: DogPark/v1
Gatewright-Plan-Digest: ${plan?.digest}`);
});

test('a list is shared for some seconds, unless something is proposed here', full, async () => {
  let time = now;
  const { open, folder } = await openEngineInTest();
  const engine = await open({ clock: () => time });
  const other = await open({ stateFolder: `${folder}/other` });
  const { base } = await previewOf(engine);
  expect(await engine.list(ada)).toEqual([]);
  await other.propose(subscribe, ada, base);
  time += 2999;
  const ofApi = { apiNames: ['DogPark'] };
  expect([await engine.list(ada), await engine.listAll(ofApi)]).toEqual([[], []]);
  time += 1;
  const subjects = async (of: typeof ada) => {
    const list = await engine.list(of);
    return isProposalProblem(list) ? list : list.map(({ person, subject }) => [person.id, subject?.aspect]);
  };
  expect(await subjects(ada)).toEqual([['user:ada', 'subscription']]);
  await engine.propose(extend, eve, base);
  expect(await subjects(ada)).toEqual([['user:ada', 'subscription']]);
  expect(await subjects(eve)).toEqual([['user:staff/Eve', 'settings']]);
  expect(await engine.listAll(ofApi)).toMatchObject([{ person: { id: 'user:ada' } }]);
});

test('a person may have twenty open proposals, and replace each of them', full, async () => {
  const { engine, bare, first } = await openEngineInTest();
  await engine.propose(subscribe, ada, first);
  const tree = await git(bare, 'rev-parse', `${first}^{tree}`);
  for (let number = 1; number < 20; number++) {
    const trailers = `Proposed-By: user:ada\nGatewright-Subject: settings App${number}`;
    const commit = await git(bare, 'commit-tree', tree, '-p', first, '-m', `Change\n\n${trailers}`);
    await git(bare, 'update-ref', `refs/heads/proposals/ada/settings-App${number}`, commit);
  }
  expect(await engine.propose(extend, ada, first)).toEqual({
    problem: 'too_many_open',
    reason: 'The limit is 20 open proposals for each person.',
  });
  expect(await engine.propose(extend, eve, first)).toMatchObject({ delivery: 'branch' });
  expect(await engine.propose(subscribe, ada, first)).toMatchObject({ delivery: 'branch', branch });
  await git(bare, 'update-ref', '-d', 'refs/heads/proposals/ada/settings-App1');
  expect(await engine.propose(extend, ada, first)).toMatchObject({ delivery: 'branch' });
});

test('a branch whose name was a folder of an earlier one, or is very long, stops nothing', full, async () => {
  let time = now;
  const { open, bare } = await openEngineInTest();
  const engine = await open({ clock: () => time });
  const { base } = await previewOf(engine);
  await engine.propose(subscribe, ada, base);
  await engine.list(ada);
  const commit = await git(bare, 'rev-parse', branch);
  await git(bare, 'update-ref', '-d', `refs/heads/${branch}`);
  const long = ['a', 'b'].map((letter) => letter.repeat(150)).join('/');
  await git(bare, 'update-ref', 'refs/heads/proposals/ada', base);
  await git(bare, 'update-ref', `refs/heads/proposals/${long}`, base);
  time += 60_000;
  expect(await engine.list(ada)).toMatchObject([{ branch, commit, state: 'closed' }]);
  expect(await engine.preview(subscribe, ada)).toMatchObject({ obstacle: undefined });
  time += 91 * 86_400_000;
  expect(await engine.list(ada)).toEqual([]);
});

test('without a remote it is a patch that git am applies, and the repository stays as it is', async () => {
  const { work, open, first } = await openEngineInTest();
  const engine = await open({ settings: undefined });
  const before = await git(work, 'count-objects', '-v');
  const { base } = await previewOf(engine);
  expect(base).toBe(first);
  const result = await engine.propose(subscribe, ada, base);
  if (!('patch' in result)) throw new Error('a patch is expected');
  expect(result.fileName).toBe('0001-subscribe-kennelsync-to-dogpark-v1.patch');
  expect(await git(work, 'count-objects', '-v')).toBe(before);
  await writeFile(`${work}/../a.patch`, result.patch);
  await git(work, 'am', '--quiet', `${work}/../a.patch`);
  expect(await git(work, 'log', '-1', '--format=%an <%ae>%n%s')).toBe(
    'Ada Lovelace <ada@example.edu>\nSubscribe KennelSync to DogPark/v1',
  );
  expect(await readFile(`${work}/${ownFile}`, 'utf8')).toBe(added);
  expect(await engine.list(ada)).toEqual([]);
});
