import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { printable } from '#cli/views/display-width.ts';
import { renderJunit } from '#cli/lint/views/junit.ts';
import type { LintReport } from '#cli/lint/views/lint-report.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { diagnosticAt, hostileReport, reportOf } from './lint-reports.ts';

using schema = XmlDocument.fromString(readFileSync(new URL('schemas/junit.xsd', import.meta.url), 'utf8'));
const validator = XsdValidator.fromDoc(schema);

/**
 * Each test case: the attributes with `@` before their names, the element in it, and that one's text; after validation
 * against the schema.
 */
function readCases(report: LintReport): readonly Readonly<Record<string, string | undefined>>[] {
  using document = XmlDocument.fromString(renderJunit(report));
  validator.validate(document);
  return document.find('//testcase').map((node) => {
    const outcome = node.find('*').find((child) => child instanceof XmlElement);
    return {
      ...attributesOf(node),
      outcome: outcome?.name,
      ...attributesOf(outcome),
      text: outcome?.content,
    };
  });
}

function attributesOf(node: unknown): Readonly<Record<string, string>> {
  if (!(node instanceof XmlElement)) return {};
  return Object.fromEntries(node.attrs.map(({ name, value }) => [`@${name}`, value]));
}

test('the schema rejects an invalid report', () => {
  using document = XmlDocument.fromString('<testsuites><testsuite/></testsuites>');
  expect(() => validator.validate(document)).toThrow("The attribute 'name' is required but missing");
});

test('a suite a file, a case a diagnostic; what is only worth knowing is skipped, a clean file has a case', () => {
  const diagnostics = [
    diagnosticAt(2, 7, 14, { help: 'Leave "it" out.', moreUses: 2 }),
    diagnosticAt(3, 1, 2, { severity: 'info', message: 'Could be <nicer>.' }),
    diagnosticAt(4, 1, 2, { severity: 'warning' }),
  ];
  const report = reportOf(diagnostics);
  const files = ['a.yaml', 'api.yaml', 'missing.yaml'];
  const text = (file: string) => (file === 'missing.yaml' ? undefined : '');
  const sources = { ...report.sources, files, text };
  expect(renderJunit({ ...report, sources })).toBe(`\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gatewright lint" tests="4" failures="2" errors="0" time="0">
  <testsuite name="a.yaml" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase name="no findings" classname="a.yaml" time="0"/>
  </testsuite>
  <testsuite name="api.yaml" tests="3" failures="2" errors="0" skipped="1" time="0">
    <testcase name="some-rule /name" classname="api.yaml" time="0">
      <failure type="error" message="Something is wrong.">error some-rule: Something is wrong.
api.yaml:2:7
help: Leave &quot;it&quot; out.
2 more uses</failure>
    </testcase>
    <testcase name="some-rule /name#2" classname="api.yaml" time="0">
      <skipped>info some-rule: Could be &lt;nicer&gt;.
api.yaml:3:1</skipped>
    </testcase>
    <testcase name="some-rule /name#3" classname="api.yaml" time="0">
      <failure type="warning" message="Something is wrong.">warning some-rule: Something is wrong.
api.yaml:4:1</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('a case says how its rule is loosened, if that is possible', () => {
  const json = { ...diagnosticAt(1, 1, 2).at, file: 'openapi.json' };
  const codes = [{ code: 'path-noun' }, { code: 'path-noun', at: json }, { code: 'endpoint-url' }];
  const report = reportOf(codes.map((more) => diagnosticAt(2, 7, 14, more)));
  expect(readCases(report).map(({ text }) => text?.split('\n').slice(2))).toEqual([
    [
      'To loosen the rule, write `lint: { rules: { path-noun: off } }` in the configuration; for this finding: `# gatewright-ignore path-noun: REASON` at the end of the line, or above it.',
    ],
    [],
    [
      'To loosen the rule, write `lint: { rules: { path-noun: off } }` in the configuration; for this finding: `- { rule: path-noun, file: openapi.json, pointer: "/name", reason: REASON }` in gatewright-ignore.yaml.',
    ],
  ]);
  const alone = readCases({ ...report, isUnconfigured: true });
  expect(alone[0]?.text).toContain('To loosen the rule, write `--rule path-noun=off`; for this');
});

test('whatever a message or a file name holds, the report is valid, and every case has a name of its own', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const cases = readCases(report);
      const groups = groupRepeats(report.diagnostics);
      const names = cases.map((one) => JSON.stringify([one['@classname'], one['@name']]));
      expect(new Set(names).size).toBe(groups.length);
      const files = [...new Set(groups.map(({ at }) => at.file))].toSorted();
      const ofFiles = files.flatMap((file) => groups.filter(({ at }) => at.file === file));
      expect(cases).toMatchObject(
        ofFiles.map(({ severity, message, at }) => ({
          '@classname': inXml(at.file),
          outcome: severity === 'info' ? 'skipped' : 'failure',
          ...(severity === 'info' ? {} : { '@message': inXml(message) }),
          text: expect.stringContaining(`: ${inXml(message)}\n${inXml(at.file)}:${at.line}:${at.column}`),
        })),
      );
    }),
  );
});

/** What can be left of a text. */
function inXml(text: string): string {
  return printable(text).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
