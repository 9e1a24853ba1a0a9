import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import { printable } from '../../views/display-width.ts';
import { describeUses } from './describe-uses.ts';
import { describeLoosening } from './explain-loosening.ts';
import { type LintReport, uniqueNames } from './lint-report.ts';

/**
 * Diagnostics as JUnit XML: a suite for each file that was read, and a test case for each diagnostic; repeated
 * diagnostics are joined. Errors and warnings are failures. Infos are skipped cases, since CI systems show no text of
 * passed cases. A file without diagnostics has one passed case, since Jenkins refuses a report without cases.
 */
export function renderJunit(report: LintReport): string {
  const findings = groupRepeats(report.diagnostics);
  const byFile = Map.groupBy(findings, ({ at }) => at.file);
  const read = report.sources.files.filter((file) => report.sources.text(file) !== undefined);
  const files = [...new Set([...read, ...byFile.keys()])].toSorted();
  const suites = files.flatMap((file) => renderSuite(file, byFile.get(file) ?? [], report));
  const tests = files.reduce((sum, file) => sum + Math.max(1, byFile.get(file)?.length ?? 0), 0);
  const counts = `tests="${tests}" failures="${countFailures(findings)}" errors="0" time="0"`;
  const lines = [`<testsuites name="gatewright lint" ${counts}>`, ...suites, '</testsuites>'];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function renderSuite(
  file: string,
  diagnostics: readonly RepeatedFinding[],
  report: LintReport,
): readonly string[] {
  const name = attribute('name', report.show(file));
  const failures = countFailures(diagnostics);
  const counts = `tests="${Math.max(1, diagnostics.length)}" failures="${failures}" errors="0"`;
  const skipped = `skipped="${diagnostics.length - failures}"`;
  // CI systems identify test cases by name across runs, so a name contains no line number.
  const names = uniqueNames(diagnostics.map(({ code, at }) => `${code} ${at.pointer}`.trimEnd()));
  const cases = diagnostics.map((one, index) => renderCase(one, names[index] ?? '', report));
  const passed = `    <testcase ${attribute('name', 'no findings')} ${className(file, report)} time="0"/>`;
  return [
    `  <testsuite ${name} ${counts} ${skipped} time="0">`,
    ...(cases.length > 0 ? cases : [passed]),
    '  </testsuite>',
  ];
}

function renderCase(diagnostic: RepeatedFinding, name: string, report: LintReport): string {
  const { severity, message } = diagnostic;
  const body = escapeXml(describe(diagnostic, report).join('\n'));
  const outcome =
    severity === 'info'
      ? `<skipped>${body}</skipped>`
      : `<failure ${attribute('type', severity)} ${attribute('message', message)}>${body}</failure>`;
  const head = `<testcase ${attribute('name', name)} ${className(diagnostic.at.file, report)} time="0">`;
  return `    ${head}\n      ${outcome}\n    </testcase>`;
}

/** The body of a test case, the only part that GitLab shows. */
function describe(diagnostic: RepeatedFinding, { show, isUnconfigured }: LintReport): readonly string[] {
  const loosening = describeLoosening(diagnostic, isUnconfigured);
  const { code, severity, message, help, at } = diagnostic;
  const showPlace = ({ file, line, column }: typeof at) => printable(`${show(file)}:${line}:${column}`);
  return [
    `${severity} ${code}: ${printable(message)}`,
    showPlace(at),
    ...(help === undefined ? [] : [`help: ${printable(help)}`]),
    ...describeUses(diagnostic, showPlace),
    ...(loosening === undefined ? [] : [loosening]),
  ];
}

function className(file: string, { show }: LintReport): string {
  return attribute('classname', show(file));
}

function attribute(name: string, value: string): string {
  return `${name}="${escapeXml(printable(value))}"`;
}

function countFailures(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity !== 'info').length;
}

/** Characters that XML 1.0 cannot represent, other than those that `printable` already replaces. */
const noncharacters = /[\uFFFE\uFFFF]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Printable text for XML 1.0, in an element or between double quotes. */
function escapeXml(text: string): string {
  return text
    .replaceAll(noncharacters, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
