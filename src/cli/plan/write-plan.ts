import { type Io, plainPaint } from '../io.ts';
import { deliverReports, maxStepSummaryLength, showFromCheckout } from '../lint/deliver-reports.ts';
import type { ReportTarget } from '../lint/report-target.ts';
import { findSourceLinks } from '../comment/source-links.ts';
import type { HumanViewContext } from '../lint/views/frames.ts';
import { loadFormat } from '../lint/load-format.ts';
import { planFormats } from './views/plan-formats.ts';
import type { ComparedRevisions } from './compare-revisions.ts';
import type { PlanReport } from './plan-report.ts';

/** Writes the requested reports. Throws a CommandError if a file cannot be written. */
export async function writePlan(
  targets: readonly ReportTarget[],
  report: PlanReport,
  { project, comparisons }: ComparedRevisions,
  io: Io,
): Promise<void> {
  const { sources } = comparisons[0].comparison.head;
  const links = await findSourceLinks(io, report.base.commit);
  const forPrograms = {
    ...(links && { links }),
    sources,
    show: showFromCheckout(project, io),
    paint: plainPaint,
  };
  const contextFor = ({ format, file }: ReportTarget): HumanViewContext => {
    if (format !== 'human') return forPrograms;
    return { sources, show: project.show, paint: file === undefined ? io.stdout.paint : plainPaint };
  };
  const reports = await Promise.all(
    targets.map(async (target) => ({
      ...target,
      text: await render(target.format, report, contextFor(target)),
    })),
  );
  const isForGithub = targets.some(({ format }) => format === 'github');
  const stepSummary = async () => {
    const { renderPlanMarkdown } = await import('./views/plan-markdown.ts');
    return renderPlanMarkdown(report, forPrograms, maxStepSummaryLength);
  };
  await deliverReports({ reports, contents: 'the plan', ...(isForGithub && { stepSummary }) }, io);
}

async function render(format: string, report: PlanReport, context: HumanViewContext): Promise<string> {
  const renderPlan = await loadFormat(planFormats, format);
  return renderPlan(report, context);
}
