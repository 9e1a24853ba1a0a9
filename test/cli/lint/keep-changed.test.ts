// @module-tag full
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChangedLines, readDiff } from '#cli/lint/keep-changed.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const tenLines = Array.from({ length: 10 }, (_, index) => `${index + 1}\n`).join('');

async function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  below = '.',
) {
  await using folder = await temporaryFolder(before);
  await makeRepository(folder.path);
  const commit = await commitAll(folder.path);
  for (const [file, text] of Object.entries(after)) await folder.write(file, text);
  return Object.fromEntries(await findChangedLines(join(folder.path, below), commit));
}

describe('the lines changed since a commit', () => {
  test.each([
    ['nothing', tenLines, []],
    ['a line that changed', tenLines.replace('5', 'five'), [{ first: 5, last: 5 }]],
    ['lines that were added', tenLines.replace('5\n', '5\na\nb\n'), [{ first: 6, last: 7 }]],
    ['none for lines that were removed', tenLines.replace('5\n6\n', ''), []],
    [
      'several',
      tenLines.replace('2', 'x').replace('9', 'y\nz'),
      [
        { first: 2, last: 2 },
        { first: 9, last: 10 },
      ],
    ],
    ['the last line, which lost its end', tenLines.slice(0, -1), [{ first: 10, last: 10 }]],
    [
      'lines that look like a diff',
      tenLines.replace('5\n', '++ b/other.yaml\n@@ -1 +1,9 @@\n-- a/x\n'),
      [{ first: 5, last: 7 }],
    ],
    ['lines with other ends', tenLines.replaceAll('\n', '\r\n'), [{ first: 1, last: 10 }]],
    ['lines that are no text', tenLines.replace('5', '\0\u00ff'), [{ first: 5, last: 5 }]],
  ])('are %s', async (_, after, ranges) => {
    const changes = await changesOf({ 'a.yaml': tenLines, 'b.yaml': tenLines }, { 'a.yaml': after });
    expect(changes).toEqual(after === tenLines ? {} : { 'a.yaml': ranges });
  });

  test.each([
    'sp ace.yaml',
    'ü 犬.yaml',
    '"quoted".yaml',
    'tab\t.yaml',
    'line\nend.yaml',
    'back\\slash.yaml',
    'b/b/b.yaml',
    '-x.yaml',
  ])('are those of the file %j', async (file) => {
    expect(await changesOf({ [file]: 'a\n' }, { [file]: 'b\n' })).toEqual({
      [file]: [{ first: 1, last: 1 }],
    });
    expect(await changesOf({ other: '' }, { [file]: 'b\n' })).toEqual({
      [file]: [{ first: 1, last: Infinity }],
    });
  });

  test('are seen from a folder below, and only there', async () => {
    const before = { 'top.yaml': 'a\n', 'sub/x.yaml': 'a\n' };
    const after = { 'top.yaml': 'b\n', 'sub/x.yaml': 'b\n', 'sub/new.yaml': 'n\n', 'new.yaml': 'n\n' };
    expect(await changesOf(before, after, 'sub')).toEqual({
      'x.yaml': [{ first: 1, last: 1 }],
      'new.yaml': [{ first: 1, last: Infinity }],
    });
  });

  test('are those of commits, of the index and of the working tree; a file that moved is new', async () => {
    await using folder = await temporaryFolder({
      'a.yaml': tenLines,
      'b.yaml': tenLines,
      'c.yaml': 'c\n',
      'gone.yaml': 'g\n',
    });
    await makeRepository(folder.path);
    const commit = await commitAll(folder.path);
    await folder.write('a.yaml', tenLines.replace('1\n', 'one\n'));
    await commitAll(folder.path);
    await folder.write('a.yaml', tenLines.replace('1\n', 'one\n').replace('3', 'three'));
    await git(folder.path, 'add', '--all');
    await folder.write('a.yaml', tenLines.replace('1\n', 'one\n').replace('3', 'three').replace('5', 'five'));
    await rename(join(folder.path, 'c.yaml'), join(folder.path, 'd.yaml'));
    await git(folder.path, 'add', '--all');
    await rm(join(folder.path, 'gone.yaml'));
    expect(Object.fromEntries(await findChangedLines(folder.path, commit))).toMatchObject({
      'a.yaml': [1, 3, 5].map((line) => ({ first: line, last: line })),
      'd.yaml': [{ first: 1, last: 1 }],
    });
  });

  test('are the same whatever the user has configured for diffs', async () => {
    await using folder = await temporaryFolder({ 'a.yaml': tenLines });
    await makeRepository(folder.path);
    const commit = await commitAll(folder.path);
    const settings = [
      'color.ui=always',
      'diff.noprefix=true',
      'diff.mnemonicPrefix=true',
      'diff.context=5',
      'diff.interHunkContext=9',
      'diff.external=false',
      'core.quotePath=true',
      'diff.relative=false',
      'diff.wsErrorHighlight=all',
    ];
    for (const setting of settings) await git(folder.path, 'config', ...setting.split('='));
    await writeFile(join(folder.path, '.git/info/attributes'), '*.yaml binary\n');
    await folder.write('a.yaml', tenLines.replace('2', 'x').replace('5', 'y'));
    expect(Object.fromEntries(await findChangedLines(folder.path, commit))).toEqual({
      'a.yaml': [
        { first: 2, last: 2 },
        { first: 5, last: 5 },
      ],
    });
  });
});

test('a diff of nothing has no lines', () => {
  expect(readDiff(Buffer.from(''))).toEqual(new Map());
});
