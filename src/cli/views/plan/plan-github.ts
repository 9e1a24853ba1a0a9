import type { PlanFinding, PlanReport } from '../../plan/plan-report.ts';
import { printable } from '../display-width.ts';
import { renderAnnotation } from '../lint/github.ts';
import type { HumanViewContext } from '../lint/human.ts';
import { renderCounts, sortWorstFirst } from '../render-counts.ts';
import { describeLack, describeNothing, renderPlanSummary, summarizePlan } from './plan-summary.ts';

/** The findings of a plan as annotations of a pull request on GitHub, the worst first, and a line that sums it up. */
export function renderPlanGithub(report: PlanReport, { show }: Pick<HumanViewContext, 'show'>): string {
  const lines = sortWorstFirst(report.findings).map((finding) => renderFinding(finding, show));
  return [...lines, renderEnd(report)].map((line) => `${line}\n`).join('');
}

/** A line of the base would mark another one in the pull request. */
function renderFinding(finding: PlanFinding, show: HumanViewContext['show']): string {
  const { at, isInBase, message } = finding;
  if (!isInBase) return renderAnnotation(finding, show);
  const place = `${show(at.file)}:${at.line}:${at.column}`;
  return renderAnnotation({ ...finding, message: `${message} (${place} in the base)` }, show, 'nowhere');
}

function renderEnd(report: PlanReport): string {
  const { changes, findings, approved } = report;
  if (!changes) return `The head does not compile: ${renderCounts(findings)}.`;
  const isNothing = changes.length + findings.length + approved.length === 0;
  if (isNothing) return printable(describeLack(report) || describeNothing(report));
  return renderPlanSummary(summarizePlan(report));
}
