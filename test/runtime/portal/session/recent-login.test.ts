import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProposalQuestion } from '#serve/proposals/proposal-questions.ts';
import { draws } from '../../../full-run.ts';
import type { AuthorizationInTest } from '../../oauth/authorization-in-test.ts';
import { alicesPassword } from '../../oauth/authorize/flow-in-test.ts';
import { defineApplication } from '../../table-builder.ts';
import { authUrl, openStore, StoreBrowser } from './store-in-test.ts';

const branch = 'proposals/eve/subscription-KennelSync-DogPark-v1';
const commit = 'c'.repeat(40);
const proposal = {
  branch,
  commit,
  title: 'Subscribe KennelSync to DogPark/v1',
  person: { id: 'user:eve', name: 'Eve' },
  subject: { aspect: 'settings', application: 'Reporter' },
  apis: [],
  proposedAt: 0,
  state: 'open',
} as const;
const merge = {
  base: 'b'.repeat(40),
  diff: '',
  findings: [],
  obstacle: undefined,
  approvers: { owner: 'alice', hasAuthor: false },
} as const;

describe('an approval', () => {
  let server: AuthorizationInTest;
  let now = Date.now();
  const approvals: unknown[] = [];
  let branchNow: string = branch;
  const declines: unknown[] = [];

  /** A repository with one proposal, about an application of alice. */
  const callProposals = async (question: ProposalQuestion) => {
    if (question.method === 'list') return [];
    if (question.method === 'listAll') return [{ ...proposal, branch: branchNow }];
    if (question.method === 'approve') {
      approvals.push(question.displayed);
      return { merged: { ...proposal, state: 'merged' as const }, commit: 'd'.repeat(40) };
    }
    if (question.method === 'decline') {
      declines.push(question.displayed);
      const declined = { by: 'Alice', reason: question.displayed.reason, at: 0 };
      return { declined: { ...proposal, state: 'closed' as const, declined } };
    }
    return { proposal: { ...proposal, branch: branchNow }, merge };
  };

  beforeAll(async () => {
    const changes = {
      applications: [{ ...defineApplication('Reporter'), owner: 'alice' }],
      gateway: {
        store: {
          visibility: 'public',
          proposals: { remote: '/x.git', base: 'main', branchPrefix: 'proposals/', host: 'none' },
        },
      },
    } as const;
    server = await openStore(changes, { clock: () => now, callProposals });
  });
  afterAll(() => server.close());

  test('needs a login of the last five minutes, which the sign-in asks for', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    const user = await browser.user(server);
    expect(user?.loggedInAt).toBeDefined();
    const page = `/store/proposals/review?branch=${encodeURIComponent(branch)}`;
    const [form] = (await browser.store.visit(page)).forms.filter(({ action }) => action.includes('approve'));
    if (!form) throw new Error('there is no form');

    now += 301_000;
    const refused = await browser.submitToStore(form.action, form.fields);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Sign in again, then approve'),
    ]);
    expect(approvals).toEqual([]);
    expect(refused.forms.filter(({ action }) => action.includes('approve'))).toEqual([]);
    const [, link = ''] = /href="(\/store\/sign-in\?again[^"]*)"/.exec(refused.body) ?? [];
    const login = await browser.follow(await browser.open(link.replaceAll('&amp;', '&')));
    const [loginForm] = login.forms;
    expect(Object.keys(loginForm?.fields ?? {})).toContain('password');
    expect(await browser.reader()).toBe('alice');
    const wrong = { ...loginForm?.fields, ...alicesPassword, password: 'wrong' };
    const again = await browser.login.submit(loginForm?.action ?? '', wrong, { origin: authUrl });
    expect(again.status).toBe(403);
    const answer = await browser.login.submit(
      loginForm?.action ?? '',
      { ...loginForm?.fields, ...alicesPassword },
      { origin: authUrl },
    );
    const shown = await browser.follow(await browser.login.visit(answer.location));
    expect(shown.heading).toBe(proposal.title);
    const [next] = shown.forms.filter(({ action }) => action.includes('approve'));
    const merged = await browser.submitToStore(next?.action ?? '', next?.fields ?? {});
    // The page of an ended proposal about an application is its author's, so it is in the answer.
    expect([merged.status, merged.text]).toEqual([200, expect.stringContaining('The proposal is merged.')]);
    expect(approvals).toEqual([{ branch, commit, base: merge.base, plan: '' }]);
    const old = await browser.submitToStore(form.action, form.fields);
    expect([old.status, old.code]).toEqual([403, 'form_not_of_session']);
  });

  test('is only asked to sign in if that leads back to the page', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    now += 301_000;
    const part = fc.constantFrom('a', '/', 'ö', '+', '-');
    const names = fc.array(part, { minLength: 100, maxLength: 1100, size: 'max' });
    const fixed = ['a'.repeat(990), 'a'.repeat(960), 'a'.repeat(900)].map((text) => [...text] as const);
    const seen = new Set<boolean>();
    const check = async (parts: readonly string[]) => {
      branchNow = `proposals/${parts.join('')}`;
      const page = `/store/proposals/review?${new URLSearchParams({ branch: branchNow }).toString()}`;
      const shown = await browser.store.visit(page);
      const [, link] = /href="(\/store\/sign-in\?again[^"]*)"/.exec(shown.body) ?? [];
      seen.add(link !== undefined);
      expect(shown.text.includes('the name of the branch is too long')).toBe(link === undefined);
      if (link === undefined) return;
      const target = new URLSearchParams(link.replaceAll('&amp;', '&').split('?')[1]).get('return') ?? '';
      const back = await browser.store.visit(
        `/store/sign-in?${new URLSearchParams({ return: target }).toString()}`,
      );
      expect(back.location).toBe(page);
    };
    for (const parts of fixed) await check(parts);
    await fc.assert(fc.asyncProperty(names, check), { numRuns: draws(30) });
    expect(seen).toEqual(new Set([true, false]));
    branchNow = branch;
  });

  test('a decline needs one too, and keeps the reason that was typed', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    const path = `/store/proposals/decline?branch=${encodeURIComponent(branch)}`;
    const [form] = (await browser.store.visit(path)).forms.filter(({ action }) => action.includes('decline'));
    if (!form) throw new Error('there is no form');
    now += 301_000;
    const typed = { ...form.fields, reason: 'No access to test data.' };
    const refused = await browser.submitToStore(form.action, typed);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Your last login is more than five minutes ago'),
    ]);
    expect(refused.body).toContain('No access to test data.</textarea>');
    expect(refused.body).toMatch(/href="\/store\/sign-in\?again[^"]*" target="_blank"/);
    expect(declines).toEqual([]);

    const other = new StoreBrowser(server);
    await other.signIn();
    const [recent] = (await other.store.visit(path)).forms.filter(({ action }) => action.includes('decline'));
    const fields = { ...recent?.fields, reason: ' No access\r\nto test data. ' };
    const done = await other.submitToStore(recent?.action ?? '', fields);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('No access to test data.')]);
    expect(declines).toEqual([{ branch, commit, reason: 'No access to test data.' }]);
  });

  test('is not signed in again without need, and a form of an ended session leads back to its page', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn();
    const recent = await browser.store.visit('/store/sign-in?again=on&return=%2Fstore%3Fq%3Dx');
    expect([recent.status, recent.location]).toEqual([303, '/store?q=x']);
    now += 400_000;
    const needed = await browser.store.visit('/store/sign-in?again=on&return=%2Fstore');
    expect(needed.location).toContain('/authorize/store?state=');
    browser.store.cookies.delete('__Host-gatewright-store-session');
    const fields = { csrf: 'x', branch, commit, base: merge.base, plan: '' };
    const ended = await browser.submitToStore('/store/proposals/approve', fields);
    expect(ended.status).toBe(403);
    await browser.signIn();
    const [next] = ended.forms.filter(({ action }) => action.includes('approve'));
    const back = await browser.submitToStore(next?.action ?? '', next?.fields ?? {});
    expect(back.location).toBe(`/store/proposals/review?branch=${encodeURIComponent(branch)}`);
  });
});
