// @module-tag full
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { git } from '../../../../platform/git-in-test.ts';
import { openShared, start } from '../../../../serve/running-gateway.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from '../proposals-in-test.ts';

type Visitor = Awaited<ReturnType<typeof signIn>>;

const kennels =
  'kind: Application\nname: KennelSync\ntype: service\nowner: eve\ngrants: [client_credentials]\n';

/** A store in which ada owns an API, and eve an application; `merge` lets owners merge. */
async function openStore(merge: boolean, atEnd?: Parameters<typeof makeProposalOrigin>[2]) {
  const origin = await makeProposalOrigin('', 'branch', atEnd);
  const config = await readFile(`${origin.work}/gateway.config.yaml`, 'utf8');
  await origin.push({
    'applications/kennel_sync.yaml': kennels,
    'gateway.config.yaml': config.replace(
      `remote: ${origin.bare}`,
      `remote: ${origin.bare}, merge: ${merge}`,
    ),
  });
  const stateFolder = `${origin.folder}/state`;
  const gateway = await start({ root: origin.work, plainHttp: true, workers: 1, stateFolder }, atEnd);
  return { ...origin, ...gateway, stateFolder };
}

const branch = 'proposals/eve/subscription-KennelSync-DogPark-v1';
const page = `/store/proposals/review?branch=${encodeURIComponent(branch)}`;

async function subscribe(eve: Visitor): Promise<void> {
  const path = '/store/proposals/new/subscribe?application=KennelSync&api=DogPark%2Fv1';
  const empty = formOf(await eve.visit(path));
  const preview = await eve.send(empty.action, {
    ...empty.fields,
    application: 'KennelSync',
    api: 'DogPark/v1',
    tier: 'gold',
    step: 'preview',
  });
  const done = await proposeShown(eve, preview);
  expect(done.text).toContain('The repository has accepted your proposal.');
}

