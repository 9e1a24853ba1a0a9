import { expect, test } from 'vitest';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';

function finding(file: string, line: number, message: string): Diagnostic {
  const at = { file, line, column: 1, endLine: line, endColumn: 2, pointer: '' };
  return { code: 'some-rule', severity: 'error', message, at };
}

test('findings of one file with the same text are one, in the order of the first, whatever the order of files', () => {
  const [a1, b2, a3, b4, a5] = [
    finding('a.yaml', 1, 'One.'),
    finding('b.yaml', 2, 'One.'),
    finding('a.yaml', 3, 'Two.'),
    finding('b.yaml', 4, 'One.'),
    finding('a.yaml', 5, 'One.'),
  ];
  expect(groupRepeats([a1, b2, a3, b4, a5])).toEqual([
    { ...a1, alsoAt: [a5.at], members: [a1, a5] },
    { ...b2, alsoAt: [b4.at], members: [b2, b4] },
    { ...a3, alsoAt: [], members: [a3] },
  ]);
});

test('findings with the same message stay apart if another part of their text differs', () => {
  const [one, again] = [finding('a.yaml', 1, 'One.'), finding('a.yaml', 2, 'One.')];
  const others: readonly Diagnostic[] = [
    { ...one, code: 'other-rule' },
    { ...one, severity: 'warning' },
    { ...one, help: 'Fix it.' },
  ];
  expect(groupRepeats([one, ...others, again])).toEqual([
    { ...one, alsoAt: [again.at], members: [one, again] },
    ...others.map((other) => ({ ...other, alsoAt: [], members: [other] })),
  ]);
});
