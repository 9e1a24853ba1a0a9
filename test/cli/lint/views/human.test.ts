import { describe, expect, test } from 'vitest';
import { renderForHumans, renderHumanReport } from '#cli/lint/views/human.ts';
import { emptyLists } from '#compiled/manifest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { reportOf } from './lint-reports.ts';

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

/** The lines of the only frame: all with a gutter. */
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

test('other uses are counted behind those that are named', () => {
  const related = [{ message: 'referenced from', at: { ...diagnosticAt(5, 7, 10).at, file: 'other.yaml' } }];
  const lines = render([diagnosticAt(1, 1, 2, { related, moreUses: 2 })], undefined).split('\n');
  expect(lines.slice(2, 4)).toEqual(['  referenced from: ../other.yaml:5:7', '  and 2 more uses']);
  expect(render([diagnosticAt(1, 1, 2, { moreUses: 1 })], undefined)).toContain('\n  1 more use\n');
});

test('the summary counts the files where there are several, and what can be fixed', () => {
  const fix = { title: 'Remove it', steps: [] };
  const other = { ...diagnosticAt(1, 1, 2).at, file: 'other.yaml' };
  const diagnostics = [
    diagnosticAt(1, 1, 2, { fix }),
    diagnosticAt(1, 1, 2, { at: other, severity: 'warning', fix }),
    diagnosticAt(2, 1, 2),
  ];
  expect(render(diagnostics, undefined).split('\n').at(-2)).toBe(
    '2 errors and 1 warning in 2 files; `gatewright lint --fix` fixes 2 of them',
  );
});

test('where nothing is wrong, what was checked is told', () => {
  const contents = {
    ...emptyLists,
    apis: [1, 2],
    subscriptions: [1],
    tiers: [1],
  };
  expect([...renderHumanReport(reportOf([], { contents }))]).toEqual([
    'No problems found: 2 APIs, 0 applications, 1 subscription, and 1 tier in 1 file.\n',
  ]);
  const more = { ...contents, users: [1], identityProviders: [1, 2] };
  expect([...renderHumanReport(reportOf([], { contents: more }))]).toEqual([
    'No problems found: 2 APIs, 0 applications, 1 subscription, 1 tier, 1 user, and 2 identity providers in 1 file.\n',
  ]);
});

test('a repeated finding is shown once, with three of the other places and how many more there are', () => {
  const diagnostics = Array.from({ length: 258 }, (_, index) => diagnosticAt(index + 1, 1, 2));
  expect(render(diagnostics, undefined)).toBe(`\
error some-rule Something is wrong.
  ../api.yaml:1:1
  also at ../api.yaml:2:1
  also at ../api.yaml:3:1
  also at ../api.yaml:4:1
  and at 254 more places

258 errors
`);
});

