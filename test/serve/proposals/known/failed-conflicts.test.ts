// @module-tag full
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { KnownConflicts } from '#serve/proposals/known/known-conflicts.ts';
import { draws } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { makeOrigin } from '../../git-repository.ts';
import { now } from '../engine-in-test.ts';

const files = ['a', 'b', 'c'] as const;
type File = (typeof files)[number];

/** A repository with a proposal for each file, and bases that conflict with some of them. */
async function openRepository() {
  const { folder, bare, work, push } = await makeOrigin();
  await push({ a: '1', b: '1', c: '1' });
  const start = await git(work, 'rev-parse', 'HEAD');
  const commitFrom = async (changes: Readonly<Record<string, string>>, branch: string) => {
    await git(work, 'reset', '--quiet', '--hard', start);
    return push(changes, branch);
  };
  const commits = {
    a: await commitFrom({ a: '2' }, 'proposals/a'),
    b: await commitFrom({ b: '2' }, 'proposals/b'),
    c: await commitFrom({ c: '2' }, 'proposals/c'),
  };
  /** By the files that conflict with it. */
  const bases = new Map([['', start]]);
  for (const changed of ['a', 'b', 'c', 'ab', 'abc'])
    bases.set(
      changed,
      await commitFrom(Object.fromEntries([...changed].map((file) => [file, '3'])), `base-${changed}`),
    );
  const setBase = (changed: string) => git(bare, 'update-ref', baseRef, bases.get(changed) ?? '');
  await setBase('');
  const proposalOf = (file: File): Proposal => ({
    branch: `proposals/${file}`,
    commit: commits[file],
    title: file,
    person: { id: 'user:ada', name: 'Ada' },
    subject: undefined,
    apis: [],
    proposedAt: now,
    state: 'open',
  });
  const stop = new AbortController().signal;
  let count = 0;
  const place = () => ({ gitFolder: bare, scratchFolder: join(folder, `scratch-${count++}`), stop });
  return { folder, setBase, bases: [...bases.keys()], proposals: files.map(proposalOf), place };
}

/** The branches that are marked, as one letter each. */
function marked(proposals: readonly Proposal[]): string {
  return proposals.map(({ title, conflictsSince }) => (conflictsSince === undefined ? '' : title)).join('');
}

test('a check that fails hides no list, and is made again with the next one', async () => {
  const { folder, setBase, bases, proposals, place } = await openRepository();
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const failing = join(folder, 'failing');
  await mkdir(failing);
  // Git is found first in this folder, and fails as `FAILS_WITH` says where it would merge.
  const program = `#!/bin/sh
case "$*" in *merge-tree*) eval "$FAILS_WITH";; esac
exec '${real}' "$@"
`;
  await writeFile(join(failing, 'git'), program, { mode: 0o755 });
  await writeFile(join(folder, 'file'), '');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${failing}:${process.env['PATH'] ?? ''}`);
  const failures = fc.constantFrom('', 'exit 128', 'exit 3', 'kill -9 $$', 'no folder');
  const rounds = fc.array(fc.record({ base: fc.constantFrom(...bases), failure: failures }), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (drawn) => {
      const target = {
        place: async () => {
          const isWithoutFolder = process.env['FAILS_WITH'] === 'no folder';
          return { ...place(), ...(isWithoutFolder && { scratchFolder: join(folder, 'file', 'scratch') }) };
        },
      };
      const known = new KnownConflicts({ target, clock: () => now });
      let answered: string | undefined;
      for (const { base, failure } of drawn) {
        vi.stubEnv('FAILS_WITH', failure);
        await setBase(base);
        if (failure === '') answered = base;
        const expected = answered === base ? base : '';
        if (answered !== base) answered = undefined;
        expect(marked(await known.mark(proposals))).toBe(expected);
      }
    }),
    { numRuns: draws(15) },
  );
});

test('lists at once each have the conflicts of one base, and the next list has those of the last', async () => {
  const { setBase, bases, proposals, place } = await openRepository();
  const listed = fc.array(fc.subarray([...proposals], { minLength: 1 }), { minLength: 2, maxLength: 3 });
  const moves = fc.array(fc.constantFrom(...bases), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), listed, moves, async (scheduler, lists, drawn) => {
      await setBase('');
      let isScheduled = true;
      // Each list waits before it reads the base, and before each merge, until it is its turn.
      const wait = scheduler.scheduleFunction(async () => undefined);
      const target = {
        place: async () => {
          if (isScheduled) await wait();
          return place();
        },
      };
      const known = new KnownConflicts({ target, clock: () => now });
      const move = scheduler.scheduleSequence(drawn.map((base) => async () => void (await setBase(base))));
      const answers = Promise.all(lists.map((list) => known.mark(list)));
      await scheduler.waitFor(Promise.all([answers, move.task]));
      for (const [index, answer] of (await answers).entries()) {
        const titles = new Set(lists[index]?.map(({ title }) => title));
        const possible = ['', ...drawn].map((base) => [...base].filter((file) => titles.has(file)).join(''));
        expect(possible).toContain(marked(answer));
      }
      isScheduled = false;
      expect(marked(await known.mark(proposals))).toBe(drawn.at(-1));
    }),
    { numRuns: draws(25) },
  );
});
