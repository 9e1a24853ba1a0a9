import { expect, test } from 'vitest';
import { type Diagnostic, sortDiagnostics, withoutRepeats } from '#diagnostic/diagnostic.ts';

function finding(file: string, line: number, message: string, code = 'some-rule'): Diagnostic {
  const at = { file, line, column: 1, endLine: line, endColumn: 2, pointer: '' };
  return { code, severity: 'error', message, at };
}

const [later, first, second, other] = [
  finding('b.yaml', 1, 'One.'),
  finding('a.yaml', 10, 'One.'),
  finding('a.yaml', 10, 'Two.'),
  finding('a.yaml', 10, 'One.', 'another-rule'),
];

test('findings are sorted by place, then by code and message', () => {
  const early = finding('a.yaml', 9, 'Two.');
  expect(sortDiagnostics([later, second, first, other, early])).toEqual([early, other, first, second, later]);
});

test('a finding that was found again is left out, and the others keep their order', () => {
  const again = { ...first, help: 'Found in another definition.' };
  const found = withoutRepeats([later, first, second, again, other, { ...later }]);
  expect(found).toEqual([later, first, second, other]);
  expect(found[1]).toBe(first);
});

test('a finding that is given twice is kept once', () => {
  expect(withoutRepeats([first, second, first])).toEqual([first, second]);
});

test('findings without a repeat stay the same list', () => {
  const found = [second, first, later];
  expect(withoutRepeats(found)).toBe(found);
});
