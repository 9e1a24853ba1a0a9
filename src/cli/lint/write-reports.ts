import type { BuildResult } from '../../pipeline.ts';
import { type Io, plainPaint } from '../io.ts';
import type { Project } from '../project/project.ts';
import { readVersion } from '../read-version.ts';
import { formats } from '../views/lint/formats.ts';
import type { LintReport } from '../views/lint/lint-report.ts';
import { loadFormat } from '../views/load-format.ts';
import { renderCounts } from '../views/render-counts.ts';
import { deliverReports, maxStepSummaryLength, showFromCheckout } from './deliver-reports.ts';
import type { ReportTarget } from './report-target.ts';

/** Writes each report that was requested. Throws a CommandError if a file cannot be written. */
export async function writeReports(
  targets: readonly ReportTarget[],
  result: BuildResult,
  project: Project,
  io: Io,
): Promise<void> {
  const { isAlone = false } = project;
  const findings = { ...(await collectFindings(result)), rules: await loadRules(targets), isAlone };
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
    const { renderMarkdown } = await import('../views/lint/markdown.ts');
    return renderMarkdown(forPrograms, maxStepSummaryLength);
  };
  await deliverReports({ reports, contents, ...(isForGithub && { stepSummary }) }, io);
}

async function collectFindings({ diagnostics, sources, workspace }: BuildResult) {
  const contents = workspace === undefined ? {} : { contents: workspace };
  return { diagnostics, sources, version: readVersion(), ...contents };
}

/** Only SARIF reports all rules, and those that need history take long to load. */
async function loadRules(targets: readonly ReportTarget[]): Promise<LintReport['rules']> {
  if (!targets.some(({ format }) => format === 'sarif')) return [];
  const { rules } = await import('../../compiler/lint/rules.ts');
  const { historyRules } = await import('../../compiler/plan/history/history-rules.ts');
  return [...rules, ...historyRules];
}

async function render(format: string, report: LintReport): Promise<string | Iterable<string>> {
  const renderReport = await loadFormat(formats, format);
  return renderReport(report);
}
