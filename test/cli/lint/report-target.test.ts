import { expect, test } from 'vitest';
import { readReportTargets } from '#cli/lint/report-target.ts';

test.each([
  [[], [{ format: 'human' }]],
  [['json'], [{ format: 'json' }]],
  [
    ['github', 'sarif=out/lint.sarif', 'junit=a=b.xml'],
    [{ format: 'github' }, { format: 'sarif', file: 'out/lint.sarif' }, { format: 'junit', file: 'a=b.xml' }],
  ],
  [
    ['json=a.json', 'json=b.json'],
    [
      { format: 'json', file: 'a.json' },
      { format: 'json', file: 'b.json' },
    ],
  ],
])('%j', (given, targets) => {
  expect(readReportTargets(given)).toEqual(targets);
});

test.each([
  [['sarf'], 'Unknown format "sarf".', 'Did you mean `sarif`?'],
  [['sarf=a.sarif'], 'Unknown format "sarf".', 'Did you mean `sarif`?'],
  [['json='], '--format json= has no file name after the equals sign.', undefined],
  [
    ['json', 'junit=a.xml', 'sarif'],
    'json and sarif cannot both go to standard output.',
    'Write one of them to a file: --format sarif=FILE.',
  ],
  [['json=a', 'sarif=b', 'junit=a'], 'Two reports cannot both go to a.', undefined],
  [['json=a', 'sarif=out/../a'], 'Two reports cannot both go to out/../a.', undefined],
  [['json=./a', 'sarif=a'], 'Two reports cannot both go to a.', undefined],
])('%j is refused', (given, message, help) => {
  const error = catchError(() => readReportTargets(given));
  expect(error).toMatchObject({ message, help });
});

test('a format that is like no other is refused with the list of all', () => {
  const error = catchError(() => readReportTargets(['toString'], ['human', 'json', 'sarif']));
  expect(error).toMatchObject({
    message: 'Unknown format "toString".',
    help: 'A format is human, json, or sarif.',
  });
});

function catchError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
