import { expect, test } from 'vitest';
import { groupByFiles } from '#compiler/edit/group-by-files.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';

const diagnosticIn = (...files: readonly string[]): Diagnostic => {
  const places = files.map((file) => ({ file, document: 0, pointer: '' }));
  return {
    code: 'a-rule',
    severity: 'error',
    message: 'Something is wrong.',
    at: { file: files[0] ?? '', pointer: '', line: 1, column: 1, endLine: 1, endColumn: 1 },
    fix: {
      title: 'Add it',
      steps: places.map((at) => ({ type: 'add-member', at, key: 'a', value: 1 })),
    },
  };
};

test('fixes of several files are in one group with all others of these files, in the given order', () => {
  const [a, b, c, both, other] = [['a'], ['b'], ['c'], ['b', 'a'], ['a']].map((files) =>
    diagnosticIn(...files),
  );
  const groups = groupByFiles([a, b, c, both, other].flatMap((one) => one ?? []));
  expect(groups.map((group) => group.map(({ diagnostic }) => diagnostic))).toEqual([
    [a, b, both, other],
    [c],
  ]);
});

test('what has no fix is in no group', () => {
  const { fix: _, ...diagnostic } = diagnosticIn('a');
  expect(groupByFiles([diagnostic])).toEqual([]);
});
