// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import { declinedRefs } from '#platform/git/proposals/read-refs.ts';
import { useRepository } from '#platform/git/proposals/repository.ts';
import { writeCommit } from '#platform/git/proposals/write-commit.ts';
import { FactsReader } from '#serve/proposals/known/repository-facts.ts';
import { messageOfDecline } from '#serve/proposals/proposal-names.ts';
import { draws } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { makeOrigin } from '../../git-repository.ts';
import { now } from '../engine-in-test.ts';

const day = 86_400_000;
const second = 1000;

/** Dates of records in seconds since 1970, most of them close to where a record begins or ends to count. */
const dates = fc.oneof(
  fc
    .tuple(fc.constantFrom(now - 90 * day, now, now + day), fc.integer({ min: -2, max: 2 }))
    .map(([at, seconds]) => at / second + seconds),
  fc.integer({ min: (now - 9000 * day) / second, max: (now + 20_000 * day) / second }),
);

test('only records of the last 90 days are read with their proposals, and none is dated ahead', async () => {
  const { bare, work, push } = await makeOrigin();
  const base = await push({ 'a.txt': 'a' });
  await git(bare, 'update-ref', baseRef, base);
  const stop = new AbortController().signal;
  const repository = useRepository({ gitFolder: bare, scratchFolder: work, stop });
  const tree = (await repository.read(['rev-parse', `${base}^{tree}`])).trim();
  const person = { name: 'Ada', email: 'ada@example.edu' };
  const write = (at: number, parent: string, message: string) =>
    writeCommit(repository, { parents: [parent], tree, message, author: person, committer: person, at });
  await fc.assert(
    fc.asyncProperty(fc.array(dates, { minLength: 1, maxLength: 5 }), async (drawn) => {
      const refs = (await git(bare, 'for-each-ref', '--format=%(refname)', declinedRefs)).split('\n');
      for (const ref of refs.filter((name) => name !== '')) await git(bare, 'update-ref', '-d', ref);
      const declined = new Map<string, number>();
      for (const [index, seconds] of drawn.entries()) {
        const proposal = await write(now - day, base, `Proposal ${index}\n\nProposed-By: user:ada\n`);
        const message = messageOfDecline(
          { title: 'x', branch: `proposals/${index}` },
          { id: 'user:bob' },
          'No',
        );
        const record = await write(seconds * second, proposal, message);
        await git(bare, 'update-ref', `${declinedRefs}${proposal}`, record);
        declined.set(proposal, seconds * second);
      }
      const read = await new FactsReader().read(
        repository,
        { open: new Map(), seen: new Map() },
        { branchPrefix: 'proposals/', sinceMs: now - 90 * day, now },
      );
      const recent = [...declined].filter(([, at]) => at >= now - 90 * day && at <= now + day);
      const found = [...read.declines].map(([proposal, { at }]) => [proposal, at] as const);
      expect(new Map(found)).toEqual(
        new Map(recent.map(([proposal, at]) => [proposal, Math.min(at, now)] as const)),
      );
      expect([...read.byCommit.keys()].toSorted()).toEqual(recent.map(([proposal]) => proposal).toSorted());
    }),
    { numRuns: draws(30) },
  );
});