describe('the page of a proposal', () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let ada: Visitor;
  let eve: Visitor;

  beforeAll(() =>
    openShared(async (atEnd) => {
      store = await openStore(true, atEnd);
      ada = await signIn(store.gatewayUrl, 'ada');
      eve = await signIn(store.gatewayUrl, 'eve');
      await subscribe(eve);
    }),
  );

  test('is linked for its author and for the owner of the API, and shows what it changes', async () => {
    expect((await eve.visit('/store/proposals')).body).toContain(`href="${page}"`);
    expect((await ada.visit('/store/publisher')).body).toContain(`href="${page}"`);
    const shown = await ada.visit(page);
    expect([shown.status, shown.heading]).toEqual([200, 'Subscribe KennelSync to DogPark/v1']);
    expect(shown.text).toContain('+application: KennelSync');
    expect(shown.text).toContain('Sensitive: who may call');
    expect(formOf(shown, '/store/proposals/approve').fields).toMatchObject({ branch });
    const own = await eve.visit(page);
    expect(own.text).toContain('You cannot approve your own proposal.');
    expect(own.forms.filter(({ action }) => action.includes('approve'))).toEqual([]);
    expect(own.body).toContain('/store/proposals/withdraw?');
  });

  test('does not exist for others, nor does one of a branch without a proposal', async () => {
    const own = formOf(await ada.visit('/store/proposals/new/application'));
    const typed = { name: 'CatCafe', type: 'service', owner: 'ada', 'grants.client_credentials': 'on' };
    const { csrf: token = '' } = own.fields;
    const preview = formOf(await ada.send(own.action, { csrf: token, ...typed, step: 'preview' }));
    await ada.send(preview.action, { ...preview.fields, step: 'propose' });
    const others = 'proposals/ada/application-CatCafe';
    for (const name of [
      others,
      'main',
      '',
      '../main',
      'x'.repeat(3000),
      '<script>alert(1)</script>',
      '\u0000',
    ]) {
      const query = encodeURIComponent(name);
      for (const path of ['review', 'withdraw', 'decline']) {
        const { status, code, body } = await eve.visit(`/store/proposals/${path}?branch=${query}`);
        expect([status, code]).toEqual([404, 'page_unknown']);
        expect(body).not.toMatch(/CatCafe|<script>alert/);
      }
      for (const path of ['approve', 'withdraw', 'decline']) {
        const { csrf = '' } = formOf(await eve.visit('/store/proposals/new/application')).fields;
        const commit = await git(store.bare, 'rev-parse', others);
        const fields = { csrf, branch: name, commit, base: commit, plan: 'sha256:0', reason: 'No.' };
        const { status, code } = await eve.send(`/store/proposals/${path}`, fields);
        expect([status, code]).toEqual([404, 'page_unknown']);
      }
    }
    expect(await git(store.bare, 'rev-parse', '--verify', '-q', others)).toMatch(/^[0-9a-f]{40}$/);
  });

  test('refuses an approval by the author, and of what has changed, and shows the new state', async () => {
    const { gatewayUrl, bare, push } = store;
    const form = formOf(await ada.visit(page), '/store/proposals/approve');
    const { csrf = '' } = formOf(await eve.visit('/store/proposals/new/application')).fields;
    const byAuthor = await eve.send(form.action, { ...form.fields, csrf });
    expect([byAuthor.status, byAuthor.text]).toEqual([403, expect.stringContaining('You cannot approve')]);
    const forged = await ada.send(form.action, { ...form.fields, commit: '"event":"x"' });
    expect(forged.status).toBe(409);
    const moved = await push({ 'README.md': 'moved\n' });
    const late = await ada.send(form.action, form.fields);
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('The declarations have changed since the page was shown'),
    ]);
    expect(formOf(late, '/store/proposals/approve').fields['base']).toBe(moved);
    expect(await git(bare, 'rev-parse', 'main')).toBe(moved);
    const stranger = await ada.send(form.action, form.fields, { origin: `${gatewayUrl}1` });
    expect(stranger.status).toBe(403);
  });

  test('has its facts and its links if the merge is not known, which is shown in its place', async () => {
    const { bare } = store;
    const base = await git(bare, 'rev-parse', 'main');
    const form = formOf(await ada.visit(page), '/store/proposals/approve');
    const unrelated = await git(bare, 'commit-tree', 'main^{tree}', '-m', 'Another history');
    await git(bare, 'update-ref', 'refs/heads/main', unrelated);
    const reason = expect.stringContaining('has no commit in common with the declarations');
    const shown = await eve.visit(page);
    expect([shown.status, shown.heading, shown.text]).toEqual([
      503,
      'Subscribe KennelSync to DogPark/v1',
      reason,
    ]);
    expect(shown.text).toContain(branch);
    expect(shown.body).toContain('/store/proposals/withdraw?');
    const late = await ada.send(form.action, form.fields);
    expect([late.status, late.text]).toEqual([503, reason]);
    expect(late.body).not.toContain('/store/proposals/withdraw?');
    expect(await git(bare, 'rev-parse', 'main')).toBe(unrelated);
    await git(bare, 'update-ref', 'refs/heads/main', base);
  });

  test('approves it, and a second time reports that it is merged', async () => {
    const { bare } = store;
    const base = await git(bare, 'rev-parse', 'main');
    const form = formOf(await ada.visit(page), '/store/proposals/approve');
    const answer = await ada.send(form.action, form.fields);
    expect([answer.status, answer.location]).toEqual([303, page]);
    const merged = await ada.visit(answer.location);
    expect(merged.text).not.toContain('not compared');
    expect(merged.heading).toBe('Subscribe KennelSync to DogPark/v1');
    expect([merged.status, merged.text]).toEqual([200, expect.stringContaining('The proposal is merged.')]);
    const tip = await git(bare, 'rev-parse', 'main');
    expect(merged.text).toContain(tip);
    const proposed = await git(bare, 'rev-parse', branch);
    expect(await git(bare, 'log', '-1', '--format=%P|%an|%cn', 'main')).toBe(
      `${base} ${proposed}|Ada b Lovelace|Gatewright`,
    );
    const again = await ada.send(form.action, form.fields);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('merged already')]);
    expect((await eve.visit(page)).text).toContain('Merged');
    expect(await git(bare, 'rev-parse', 'main')).toBe(tip);
  });
});

