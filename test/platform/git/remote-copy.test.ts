// @module-tag full
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FetchedState } from '#platform/git/proposals/fetch-refs.ts';
import { RemoteCopy } from '#platform/git/proposals/remote-copy.ts';
import { declinedRefs } from '#platform/git/proposals/read-refs.ts';
import {
  makeRepository,
  useRepository,
  type ProposalRepository,
} from '#platform/git/proposals/repository.ts';
import { draws } from '../../full-run.ts';
import { git } from '../git-in-test.ts';
import { makeTestFolder } from '../in-folder.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const hour = 3_600_000;
const prefix = 'refs/heads/proposals/';
/** The record of a decline that the remote has from the start. */
const oneRecord = `${declinedRefs}${'1'.repeat(40)}`;

/** A bare repository with a base, and with a number of branches of proposals. */
async function makeRemote(folder: string, branches: number): Promise<string> {
  const bare = join(folder, `remote-${branches}`);
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  const person = `Ada <ada@example.edu> ${now / 1000} +0000`;
  const commit = (ref: string, from: string) =>
    `commit ${ref}\ncommitter ${person}\ndata 1\nx\n${from === '' ? '' : `from ${from}\n`}`;
  const names = Array.from({ length: branches }, (_, nth) => `${prefix}ada/${nth}`);
  const input = [
    commit('refs/heads/main', ''),
    ...[...names, oneRecord].map((name) => commit(name, 'refs/heads/main')),
  ];
  execFileSync('git', ['fast-import', '--quiet'], { cwd: bare, input: input.join('\n') });
  await git(bare, 'pack-refs', '--all');
  return bare;
}

interface Hooks {
  /** Called after each command for the remote, before its result is used. */
  after?: ((word: string) => Promise<unknown>) | undefined;
}

/** A copy of a remote, the words of the commands that it has run for the remote, and its clock. */
async function openCopy(folder: string, bare: string) {
  const place = {
    gitFolder: join(folder, 'copy'),
    scratchFolder: folder,
    stop: new AbortController().signal,
  };
  await makeRepository(place);
  const ran: string[] = [];
  const hooks: Hooks = {};
  const plain = useRepository(place);
  const repository: ProposalRepository = {
    ...plain,
    run: async (words, options) => {
      const result = await plain.run(words, options);
      const [word = ''] = words;
      if (word !== 'fetch' && word !== 'ls-remote') return result;
      ran.push(word);
      await hooks.after?.(word);
      return result;
    },
  };
  const remote = { url: `file://${bare}`, branch: 'main', protocol: 'file' };
  const time = { now };
  const refs = { base: 'main', proposals: `${prefix}*`, timeoutMs: 60_000 };
  const copy = new RemoteCopy(
    async () => ({ repository, remote }),
    refs,
    () => time.now,
  );
  return { copy, ran, hooks, time };
}

/** What the remote has now, as a copy of it must have it. */
async function readRemote(bare: string) {
  const refs = (await git(bare, 'for-each-ref', '--format=%(objectname) %(refname)', prefix)).split('\n');
  const open = refs
    .filter((line) => line !== '')
    .map((line) => [line.slice(41 + prefix.length), line.slice(0, 40)] as const);
  const records = await git(bare, 'for-each-ref', '--format=%(refname) %(objectname)', declinedRefs);
  const declined = records
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(declinedRefs.length).split(' ') as [name: string, record: string]);
  const base = await git(bare, 'rev-parse', 'refs/heads/main');
  return { base, open: new Map(open), declined: new Map(declined) };
}

const events = fc.constantFrom(
  'nothing',
  'a proposal',
  'a commit on a proposal',
  'a withdrawal',
  'a folder in place of a proposal',
  'a commit on the base',
  'another branch',
  'a branch named like the base',
  'a proposal that is there during a fetch only',
  'a record of a decline',
  'another record of the same decline',
  'a record removed',
  'an hour',
);
type Event = typeof events extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** How each event changes the remote. */
async function happen(event: Event, bare: string, hooks: Hooks): Promise<void> {
  const commit = async (ref: string) => {
    const tree = await git(bare, 'rev-parse', 'refs/heads/main^{tree}');
    const parent = await git(bare, 'rev-parse', 'refs/heads/main');
    const made = await git(bare, 'commit-tree', tree, '-p', parent, '-m', `${ref} ${Math.random()}`);
    await git(bare, 'update-ref', ref, made);
  };
  const remove = (ref: string) => git(bare, 'update-ref', '-d', ref).catch(() => '');
  switch (event) {
    case 'a proposal':
      await remove(`${prefix}eve/x/y`);
      return commit(`${prefix}eve/x`);
    case 'a commit on a proposal':
      return commit(`${prefix}ada/1`);
    case 'a withdrawal':
      return void (await remove(`${prefix}ada/0`));
    case 'a folder in place of a proposal':
      await remove(`${prefix}eve/x`);
      return commit(`${prefix}eve/x/y`);
    case 'a commit on the base':
      return commit('refs/heads/main');
    case 'another branch':
      return commit('refs/heads/topic');
    case 'a branch named like the base':
      return commit('refs/heads/old/refs/heads/main');
    case 'a proposal that is there during a fetch only':
      hooks.after = async (word) => {
        if (word === 'ls-remote') await commit(`${prefix}eve/brief`);
        else await remove(`${prefix}eve/brief`);
      };
      return commit(`${prefix}eve/beside-${Math.random()}`);
    case 'a record of a decline':
      return commit(`${declinedRefs}${Math.random()}`);
    case 'another record of the same decline':
      return commit(oneRecord);
    case 'a record removed':
      return void (await remove(oneRecord));
    case 'nothing':
    case 'an hour':
      return;
  }
}

