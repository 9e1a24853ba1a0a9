import { expect, test } from 'vitest';
import { renderJson } from '#cli/lint/views/json.ts';

const at = { file: 'api.yaml', line: 2, column: 3, endLine: 2, endColumn: 9, pointer: '/name' };

test('diagnostics are printed as they are, with their counts', () => {
  const shown = [
    ...renderJson({
      diagnostics: [
        { code: 'a', severity: 'error', message: 'Wrong.', at, secret: true },
        {
          code: 'b',
          severity: 'info',
          message: 'So so.',
          help: 'Better.',
          at,
          related: [{ message: 'here', at }],
          moreUses: 2,
          fix: { title: 'Make it better', steps: [] },
        },
      ],
    }),
  ].join('');
  expect(JSON.parse(shown)).toEqual({
    format: 2,
    diagnostics: [
      { code: 'a', severity: 'error', message: 'Wrong.', at, secret: true },
      {
        code: 'b',
        severity: 'info',
        message: 'So so.',
        help: 'Better.',
        at,
        related: [{ message: 'here', at }],
        moreUses: 2,
        fix: 'Make it better',
      },
    ],
    rules: [{ name: 'a' }, { name: 'b' }],
    counts: { error: 1, warning: 0, info: 1 },
  });
  expect(shown.endsWith('}\n')).toBe(true);
});

test('a repeated finding is printed once, with its other places, and counted at each', () => {
  const diagnostics = [2, 4, 9].map((line) => ({
    code: 'a',
    severity: 'error' as const,
    message: 'Wrong.',
    at: { ...at, line, endLine: line },
  }));
  const text = [...renderJson({ diagnostics })].join('');
  expect(JSON.parse(text)).toEqual({
    format: 2,
    diagnostics: [{ ...diagnostics[0], alsoAt: [diagnostics[1]!.at, diagnostics[2]!.at] }],
    rules: [{ name: 'a' }],
    counts: { error: 3, warning: 0, info: 0 },
  });
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});

test('no diagnostics are an empty list', () => {
  expect([...renderJson({ diagnostics: [] })].join('')).toBe(
    '{\n  "format": 2,\n  "diagnostics": [],\n  "rules": [],\n  "counts": {\n    "error": 0,\n    "warning": 0,\n    "info": 0\n  }\n}\n',
  );
});
