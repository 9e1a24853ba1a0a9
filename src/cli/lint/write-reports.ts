import { type Io, plainPaint } from '../io.ts';
import { readVersion } from '../read-version.ts';
import { formats } from './views/formats.ts';
import type { LintReport } from './views/lint-report.ts';
import { loadFormat } from './load-format.ts';
import { renderCounts } from '../views/render-counts.ts';
import { deliverReports, maxStepSummaryLength, showFromCheckout } from './deliver-reports.ts';
import type { Linted } from './join-results.ts';
import type { ReportTarget } from './report-target.ts';

/**
 * Writes the requested reports; with `showsAll`, human reports list every finding. Throws a CommandError if a file
 * cannot be written.
 */
export async function writeReports(
  targets: readonly ReportTarget[],
  { result, project, command }: Linted,
  showsAll: boolean,
  io: Io,
): Promise<void> {
  const { isUnconfigured = false } = project;
  const said = { rules: await loadRules(targets), conventions: await findConventions(), command, showsAll };
  const findings = { ...collectFindings(result), ...said, isUnconfigured };
  const forPrograms = { ...findings, show: showFromCheckout(project, io), paint: plainPaint };
  const reportFor = ({ format, file }: ReportTarget): LintReport => {
    if (format !== 'human') return forPrograms;
    return { ...findings, show: project.show, paint: file === undefined ? io.stdout.paint : plainPaint };
  };
  const reports = await Promise.all(
    targets.map(async (target) => ({ ...target, text: await render(target.format, reportFor(target)) })),
  );
  const contents = renderCounts(result.diagnostics) || 'no findings';
  const isForGithub = targets.some(({ format }) => format === 'github');
  const stepSummary = async () => {
    const { renderMarkdown } = await import('./views/markdown.ts');
    return renderMarkdown(forPrograms, maxStepSummaryLength);
  };
  await deliverReports({ reports, contents, ...(isForGithub && { stepSummary }) }, io);
}

function collectFindings({ diagnostics, sources, workspace }: Linted['result']) {
  const contents = workspace === undefined ? {} : { contents: workspace };
  return { diagnostics, sources, version: readVersion(), ...contents };
}

/** The rules to describe: all rules for SARIF, otherwise none, since the history rules take long to load. */
async function loadRules(targets: readonly ReportTarget[]): Promise<LintReport['rules']> {
  if (!targets.some(({ format }) => format === 'sarif')) return [];
  const { rules } = await import('#compiler/lint/rules.ts');
  const { historyRules } = await import('#compiler/plan/approvals/history-rules.ts');
  return [...rules, ...historyRules];
}

async function findConventions(): Promise<LintReport['conventions']> {
  const { rules } = await import('#compiler/lint/rules.ts');
  return new Set(rules.filter(({ isConvention }) => isConvention).map(({ name }) => name));
}

async function render(format: string, report: LintReport): Promise<string | Iterable<string>> {
  const renderReport = await loadFormat(formats, format);
  return renderReport(report);
}
