import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '#cli/views/display-width.ts';
import { renderGitlab } from '#cli/lint/views/gitlab.ts';
import type { LintReport } from '#cli/lint/views/lint-report.ts';
import { fingerprintOf } from '#compiler/rule/fingerprint.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { countPlaces } from '#cli/lint/views/describe-uses.ts';
import { diagnosticAt, hostileReport, reportOf } from './lint-reports.ts';

interface Entry {
  readonly description: string;
  readonly fingerprint: string;
  readonly location: { readonly path: string };
}

const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(new URL('schemas/gitlab-code-quality.json', import.meta.url), 'utf8')),
);

/** The entries of a report, after validation against the schema. */
function renderEntries(report: LintReport): readonly Entry[] {
  const entries: unknown = JSON.parse([...renderGitlab(report)].join(''));
  validate(entries);
  expect(validate.errors).toBe(null);
  return entries as readonly Entry[];
}

test('an entry says what is wrong, what to do, how bad it is and where', () => {
  const diagnostic = diagnosticAt(2, 7, 14, { help: 'Leave it out.' });
  const report = reportOf([diagnostic], { show: (file) => `gateway/${file}` });
  expect(renderEntries(report)).toEqual([
    {
      description: 'Something is wrong. Leave it out.',
      check_name: 'some-rule',
      fingerprint: fingerprintOf(diagnostic, report.sources),
      severity: 'major',
      location: { path: 'gateway/api.yaml', lines: { begin: 2, end: 2 } },
    },
  ]);
});

test('an entry says how its rule is loosened, if that is possible', () => {
  const codes = ['path-noun', 'endpoint-url', 'lifecycle-order'];
  const report = reportOf(codes.map((code) => diagnosticAt(2, 7, 14, { code })));
  expect(renderEntries(report).map(({ description }) => description)).toEqual([
    'Something is wrong. To loosen the rule, write `lint: { rules: { path-noun: off } }` in the configuration; for this finding: `# gatewright-ignore path-noun: REASON` at the end of the line, or above it.',
    'Something is wrong.',
    'Something is wrong. To loosen the rule, write `lint: { rules: { lifecycle-order: off } }` in the configuration; for this finding: approve the change in gatewright-approvals.yaml, as `gatewright plan` shows.',
  ]);
});

test('severities have names of GitLab', () => {
  const severities = ['error', 'warning', 'info'] as const;
  const entries = renderEntries(reportOf(severities.map((severity) => diagnosticAt(1, 1, 2, { severity }))));
  expect(entries).toMatchObject([{ severity: 'major' }, { severity: 'minor' }, { severity: 'info' }]);
});

test('a repeated finding is one entry, whose fingerprint stays when another place is fixed', () => {
  const diagnostics = ['/a', '/b', '/c'].map((pointer, index) =>
    diagnosticAt(index + 1, 1, 2, { at: { ...diagnosticAt(index + 1, 1, 2).at, pointer } }),
  );
  const report = reportOf(diagnostics);
  const [least] = diagnostics.map((one) => fingerprintOf(one, report.sources)).toSorted();
  expect(renderEntries(report)).toMatchObject([
    { description: 'Something is wrong. (and at 2 more places)', fingerprint: least },
  ]);
  const others = diagnostics.filter((one) => fingerprintOf(one, report.sources) !== least);
  for (const fixed of others) {
    const left = diagnostics.filter((one) => one !== fixed);
    expect(renderEntries(reportOf(left))).toMatchObject([{ fingerprint: least }]);
  }
});

test('two findings with one fingerprint have two, the first of which stays', () => {
  const report = reportOf([diagnosticAt(1, 1, 2), diagnosticAt(9, 1, 2, { severity: 'info' })]);
  const [first, second] = renderEntries(report);
  expect(second?.fingerprint).toBe(`${first?.fingerprint}#2`);
});

test('no diagnostics are an empty list', () => {
  expect([...renderGitlab(reportOf([]))].join('')).toBe('[]\n');
});

test('whatever a message or a file name holds, the report is valid and every fingerprint its own', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const entries = renderEntries(report);
      const groups = groupRepeats(report.diagnostics);
      expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(groups.length);
      expect(entries.map(({ location, description }) => [location.path, description])).toEqual(
        groups.map(({ at, message, help, alsoAt }) => [
          at.file.toWellFormed(),
          printable(help === undefined ? message : `${message} ${help}`) +
            (alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`),
        ]),
      );
    }),
  );
});
