import { describe, expect, test } from 'vitest';
import { renderForHumans } from '../../../src/cli/views/human.ts';
import type { Diagnostic } from '../../../src/diagnostic/diagnostic.ts';

function diagnosticAt(
  line: number,
  column: number,
  endColumn: number,
  more: Partial<Diagnostic> = {},
): Diagnostic {
  const at = { file: 'api.yaml', line, column, endLine: line, endColumn, pointer: '' };
  return { code: 'some-rule', severity: 'error', message: 'Something is wrong.', at, ...more };
}

function render(diagnostics: readonly Diagnostic[], text: string | undefined): string {
  return renderForHumans(diagnostics, {
    sources: { text: (file) => (file === 'api.yaml' ? text : undefined) },
    show: (file) => `../${file}`,
    paint: (_, one) => one,
  });
}

/** The lines of the only frame: whatever has a gutter. */
function frame(diagnostic: Diagnostic, text: string): readonly string[] {
  return render([diagnostic], text)
    .split('\n')
    .filter((line) => /^ {4}[ \d]+ \|/.test(line))
    .map((line) => line.slice(4));
}

test('the worst comes first, each with its place, frame, help and related places', () => {
  const related = [
    { message: 'first declared here', at: { ...diagnosticAt(1, 7, 10).at, file: 'other.yaml' } },
  ];
  const diagnostics = [
    diagnosticAt(1, 1, 5, { severity: 'info', message: 'Could be nicer.' }),
    diagnosticAt(2, 7, 14, { severity: 'warning', help: 'Leave it out.' }),
    diagnosticAt(3, 10, 19, { code: 'api-context-format', message: 'The context is wrong.', related }),
  ];
  expect(render(diagnostics, 'kind: Api\nname: DogPark\ncontext: /Dog_Park\n')).toBe(`\
error api-context-format The context is wrong.
  ../api.yaml:3:10
    2 | name: DogPark
    3 | context: /Dog_Park
      |          ^^^^^^^^^
  first declared here: ../other.yaml:1:7

warning some-rule Something is wrong.
  ../api.yaml:2:7
    1 | kind: Api
    2 | name: DogPark
      |       ^^^^^^^
  help: Leave it out.

info some-rule Could be nicer.
  ../api.yaml:1:1
    1 | kind: Api
      | ^^^^

1 error, 1 warning, and 1 info
`);
});

test('a file that was not read has no frame', () => {
  expect(render([diagnosticAt(1, 1, 1)], undefined)).toBe(
    'error some-rule Something is wrong.\n  ../api.yaml:1:1\n\n1 error\n',
  );
});

test('control characters of a message or a name are not obeyed', () => {
  const { at } = diagnosticAt(1, 1, 2);
  const hostile = {
    ...diagnosticAt(1, 1, 2),
    message: 'red \u001B[31m\u202E',
    at: { ...at, file: 'a\u0007.yaml' },
  };
  expect(render([hostile], '')).toBe(
    'error some-rule red \uFFFD[31m\uFFFD\n  ../a\uFFFD.yaml:1:1\n\n1 error\n',
  );
});

describe('the frame', () => {
  test.each([
    ['tabs are expanded', '\ta:\tb', diagnosticAt(1, 5, 6), ['1 |     a:  b', '  |         ^']],
    ['wide characters count twice', '名: 漢字 x', diagnosticAt(1, 4, 6), ['1 | 名: 漢字 x', '  |     ^^^^']],
    ['a joined emoji is one character', 'a: 👩‍🚀 x', diagnosticAt(1, 10, 11), ['1 | a: 👩‍🚀 x', '  |       ^']],
    ['an accent takes no room', 'e\u0301: x', diagnosticAt(1, 5, 6), ['1 | e\u0301: x', '  |    ^']],
    ['an empty span gets one caret', 'a: ', diagnosticAt(1, 4, 4), ['1 | a:', '  |    ^']],
    ['a place behind the end too', 'a:', diagnosticAt(1, 9, 12), ['1 | a:', '  |   ^']],
    [
      'escape codes are shown, not obeyed',
      'a: \u001B[31m',
      diagnosticAt(1, 4, 5),
      ['1 | a: \uFFFD[31m', '  |    ^'],
    ],
    ['CRLF does not show', 'a: 1\r\nb: 2\r\n', diagnosticAt(2, 4, 5), ['1 | a: 1', '2 | b: 2', '  |    ^']],
  ])('%s', (_, text, diagnostic, lines) => {
    expect(frame(diagnostic, text)).toEqual(lines);
  });

  test('a span over several lines marks its first one to the end', () => {
    const at = { file: 'api.yaml', line: 1, column: 3, endLine: 3, endColumn: 2, pointer: '' };
    expect(frame({ ...diagnosticAt(1, 1, 1), at }, 'a b c\nd\ne\n')).toEqual(['1 | a b c', '  |   ^^^']);
  });

  test('the gutter fits the number of the line', () => {
    expect(frame(diagnosticAt(10, 1, 2), 'x\n'.repeat(10))).toEqual([' 9 | x', '10 | x', '   | ^']);
  });

  test('a long line is clipped around the place', () => {
    const text = `${'a'.repeat(5000)}XYZ${'b'.repeat(5000)}`;
    expect(frame(diagnosticAt(1, 5001, 5004), text)).toEqual([
      `1 | …${'a'.repeat(40)}XYZ${'b'.repeat(57)}…`,
      `  | ${' '.repeat(41)}^^^`,
    ]);
  });

  test('a long line is clipped at its end alone where the place is near its start', () => {
    const text = `XYZ${'b'.repeat(5000)}\nc`;
    expect(frame(diagnosticAt(1, 1, 4), text)).toEqual([`1 | XYZ${'b'.repeat(97)}…`, '  | ^^^']);
    expect(frame(diagnosticAt(2, 1, 2), text)).toEqual([`1 | XYZ${'b'.repeat(97)}…`, '2 | c', '  | ^']);
  });
});

describe('a secret', () => {
  const text = 'a: 1\nconsumerSecret: hunter2\nb: 2\n';
  const secret = diagnosticAt(2, 17, 24, { secret: true });

  test('is hidden in its own frame', () => {
    expect(frame(secret, text)).toEqual(['1 | a: 1', '2 | (hidden: it may hold a secret)']);
  });

  test('is hidden in the frames of others', () => {
    const shown = render([secret, diagnosticAt(3, 1, 2), diagnosticAt(2, 1, 15)], text);
    expect(shown).not.toContain('hunter2');
    expect(shown).toContain('    2 | (hidden: it may hold a secret)\n    3 | b: 2\n      | ^\n');
  });

  test('is hidden on every line that it takes', () => {
    const at = { ...secret.at, endLine: 3, endColumn: 5 };
    const shown = render([{ ...secret, at }, diagnosticAt(3, 1, 2)], text);
    expect(shown).not.toContain('b: 2');
  });
});
