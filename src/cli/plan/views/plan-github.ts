import { nameSome } from '#compiler/plan/wording/describe-value.ts';
import { isNothing, type LocatedChange, type PlanFinding, type PlanReport } from '../plan-report.ts';
import { printable } from '../../views/display-width.ts';
import { renderAnnotation } from '../../lint/views/github.ts';
import type { HumanViewContext } from '../../lint/views/frames.ts';
import { renderCounts, sortWorstFirst } from '../../views/render-counts.ts';
import { describeDestinations } from './describe-entry.ts';
import { sensitivities, shownLocation } from './plan-changes.ts';
import { listEntries } from './plan-entries.ts';
import {
  describeLack,
  describeLint,
  describeNothing,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

/**
 * A plan as annotations of a GitHub pull request, and a summary line: the findings, the most severe first, then notices
 * about the sensitive changes that have no finding.
 */
export function renderPlanGithub(report: PlanReport, { show }: Pick<HumanViewContext, 'show'>): string {
  const entries = listEntries(report);
  const findings = sortWorstFirst(entries.flatMap((entry) => entry.findings));
  const sensitive = entries
    .filter(({ verdict }) => verdict === 'sensitive')
    .flatMap(({ changes }) => changes);
  const notices = sensitive.flatMap(toNotice);
  const lines = [...findings, ...notices].map((finding) => renderFinding(finding, show));
  return [...lines, renderEnd(report)].map((line) => `${line}\n`).join('');
}

/** A notice about a sensitive change; empty if the change has no place to annotate. */
function toNotice(change: LocatedChange): readonly PlanFinding[] {
  const { message, sensitive, affected, callsGoTo = [] } = change;
  const place = shownLocation(change);
  if (!sensitive || !place) return [];
  const names = [...new Set(affected.map(({ application, owner }) => `${application} (${owner})`))];
  const impact = names.length === 0 ? 'No application is affected.' : `Affects ${nameSome(names)}.`;
  const help = [...describeDestinations(callsGoTo, { code: (text) => text }), impact].join(' ');
  const code = `sensitive: ${sensitivities[sensitive]}`;
  return [{ code, severity: 'info', message, help, at: place.at, ...(place.isInBase && { isInBase: true }) }];
}

/**
 * An annotation of a finding. A finding in the base has no place, since its line is a different one in the pull
 * request.
 */
function renderFinding(finding: PlanFinding, show: HumanViewContext['show']): string {
  const { code, sensitive, at, isInBase, message, impact, help: advice = '' } = finding;
  const title = sensitive === undefined ? code : `${code}, sensitive: ${sensitivities[sensitive]}`;
  const help = impact === undefined ? advice : `${advice} ${impact}`.trimStart();
  const shown = { ...finding, code: title, ...(help !== '' && { help }) };
  if (!isInBase) return renderAnnotation(shown, show);
  const place = `${show(at.file)}:${at.line}:${at.column}`;
  return renderAnnotation({ ...shown, message: `${message} (${place} in the base)` }, show, 'nowhere');
}

function renderEnd(report: PlanReport): string {
  const { changes, findings } = report;
  if (!changes) return `The head does not compile: ${renderCounts(findings)}.`;
  const summary = isNothing(report)
    ? printable(describeLack(report) || describeNothing(report))
    : renderPlanSummary(summarizePlan(report));
  return `${summary} ${describeLint(report)}`;
}
