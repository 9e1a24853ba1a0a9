// @module-tag full
import { expect, test } from 'vitest';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { ada, eve, now, subscribe } from '../engine-in-test.ts';
import { openHostInTest, token } from './host-in-test.ts';

const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
const pulls = '/api/v3/repos/parks/apis/pulls';
const url = 'https://github.example.edu/parks/apis/pull/3';
const link = { kind: 'review', url };
const repo = { full_name: 'parks/apis' };
const pull = { html_url: url, state: 'open', head: { ref: branch, repo }, base: { ref: 'main', repo } };

const authorization = `Bearer ${token}`;
const find = {
  asked: `GET ${pulls}?state=open&head=parks%3Aproposals%2Fada%2Fsubscription-KennelSync-DogPark-v1&base=main`,
  authorization,
};
const listOf = (state: string) => ({
  asked: `GET ${pulls}?state=${state}&base=main&sort=updated&direction=desc&per_page=100&page=1`,
  authorization,
});

test('a pull request of GitHub is opened once, with the token of a user too', async () => {
  const known: unknown[] = [];
  const { asked, first, open, settings } = await openHostInTest('github', ({ body }) => {
    if (body === undefined) return { status: 200, body: known };
    known.push(pull);
    return { status: 201, body: pull };
  });
  const engine = await open({ settings, token: `ada:${token}` });
  const result = await engine.propose(subscribe, ada, first);
  expect(result).toMatchObject({ delivery: 'branch', branch, link });
  expect(await engine.propose(subscribe, ada, first)).toMatchObject({ link });
  const body = {
    title: 'Subscribe KennelSync to DogPark/v1',
    body: expect.stringMatching(
      /^Subscribe KennelSync to DogPark\/v1\n\nProposed-By: user:ada\nGatewright-Change: subscription_added\nGatewright-Subject: subscription KennelSync DogPark\/v1\nGatewright-Plan-Digest: sha256:[0-9a-f]{64}\n$/,
    ),
    head: branch,
    base: 'main',
  };
  expect(asked).toEqual([find, { asked: `POST ${pulls}`, authorization, body }, find]);
});

test('a list links to the pull request that is open, and has the state of one that is not', async () => {
  let shown: readonly unknown[] = [pull];
  let time = now;
  const { asked, first, open, settings, folder } = await openHostInTest('github', ({ asked: one }) => ({
    status: 200,
    body: one.includes('state=open') === shown.includes(pull) ? shown : [],
  }));
  const engine = await open({ settings, token });
  await engine.propose(subscribe, ada, first);
  const other = await open({ settings, token, clock: () => time, stateFolder: `${folder}/other` });
  asked.length = 0;
  expect(await other.list(ada)).toMatchObject([{ branch, state: 'open', link }]);
  expect(asked).toEqual([listOf('open')]);
  const at = new Date(now + 1000).toISOString();
  shown = [{ ...pull, state: 'closed', closed_at: at, merged_at: null }];
  time += 60_000;
  expect(await other.list(ada)).toMatchObject([{ branch, state: 'closed', link }]);
  expect(asked.slice(1)).toEqual([listOf('open'), listOf('closed')]);
  shown = [{ ...pull, state: 'closed', closed_at: at, merged_at: at }];
  time += 60_000;
  expect(await other.list(ada)).toMatchObject([{ branch, state: 'merged', link }]);
});

test('an approval reads the state of the pull request again, however new the known one is', async () => {
  let shown: readonly unknown[] = [pull];
  const { first, open, settings } = await openHostInTest('github', ({ asked: one }) => ({
    status: 200,
    body: one.includes('state=open') === shown.includes(pull) ? shown : [],
  }));
  const engine = await open({ settings, token });
  await engine.propose(subscribe, ada, first);
  const [proposal] = (await engine.list(ada)) as readonly Proposal[];
  expect(proposal).toMatchObject({ branch, state: 'open' });
  shown = [{ ...pull, state: 'closed', closed_at: new Date(now + 1000).toISOString(), merged_at: null }];
  const displayed = { branch, commit: proposal?.commit ?? '', base: first, plan: '' };
  expect(await engine.reviews.approve(displayed, ada)).toMatchObject({ problem: 'proposal_ended' });
});

test('a host that is too slow for a whole list shows the states that it has answered, over those known before', async () => {
  let time = now;
  let pages: readonly (readonly unknown[] | undefined)[] = [[pull]];
  const { first, open, settings, folder } = await openHostInTest('github', ({ asked }) => {
    const page = asked.includes('state=open') ? pages[Number(asked.at(-1)) - 1] : undefined;
    return page ? { status: 200, body: page } : new Promise<never>(() => undefined);
  });
  const { credentials: _, ...anonymous } = settings;
  const engine = await open({ settings: anonymous });
  for (const person of [ada, eve]) await engine.propose(subscribe, person, first);
  const other = await open({ settings, token, clock: () => time, stateFolder: `${folder}/other` });
  const readLink = async () => ((await other.list(ada)) as readonly Proposal[])[0]?.link;
  expect(await readLink()).toEqual(link);
  pages = [];
  time += 60_000;
  expect(await readLink()).toEqual(link);
});

test('a list without a token links to the page that opens a pull request, or shows the one that is open', async () => {
  const {
    asked,
    bare,
    folder,
    first,
    open,
    settings,
    url: site,
  } = await openHostInTest('github', () => ({
    status: 401,
  }));
  const { credentials: _, ...anonymous } = settings;
  const engine = await open({ settings: { ...anonymous, host: 'none', remote: `file://${bare}` } });
  await engine.propose(subscribe, ada, first);
  const other = await open({ settings: anonymous, stateFolder: `${folder}/other` });
  const compare = { kind: 'compare', url: `${site}/parks/apis/compare/main...${branch}?expand=1` };
  expect(await other.list(ada)).toMatchObject([{ branch, state: 'open', link: compare }]);
  expect(asked).toEqual([]);
});