describe('many diagnostics', () => {
  const text = Array.from({ length: 40 }, (_, index) => `key_${index + 1}: value\n`).join('');
  const diagnostics = [
    ...[1, 2, 3, 4, 5].map((line) =>
      diagnosticAt(line, 1, 6, { severity: 'warning', message: `Key ${line} is bad.`, help: 'Rename it.' }),
    ),
    ...[11, 12, 13, 14, 14, 15].map((line) =>
      diagnosticAt(line, 1, 6, { message: 'Wrong.', help: `Call it ${line}.`, moreUses: line - 11 }),
    ),
    diagnosticAt(20, 9, 14, { code: 'lonely-rule', message: 'Alone.', help: 'Find a friend.' }),
    ...[31, 32].map((line) =>
      diagnosticAt(line, 1, 6, { at: { ...diagnosticAt(line, 1, 6).at, file: 'b.yaml' } }),
    ),
    ...Array.from({ length: 20 }, (_, index) =>
      diagnosticAt(index + 1, 8, 13, { severity: 'info', code: 'quiet-rule', message: `Hm ${index + 1}.` }),
    ),
  ];

  test('stand by severity, rule and file: three with their lines, the others on one line each', () => {
    expect(render(diagnostics, text)).toBe(`\
error some-rule 6 times in ../api.yaml

  Wrong.
    ../api.yaml:11:1
      10 | key_10: value
      11 | key_11: value
         | ^^^^^
    help: Call it 11.

  Wrong.
    ../api.yaml:12:1
      11 | key_11: value
      12 | key_12: value
         | ^^^^^
    help: Call it 12.
    1 more use

  Wrong.
    ../api.yaml:13:1
      12 | key_12: value
      13 | key_13: value
         | ^^^^^
    help: Call it 13.
    2 more uses

  14:1 Wrong. Call it 14. (and at 1 more place)
  15:1 Wrong. Call it 15.

error some-rule Something is wrong.
  ../b.yaml:31:1
  also at ../b.yaml:32:1

error lonely-rule Alone.
  ../api.yaml:20:9
    19 | key_19: value
    20 | key_20: value
       |         ^^^^^
  help: Find a friend.

warning some-rule 5 times in ../api.yaml
  help: Rename it.

  Key 1 is bad.
    ../api.yaml:1:1
      1 | key_1: value
        | ^^^^^

  Key 2 is bad.
    ../api.yaml:2:1
      1 | key_1: value
      2 | key_2: value
        | ^^^^^

  Key 3 is bad.
    ../api.yaml:3:1
      2 | key_2: value
      3 | key_3: value
        | ^^^^^

  4:1 Key 4 is bad.
  5:1 Key 5 is bad.

info quiet-rule 20 times in ../api.yaml

  Hm 1.
    ../api.yaml:1:8
      1 | key_1: value
        |        ^^^^^

  Hm 2.
    ../api.yaml:2:8
      1 | key_1: value
      2 | key_2: value
        |        ^^^^^

  Hm 3.
    ../api.yaml:3:8
      2 | key_2: value
      3 | key_3: value
        |        ^^^^^

${Array.from({ length: 17 }, (_, index) => `  ${index + 4}:8 Hm ${index + 4}.\n`).join('')}
By rule:
  rule         errors  warnings  info  files
  some-rule    8       5         0     2
  lonely-rule  1       0         0     1
  quiet-rule   0       0         20    1

9 errors, 5 warnings, and 20 info in 2 files
`);
  });

  test('begin above thirty', () => {
    const framesOf = (count: number) =>
      render(
        Array.from({ length: count }, (_, index) => diagnosticAt(1, 1, 6, { message: `Wrong ${index}.` })),
        text,
      );
    expect(framesOf(30).match(/\^+\n/g)).toHaveLength(30);
    expect(framesOf(31).match(/\^+\n/g)?.length).toBeLessThan(31);
  });

  test('are all named, each once', () => {
    const places = render(diagnostics, text)
      .replace('14:1 Wrong. Call it 14. (and at 1 more place)', '14:1\n14:1 ')
      .replace('also at ', '')
      .matchAll(/^ *(?:\S+yaml:)?(?<place>\d+:\d+)(?: |$)/gm);
    const shown = Array.from(places, ({ groups }) => groups?.['place'] ?? '');
    const expected = diagnostics.map(({ at }) => `${at.line}:${at.column}`);
    const inOrder = (a: string, b: string) => a.localeCompare(b);
    expect(shown.toSorted(inOrder)).toEqual(expected.toSorted(inOrder));
  });

  test('hide the line of a secret in every frame, and obey no control character', () => {
    const hostile = diagnostics.map((one) => ({ ...one, message: `a\u001B[31m\n${one.message}` }));
    const shown = render([...hostile, diagnosticAt(2, 1, 6, { secret: true })], text);
    expect(shown).not.toContain('key_2:');
    expect(shown).not.toContain('\u001B');
    expect(shown).toContain('  14:1 a\uFFFD[31m\uFFFDWrong. Call it 14. (and at 1 more place)\n');
  });
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
    expect(frame(secret, text)).toEqual(['1 | a: 1', '2 | (hidden: it may contain a secret)']);
  });

  test('is hidden in the frames of others', () => {
    const shown = render(
      [secret, diagnosticAt(3, 1, 2, { message: 'Another.' }), diagnosticAt(2, 1, 15)],
      text,
    );
    expect(shown).not.toContain('hunter2');
    expect(shown).toContain('    2 | (hidden: it may contain a secret)\n    3 | b: 2\n      | ^\n');
  });

  test('is hidden on every line that it takes', () => {
    const at = { ...secret.at, endLine: 3, endColumn: 5 };
    const shown = render([{ ...secret, at }, diagnosticAt(3, 1, 2)], text);
    expect(shown).not.toContain('b: 2');
  });
});

test('places on a line that is too long to find a column have their pointers', () => {
  const long = `{"name":"DogPark","context":"/dogs","description":"${'x'.repeat(300)}"}`;
  const at = { ...diagnosticAt(1, 9, 18).at, pointer: '/name' };
  const found = render([diagnosticAt(1, 9, 18, { at })], long).split('\n');
  expect(found[1]).toBe('  ../api.yaml:1:9 (/name)');
  const onShortLine = render([diagnosticAt(1, 9, 18, { at })], '{"name":"DogPark"}').split('\n');
  expect(onShortLine[1]).toBe('  ../api.yaml:1:9');
});

test('a table counts findings of the rules with most of them', () => {
  const diagnostics = Array.from({ length: 31 }, (_, index) =>
    diagnosticAt(index + 1, 1, 2, { code: `rule-${index % 22}`, severity: index < 22 ? 'error' : 'warning' }),
  );
  const lines = render(diagnostics, 'x\n'.repeat(31)).split('\n');
  expect(lines.slice(lines.indexOf('By rule:'), -1)).toEqual([
    'By rule:',
    '  rule     errors  warnings  info  files',
    ...Array.from({ length: 9 }, (_, index) => `  rule-${index}   1       1         0     1`),
    ...Array.from(
      { length: 11 },
      (_, index) => `  ${`rule-${index + 9}`.padEnd(7)}  1       0         0     1`,
    ),
    '  … and 2 more rules',
    '',
    '22 errors and 9 warnings',
  ]);
});
