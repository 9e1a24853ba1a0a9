// @module-tag full
import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readBaseHistory, readChanges } from '#platform/git/proposals/base-history.ts';
import { baseRef } from '#platform/git/proposals/fetch-refs.ts';
import { dateFirstChange } from '#platform/git/proposals/first-change.ts';
import { readCommits, readMerged } from '#platform/git/proposals/list-commits.ts';
import { declineTrailers, readDeclines } from '#platform/git/proposals/list-declines.ts';
import { useRepository } from '#platform/git/proposals/repository.ts';
import { draws } from '../../full-run.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { git } from '../git-in-test.ts';
import { makeTestFolder } from '../in-folder.ts';

/** Settings that change what `git log` writes. */
const settings = [
  ['log.showSignature', 'true'],
  ['log.showRoot', 'false'],
  ['log.follow', 'true'],
  ['log.diffMerges', 'combined'],
  ['log.date', 'iso'],
  ['log.decorate', 'full'],
  ['log.mailmap', 'true'],
  ['i18n.logOutputEncoding', 'ISO-8859-1'],
  ['i18n.commitEncoding', 'ISO-8859-1'],
  ['trailer.separators', '#='],
  ['color.ui', 'always'],
  ['diff.renames', 'copies'],
  ['diff.noprefix', 'true'],
  ['format.pretty', 'oneline'],
  ['core.abbrev', '5'],
  ['core.quotePath', 'true'],
] as const;

const person = 'Ada Łovelace <ada@example.edu> 1700000000 +0000';

const since = 1_600_000_000_000;

/** Writes a commit, with a signature that is not valid, since git reports that too. */
async function writeSigned(
  { bare, folder }: Awaited<ReturnType<typeof makeOrigin>>,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const armor = ['-----BEGIN PGP SIGNATURE-----', '', 'iQ==', '-----END PGP SIGNATURE-----'];
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
    `gpgsig ${armor.join('\n ')}`,
    '',
    message,
  ];
  const file = join(folder, 'commit');
  await writeFile(file, lines.join('\n'));
  return git(bare, 'hash-object', '-t', 'commit', '-w', file);
}

const proposal = [
  'Add Łódź',
  '',
  'Proposed-By: user:ada',
  'Gatewright-Subject: Application/a',
  'Gatewright-Plan-Digest: abc',
  '',
].join('\n');

const decline = [
  'Decline Łódź',
  '',
  `${declineTrailers.by}: user:eve`,
  `${declineTrailers.branch}: proposals/x`,
  `${declineTrailers.reason}: Łódź has no dogs`,
  '',
].join('\n');

/** A repository whose base has merged a proposal, another proposal that was declined, and all that is read of them. */
async function openRepository() {
  const origin = await makeOrigin();
  const { bare } = origin;
  const treeOf = async (files: Readonly<Record<string, string | undefined>>) =>
    git(bare, 'rev-parse', `${await origin.push(files, 'contents')}^{tree}`);
  const text = 'a\nb\nc\n';
  const first = await writeSigned(origin, await treeOf({ 'ä.txt': text }), [], 'Begin');
  const renamed = await treeOf({ 'ä.txt': undefined, 'b.txt': text });
  const side = await writeSigned(origin, renamed, [first], proposal);
  const added = await treeOf({ 'ä.txt': text, 'b.txt': undefined, 'c.txt': 'c' });
  const main = await writeSigned(origin, added, [first], 'Go on');
  const both = await treeOf({ 'ä.txt': undefined, 'b.txt': text });
  const base = await writeSigned(origin, both, [main, side], 'Merge');
  const record = await writeSigned(origin, renamed, [side], decline);
  await git(bare, 'update-ref', baseRef, base);
  await git(bare, 'update-ref', `refs/gatewright/declined/${side}`, record);
  const stop = new AbortController().signal;
  const read = async () => {
    const repository = useRepository({ gitFolder: bare, scratchFolder: origin.folder, stop });
    return {
      declines: await readDeclines(repository),
      commits: await readCommits(repository, [side, base]),
      merged: await readMerged(repository, since),
      history: await readBaseHistory(repository, undefined, since),
      changes: await readChanges(repository, [first, side, base]),
      first: await dateFirstChange(repository, base, first, ['b.txt']),
    };
  };
  return { bare, side, read };
}

test('what is read of proposals does not depend on how the user or the repository shows a log', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const program = join(folder, 'gpg');
  await writeFile(program, '#!/bin/sh\necho "gpg: cannot check the signature" >&2\nexit 1\n', {
    mode: 0o755,
  });
  const ofUser = join(folder, 'config');
  vi.stubEnv('GIT_CONFIG_GLOBAL', ofUser);
  onTestFinished(() => void vi.unstubAllEnvs());
  await writeFile(ofUser, '');
  const { bare, side, read } = await openRepository();
  const expected = await read();
  expect(expected.declines.get(side)?.reason).toBe('Łódź has no dogs');
  expect(expected.commits.map(({ author, title }) => [author, title])).toEqual([
    ['Ada Łovelace', 'Add Łódź'],
  ]);
  expect(expected.merged).toEqual(expected.commits);
  expect(expected.history.commits.map(({ changes }) => changes.length)).toEqual([1, 1, 2]);
  expect(expected.first).toBe(1_700_000_000_000);
  const drawn = fc.shuffledSubarray([...settings], { minLength: 1 });
  const places = fc.constantFrom(ofUser, join(bare, 'config'));
  await fc.assert(
    fc.asyncProperty(drawn, places, async (some, file) => {
      const before = await readFile(file);
      try {
        for (const [name, value] of [...some, ['gpg.program', program]] as const)
          await git(bare, 'config', '--file', file, name, value);
        expect(await read()).toEqual(expected);
      } finally {
        await writeFile(file, before);
      }
    }),
    { numRuns: draws(60) },
  );
  for (const one of settings) {
    await writeFile(ofUser, '');
    await git(bare, 'config', '--file', ofUser, ...one);
    await git(bare, 'config', '--file', ofUser, 'gpg.program', program);
    expect(await read(), one.join('=')).toEqual(expected);
  }
}, 120_000);
