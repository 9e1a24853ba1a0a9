import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from '#cli/views/display-width.ts';
import type { LintReport } from '#cli/lint/views/lint-report.ts';
import { renderSarif } from '#cli/lint/views/sarif.ts';
import { rules } from '#compiler/lint/rules.ts';
import { fingerprintOf } from '#compiler/rule/fingerprint.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { countPlaces } from '#cli/lint/views/describe-uses.ts';
import { diagnosticAt, hostileReport, reportOf } from './lint-reports.ts';

/** The fields of a log that the tests check. */
interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly relatedLocations?: readonly unknown[];
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

const schema = JSON.parse(readFileSync(new URL('schemas/sarif-2.1.0.json', import.meta.url), 'utf8'));
// One of its patterns has a bracket too many, which only regular expressions without the `u` flag let pass.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(schema);

/** The only run of a report, after validation against the schema. */
function renderRun(report: LintReport, most?: number): Log['runs'][number] {
  const log: unknown = JSON.parse(renderSarif(report, most));
  validate(log);
  expect(validate.errors).toBe(null);
  const [run, ...others] = (log as Log).runs;
  expect(others).toEqual([]);
  if (!run) throw new Error('There is no run.');
  return run;
}

test('the schema rejects an invalid log', () => {
  expect(validate({ version: '2.1.0', runs: [{ tool: {}, results: [{}] }] })).toBe(false);
});

test('a log names the rule, the places, what to do and what makes the finding the same one', () => {
  const related = [
    { message: 'referenced from', at: { ...diagnosticAt(7, 1, 9).at, file: 'other folder/ü.yaml' } },
  ];
  const diagnostic = diagnosticAt(2, 7, 14, {
    severity: 'info',
    help: 'Leave it out.',
    related,
    moreUses: 3,
    fix: { title: 'Remove it', steps: [] },
  });
  const report = reportOf([diagnostic]);
  expect(renderRun(report)).toEqual({
    tool: {
      driver: {
        name: 'gatewright',
        version: '1.2.3',
        semanticVersion: '1.2.3',
        rules: [
          {
            id: 'some-rule',
            shortDescription: { text: 'A name is `snake_case`: {{0}}.' },
            fullDescription: { text: 'Callers <guess> names.' },
            help: {
              text:
                'A name is `snake_case`: {{0}}. Callers <guess> names. ' +
                'gatewright explain some-rule shows examples.',
              markdown:
                '**A name is `snake_case`: {0}.**\n\nCallers &lt;guess&gt; names.\n\n' +
                '`gatewright explain some-rule` shows examples.',
            },
            defaultConfiguration: { level: 'warning' },
            properties: { section: '4.5', tags: ['design'] },
          },
        ],
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
    results: [
      {
        ruleId: 'some-rule',
        ruleIndex: 0,
        level: 'note',
        message: { text: 'Something is wrong. Leave it out.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'api.yaml', uriBaseId: '%SRCROOT%' },
              region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 14 },
            },
            logicalLocations: [{ fullyQualifiedName: '/name' }],
          },
        ],
        relatedLocations: [
          {
            id: 0,
            message: { text: 'referenced from' },
            physicalLocation: {
              artifactLocation: { uri: 'other%20folder/%C3%BC.yaml', uriBaseId: '%SRCROOT%' },
              region: { startLine: 7, startColumn: 1, endLine: 7, endColumn: 9 },
            },
          },
        ],
        partialFingerprints: { 'gatewright/v1': fingerprintOf(diagnostic, report.sources) },
        properties: { pointer: '/name', help: 'Leave it out.', moreUses: 3, fix: 'Remove it' },
      },
    ],
  });
});

test('a repeated finding is one result with the other places, as many as GitHub keeps', () => {
  const diagnostics = Array.from({ length: 300 }, (_, index) => diagnosticAt(index + 1, 1, 2));
  const { results } = renderRun(reportOf(diagnostics));
  expect(results.map(({ message, relatedLocations }) => [message.text, relatedLocations?.length])).toEqual([
    ['Something is wrong. (and at 299 more places)', 99],
  ]);
  expect(results).toMatchObject([{ properties: { morePlaces: 299 } }]);
});

test('of more results than GitHub takes, the worst are there, and a notification says so', () => {
  const diagnostics = [1, 2, 3, 4].map((line) =>
    diagnosticAt(line, 1, 2, { message: `Wrong ${line}.`, severity: line < 4 ? 'info' : 'error' }),
  );
  const run = renderRun(reportOf(diagnostics), 2);
  expect(run.results.map(({ message }) => message.text)).toEqual(['Wrong 4.', 'Wrong 1.']);
  expect(run).toMatchObject({
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          {
            level: 'warning',
            message: {
              text: 'Only the 2 worst of 4 results are in this file; `gatewright lint --all` shows all of them.',
            },
          },
        ],
      },
    ],
  });
});

test('a code that is not a rule has a descriptor of its own, once', () => {
  const broken = diagnosticAt(1, 1, 2, { code: 'yaml-syntax' });
  const run = renderRun(reportOf([broken, diagnosticAt(1, 1, 2), broken]));
  expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['some-rule', 'yaml-syntax']);
  expect(run.results.map(({ ruleIndex }) => ruleIndex)).toEqual([1, 0]);
});

test('every rule of ours is described as the schema asks', () => {
  const run = renderRun(reportOf([], { rules }));
  expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(rules.map(({ name }) => name));
  expect(run.results).toEqual([]);
});

describe('a text that a viewer would take for more', () => {
  test.each([
    ['The path /dogs/{id} is long.', 'The path /dogs/{id} is long.'],
    ['The path /dogs/{0} is long.', 'The path /dogs/{{0}} is long.'],
    ['[a](1)', '[a\\](1)'],
    ['a\nb\uD800', 'a\uFFFDb\uFFFD'],
  ])('%j', (message, text) => {
    const run = renderRun(reportOf([diagnosticAt(1, 1, 2, { message })]));
    expect(run.results.map((result) => result.message.text)).toEqual([text]);
  });
});

test('whatever a message or a file name holds, the log is valid, and shows which rule and file are meant', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const { tool, results } = renderRun(report);
      const groups = groupRepeats(report.diagnostics);
      expect(results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.id)).toEqual(
        groups.map(({ code }) => code),
      );
      const uris = results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri ?? '');
      expect(uris.map(decodeURIComponent)).toEqual(groups.map(({ at }) => at.file.toWellFormed()));
      for (const uri of uris) {
        expect(new URL(uri, 'file:///root/').href).toMatch(/^file:\/\/\/(?!.*[?#])/);
      }
      expect(results.map(({ message }) => message.text.replaceAll(/[{}\\]/g, ''))).toEqual(
        groups.map(
          ({ message, help, alsoAt }) =>
            printable(help === undefined ? message : `${message} ${help}`).replaceAll(/[{}\\]/g, '') +
            (alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`),
        ),
      );
    }),
  );
});