test('an owner declines it with a reason, which its author reads', async () => {
  const store = await openStore(true);
  const { bare, gatewayUrl, stateFolder } = store;
  const [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
  await subscribe(eve);
  const commit = await git(bare, 'rev-parse', branch);
  const target = '/store/proposals/decline';
  const form = page.replace('review', 'decline');
  expect((await ada.visit(page)).body).toContain(`href="${form}"`);
  // Its author is led to the page of the proposal, and can send nothing that declines it.
  expect((await eve.visit(form)).location).toBe(page);
  const { csrf = '' } = formOf(await eve.visit('/store/proposals/new/application')).fields;
  const ofAuthor = await eve.send(target, { csrf, branch, commit, reason: 'Mine.' });
  expect([ofAuthor.status, ofAuthor.text]).toEqual([403, expect.stringContaining('withdraw it')]);

  const empty = formOf(await ada.visit(form), target);
  expect(empty.fields).toMatchObject({ branch, commit });
  for (const [typed, problem] of [
    [' \n ', 'Enter why the proposal is declined.'],
    ['x'.repeat(501), 'Shorten this to 500 characters.'],
    ['a\u202Eb', 'Remove the control characters'],
    ['a\u0000b', 'Remove the control characters'],
  ] as const) {
    const refused = await ada.send(target, { ...empty.fields, reason: typed });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(problem)]);
    expect(refused.body).toContain('id="reason-error"');
    expect(formOf(refused, target).fields).toMatchObject({ branch, commit });
  }
  const forged = await ada.send(target, { ...empty.fields, csrf, reason: 'No.' });
  expect([forged.status, forged.code]).toEqual([403, 'form_not_of_session']);
  expect(forged.body).toContain('No.</textarea>');
  const reason = '<script>alert(1)</script> & `no`\r\nDeclined-By: user:eve';
  const other = await ada.send(target, { ...empty.fields, commit: 'f'.repeat(40), reason });
  expect([other.status, other.text]).toEqual([409, expect.stringContaining('another commit now')]);
  expect(await git(bare, 'rev-parse', branch)).toBe(commit);

  const answer = await ada.send(target, { ...empty.fields, reason });
  expect([answer.status, answer.location]).toEqual([303, page]);
  const said = 'Declined by Ada b Lovelace: <script>alert(1)</script> & `no` Declined-By: user:eve';
  const done = await ada.visit(page);
  expect([done.status, done.text]).toEqual([200, expect.stringContaining(said)]);
  expect(done.text).toContain('No other proposal waits for your approval.');
  for (const path of [page, '/store/proposals', '/store/notices']) {
    const { status, text, body } = await eve.visit(path);
    expect([path, status, text]).toEqual([path, 200, expect.stringContaining(said)]);
    expect(body).not.toContain('<script>alert');
    expect(text).toContain('Declined');
  }
  expect((await ada.send(target, { ...empty.fields, reason })).status).toBe(409);
  await store.close();

  const lines = (await readFile(`${stateFolder}/audit.jsonl`, 'utf8')).split('\n');
  const entries = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEvent]));
  const declined = entries.filter(({ event }) => event === 'proposal_declined');
  expect(declined.map((one) => 'outcome' in one && [one.user, one.outcome, one.problem])).toEqual([
    ['user:eve', 'refused', 'decline_refused'],
    ['user:ada', 'moved', 'conflict'],
    ['user:ada', 'delivered', undefined],
    ['user:ada', 'refused', 'proposal_ended'],
  ]);
  expect(declined[2]).toMatchObject({ branch, commit, remote: bare, reason: reason.replace('\r\n', ' ') });
});

