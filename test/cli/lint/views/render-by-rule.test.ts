import { expect, test } from 'vitest';
import { renderHumanReport } from '#cli/lint/views/human.ts';
import { diagnosticAt, reportOf } from './lint-reports.ts';

function render(...args: Parameters<typeof reportOf>): string {
  return [...renderHumanReport(reportOf(...args))].join('');
}

const many = Array.from({ length: 40 }, (_, index) => index + 1);

test('many findings are shown by rule: how many, the first places, and conventions last', () => {
  const diagnostics = [
    ...many.map((line) => diagnosticAt(line, 1, 2, { severity: 'warning', message: `Key ${line} is bad.` })),
    ...many.map((line) =>
      diagnosticAt(line, 3, 4, { code: 'same-rule', severity: 'warning', help: 'Fix it.' }),
    ),
    diagnosticAt(1, 1, 5, { code: 'one-rule' }),
  ];
  const conventions = new Set(['some-rule']);
  expect(render(diagnostics, { showsAll: false, conventions, command: 'gatewright lint a.yaml' })).toBe(`\
error one-rule
  Something is wrong.
    api.yaml:1:1
      1 | kind: Api
        | ^^^^

warning same-rule, 40 times
  Something is wrong.
    api.yaml:1:3
      1 | kind: Api
        |   ^
    help: Fix it.
  also at api.yaml:2:3
  also at api.yaml:3:3
  and 37 more

Conventions of design, which neither OpenAPI nor HTTP requires, each with its first place:
  warning some-rule, 40 times: Key 1 is bad.
    api.yaml:1:1
\`gatewright explain RULE\` explains why; \`--extends minimal\` leaves all of them out.

1 error and 80 warnings; \`gatewright lint a.yaml --all\` shows each of them
`);
});

test('of more rules than a person reads, the worst are shown', () => {
  const diagnostics = many.map((index) =>
    diagnosticAt(index, 1, 2, { code: `rule-${index}`, severity: index < 40 ? 'info' : 'error' }),
  );
  const shown = render(diagnostics, { showsAll: false });
  expect(shown.match(/^(?:error|info) rule-\d+$/gm)?.length).toBe(30);
  expect(shown).toMatch(/^error rule-40\n/);
  expect(shown).toContain('\n… and 10 more rules\n\n1 error and 39 info; `gatewright lint --all` shows');
  expect(render(diagnostics, { showsAll: true }).match(/^(?:error|info) rule-\d+/gm)?.length).toBe(40);
});

test('a convention with the severity error is shown in full, and each place with its own help', () => {
  const diagnostics = many.map((line) =>
    diagnosticAt(line, 1, 2, {
      message: `Key ${line} is bad.`,
      help: line === 3 ? 'Remove it.' : 'Rename it.',
    }),
  );
  const shown = render(diagnostics, { showsAll: false, conventions: new Set(['some-rule']) });
  expect(shown.split('\n\n')[0]).toBe(`\
error some-rule, 40 times
  Key 1 is bad.
    api.yaml:1:1
      1 | kind: Api
        | ^
    help: Rename it.
  api.yaml:2:1 Key 2 is bad.
  api.yaml:3:1 Key 3 is bad. Remove it.
  and 37 more`);
});

test('one finding at many places is shown by rule, too', () => {
  const diagnostics = many.map((line) =>
    diagnosticAt(line, 1, 2, { severity: 'warning', message: 'It is bad.' }),
  );
  expect(render(diagnostics, { showsAll: false })).toContain('warning some-rule, 40 times\n  It is bad.\n');
});

test('findings in several files are counted together', () => {
  const diagnostics = many.map((line) => {
    const one = diagnosticAt(line, 1, 2, { message: `Key ${line} is bad.` });
    return { ...one, at: { ...one.at, file: `${line % 4}.yaml` } };
  });
  expect(render(diagnostics, { showsAll: false })).toContain('error some-rule, 40 times in 4 files\n');
});
