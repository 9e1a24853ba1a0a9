// @module-tag full
import fc from 'fast-check';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRefs, readRefs, seenRefs } from '#platform/git/proposals/read-refs.ts';
import { rememberOpen } from '#platform/git/proposals/remember-open.ts';
import { makeRepository, useRepository } from '#platform/git/proposals/repository.ts';
import { draws } from '../../full-run.ts';
import { makeTestFolder } from '../in-folder.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-20T10:00:00Z');
const names = ['ada/settings', 'ada/settings-2', 'eve.12/api-Dög%v1', 'x'.repeat(230)];
/** The age of the commit on a branch in days; undefined if the branch does not exist. */
const branches = fc.tuple(...names.map(() => fc.constantFrom(undefined, 1, 80, 200)));

/** What the refs must be: open proposals, and closed ones whose commits are at most 90 days old. */
function expectSeen(before: ReadonlyMap<string, number>, open: ReadonlyMap<string, number>) {
  const short = [...open].filter(([name]) => encodeURIComponent(name).length <= 200);
  const recent = [...before].filter(([name, age]) => !open.has(name) && age <= 90);
  return new Map([...recent, ...short]);
}

test('open proposals are recorded, closed ones for 90 days, and nothing is written without a change', async () => {
  const folder = await makeTestFolder(onTestFinished);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(branches, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const gitFolder = join(folder, String(count++));
      const place = { gitFolder, scratchFolder: folder, stop: new AbortController().signal };
      await makeRepository(place);
      const written: string[] = [];
      const plain = useRepository(place);
      const repository: typeof plain = {
        ...plain,
        read: (words, options) => {
          if (words[0] === 'update-ref') written.push(String(options?.input));
          return plain.read(words, options);
        },
      };
      const tree = (await plain.read(['mktree'], { input: '' })).trim();
      const commitOf = async (age: number) => {
        const at = `${Math.floor((now - age * day) / 1000)} +0000`;
        const person = { NAME: 'Ada', EMAIL: 'ada@example.edu', DATE: at };
        const environment = Object.fromEntries(
          ['AUTHOR', 'COMMITTER'].flatMap((who) =>
            Object.entries(person).map(([key, value]) => [`GIT_${who}_${key}`, value]),
          ),
        );
        return (await plain.read(['commit-tree', tree, '-m', `${age}`], { environment })).trim();
      };
      let seen: ReadonlyMap<string, number> = new Map();
      for (const round of rounds) {
        const open = new Map(
          names.flatMap((name, index) => {
            const age = round[index];
            return age === undefined ? [] : [[name, age] as const];
          }),
        );
        for (const name of (await readRefs(plain, openRefs)).keys())
          await plain.read(['update-ref', '-d', `${openRefs}${name}`]);
        for (const [name, age] of open)
          await plain.read(['update-ref', `${openRefs}${name}`, await commitOf(age)]);
        const remembered = await rememberOpen(repository, now);
        seen = expectSeen(seen, open);
        const expected = await Promise.all(
          [...seen].map(async ([name, age]) => [encodeURIComponent(name), await commitOf(age)] as const),
        );
        const recorded = await readRefs(plain, seenRefs);
        expect(recorded).toEqual(new Map(expected));
        expect([...remembered.seen]).toEqual([...recorded]);
        expect(remembered.open).toEqual(await readRefs(plain, openRefs));
        written.length = 0;
        expect(await rememberOpen(repository, now)).toEqual(remembered);
        expect(written).toEqual([]);
      }
    }),
    { numRuns: draws(30) },
  );
});