test('an ended proposal about an application is not shown to a later owner of its name', async () => {
  const { bare, gatewayUrl, push } = await openStore(false);
  const [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
  const path = '/store/proposals/new/delete-application?application=DogWalker';
  const empty = formOf(await ada.visit(path));
  const typed = { ...empty.fields, application: 'DogWalker', confirmation: 'DogWalker', step: 'preview' };
  const preview = formOf(await ada.send(empty.action, typed));
  await ada.send(preview.action, { ...preview.fields, step: 'propose' });
  const removal = 'proposals/ada/removal-DogWalker';
  expect(await git(bare, 'rev-parse', removal)).toMatch(/^[0-9a-f]{40}$/);
  const review = `/store/proposals/review?branch=${encodeURIComponent(removal)}`;
  const file = 'applications/dog_walker.yaml';
  await push({ [file]: (await git(bare, 'show', `main:${file}`)).replace('owner: ada', 'owner: eve') });
  await expect.poll(async () => (await eve.visit(review)).status, { timeout: 30_000 }).toBe(200);
  const withdraw = formOf(await ada.visit(review.replace('review', 'withdraw')), '/store/proposals/withdraw');
  expect((await ada.send(withdraw.action, withdraw.fields)).location).toBe(review);
  expect((await ada.visit(review)).text).toContain('The proposal is withdrawn.');
  expect((await eve.visit(review)).status).toBe(404);
  expect((await ada.visit(review)).status).toBe(200);
});

test('an author withdraws a proposal, and the audit log has what was done', async () => {
  const store = await openStore(false);
  const { bare, gatewayUrl, stateFolder } = store;
  const [ada, eve] = [await signIn(gatewayUrl, 'ada'), await signIn(gatewayUrl, 'eve')];
  await subscribe(eve);
  const commit = await git(bare, 'rev-parse', branch);
  const base = await git(bare, 'rev-parse', 'main');
  const shown = await ada.visit(page);
  expect(shown.text).toContain('Those who may push to the branch main of the repository merge it there');
  expect(shown.forms.filter(({ action }) => action.includes('approve'))).toEqual([]);
  const { csrf = '' } = formOf(await ada.visit('/store/proposals/new/application')).fields;
  const approve = { csrf, branch, commit, base, plan: 'sha256:0' };
  expect((await ada.send('/store/proposals/approve', approve)).status).toBe(403);
  expect((await ada.send('/store/proposals/withdraw', { csrf, branch, commit })).status).toBe(404);

  const confirm = formOf(await eve.visit(page.replace('review', 'withdraw')), '/store/proposals/withdraw');
  expect(await git(bare, 'rev-parse', branch)).toBe(commit);
  const answer = await eve.send(confirm.action, confirm.fields);
  expect([answer.status, answer.location]).toEqual([303, page]);
  const done = await eve.visit(answer.location);
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('The proposal is withdrawn.')]);
  expect(await git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect((await eve.visit('/store/proposals')).text).toContain('Closed');
  expect((await eve.send(confirm.action, confirm.fields)).status).toBe(409);
  await store.close();

  const lines = (await readFile(`${stateFolder}/audit.jsonl`, 'utf8')).split('\n');
  const entries = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEvent]));
  const seen = { time: expect.any(String), branch, commit, remote: bare };
  const [asAda, asEve] = ['ada', 'eve'].map((username) => ({ ...seen, user: `user:${username}`, username }));
  expect(entries.filter(({ event }) => event.startsWith('proposal_'))).toEqual([
    { event: 'proposal_approved', ...asAda, outcome: 'refused', problem: 'approval_refused' },
    { event: 'proposal_withdrawn', ...asEve, outcome: 'delivered' },
    { event: 'proposal_withdrawn', ...asEve, outcome: 'refused', problem: 'proposal_ended' },
  ]);
});