test.each([3, 600])(
  'a copy of %i branches has what the remote has, and is the same object if nothing has changed',
  async (branches) => {
    const folder = await makeTestFolder(onTestFinished);
    const original = await makeRemote(folder, branches);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const own = join(folder, String(count++));
        const bare = `${own}.git`;
        await cp(original, bare, { recursive: true });
        const { copy, ran, hooks, time } = await openCopy(own, bare);
        let last = await copy.update();
        let present = await readRemote(bare);
        expect(last).toMatchObject(present);
        for (const event of rounds) {
          ran.length = 0;
          if (event === 'an hour') time.now += hour;
          await happen(event, bare, hooks);
          if (hooks.after) {
            await copy.update();
            hooks.after = undefined;
          }
          const before = present;
          present = await readRemote(bare);
          const state = await copy.update();
          expect(state).toMatchObject(present);
          expect([...state.seen.keys()]).toEqual(
            expect.arrayContaining([...state.open.keys()].map((name) => encodeURIComponent(name))),
          );
          if (event === 'nothing') {
            expect(present).toEqual(before);
            expect(state).toBe(last);
            expect(ran).toEqual([branches === 3 ? 'fetch' : 'ls-remote']);
          }
          if (event === 'an hour') expect(ran).toEqual(['fetch']);
          last = state;
        }
      }),
      { numRuns: draws(branches > 500 ? 8 : 20) },
    );
  },
);

test('updates at once are one, and one after a push of the gateway begins after it', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const bare = await makeRemote(folder, 1);
  const { copy, ran, hooks } = await openCopy(folder, bare);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: fetched, resolve: hasFetched } = Promise.withResolvers<undefined>();
  hooks.after = () => (hasFetched(undefined), released);
  const before = [copy.update(), copy.update()];
  await fetched;
  await happen('a proposal', bare, hooks);
  expect(copy.update()).toBe(before[0]);
  copy.expectChange();
  const after = [copy.update(), copy.update()];
  release(undefined);
  for (const update of before) expect([...(await update).open.keys()]).toEqual(['ada/0']);
  for (const update of after) expect([...(await update).open.keys()]).toEqual(['ada/0', 'eve/x']);
  expect(ran).toEqual(['fetch', 'fetch']);
});

test('an update has all that the gateway has changed before, and at most one waits', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const original = await makeRemote(folder, 1);
  let count = 0;
  const drawn = fc.array(fc.constantFrom('update', 'change', 'end'), { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(drawn, async (steps) => {
      const own = join(folder, String(count++));
      const bare = `${own}.git`;
      await cp(original, bare, { recursive: true });
      const { copy, ran, hooks } = await openCopy(own, bare);
      const isEnded: (() => void)[] = [];
      const ends = steps.map(() => new Promise<void>((resolve) => isEnded.push(resolve)));
      let mayEnd = 0;
      // Fetches take until a step ends them.
      hooks.after = async () => ends[ran.length - 1];
      const updates: { readonly state: Promise<FetchedState>; readonly expected: readonly string[] }[] = [];
      const changed: string[] = [];
      for (const [index, step] of steps.entries()) {
        if (step === 'end') isEnded[mayEnd++]?.();
        if (step === 'update') updates.push({ state: copy.update(), expected: [...changed] });
        if (step !== 'change') continue;
        await git(bare, 'update-ref', `${prefix}eve/${index}`, 'refs/heads/main');
        changed.push(`eve/${index}`);
        copy.expectChange();
      }
      for (const end of isEnded) end();
      for (const { state, expected } of updates)
        expect([...(await state).open.keys()]).toEqual(expect.arrayContaining([...expected]));
      // One was running, and another one waited for it.
      expect(ran.length).toBeLessThanOrEqual(mayEnd + 2);
    }),
    { numRuns: draws(30) },
  );
});

test('a copy that could not be updated is fetched whole the next time', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const bare = await makeRemote(folder, 600);
  const { copy, ran, hooks } = await openCopy(folder, bare);
  const first = await copy.update();
  await happen('a withdrawal', bare, hooks);
  hooks.after = async (word) => {
    if (word === 'fetch') throw new Error('killed');
  };
  await expect(copy.update()).rejects.toThrow('killed');
  hooks.after = undefined;
  ran.length = 0;
  const next = await copy.update();
  expect(ran).toEqual(['fetch']);
  expect(next.open.size).toBe(first.open.size - 1);
});
