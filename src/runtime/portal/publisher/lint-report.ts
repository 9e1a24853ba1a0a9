import type { SectionFindings, ReportedFinding } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ReportedApi, ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import { renderHeldVersions } from './held-versions.ts';
import { renderBadge, type BadgeTone } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { renderPlace } from '../pages/render-place.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';

const { publisher } = texts;
const { findings: words, columns: counts } = publisher;

/** The maximum number of findings on a page, and the maximum length of each sentence. */
const most = 50;
const maxLength = 300;

/** The lint findings for an API version, the most severe first. */
export function renderFindings(portal: Portal, key: string, { report, findings }: ReportedApi): Html {
  const reported = sortWorstFirst(findings.filter(({ status }) => status === 'reported'));
  const { suppressed, inBaseline } = report.findings;
  const isAllReported = suppressed + inBaseline === 0;
  return html`${reported.length === 0 ? html`<p class="quiet">${words.none}</p>` : renderSome(reported, pathOfSuppression(portal, key))}
  ${isAllReported ? undefined : html`<p class="quiet">${words.notReported(suppressed, inBaseline)}</p>`}
  ${report.sections.length === 0 ? undefined : renderSections(report.sections)}`;
}

const severities = ['error', 'warning', 'info'] as const;

function sortWorstFirst(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
}

function renderSome(findings: readonly ReportedFinding[], pathOf: PathOfSuppression): Html {
  const { severity, finding, rule, place } = words.columns;
  const rest = findings.length - most;
  return html`${renderDataTable(
    words.title,
    [severity, finding, rule, place].map((title) => ({ title })),
    findings.slice(0, most).map((one) => renderRow(one, pathOf(one))),
  )}
  ${rest > 0 ? html`<p class="quiet">${words.more(rest)}</p>` : undefined}`;
}

const tones: Readonly<Record<ReportedFinding['severity'], BadgeTone>> = {
  error: 'alert',
  warning: 'warning',
  info: 'neutral',
};

function renderRow(
  { severity, message, help, code, ...place }: ReportedFinding,
  path: string | undefined,
): readonly Html[] {
  return [
    renderBadge(words.severities[severity], tones[severity]),
    html`<bdi>${renderSentence(cut(message))}</bdi>
      ${help === undefined ? undefined : html`<br /><span class="quiet small"><bdi>${renderSentence(cut(help))}</bdi></span>`}`,
    html`<code>${code}</code> ${
        path === undefined
          ? undefined
          : html`<br /><a class="small" href="${path}" aria-label="${words.suppressOne(code, place.line)}"
                >${words.suppress}</a
              >`
      }`,
    renderPlace(place),
  ];
}

/** The path of the form that suppresses a finding; undefined if it cannot be suppressed, or if the path is too long. */
type PathOfSuppression = (finding: ReportedFinding) => string | undefined;

/** In characters, so that the page stays under its limit. */
const longestPath = 400;

function pathOfSuppression({ makesProposals, addresses }: Portal, api: string): PathOfSuppression {
  return ({ isSuppressible, code, file, pointer }) => {
    if (!makesProposals || !isSuppressible) return undefined;
    const path = pathOfForm(addresses, 'suppress', { api, rule: code, file, pointer });
    return path.length > longestPath ? undefined : path;
  };
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function renderSections(sections: readonly SectionFindings[]): Html {
  const titles = [counts.errors, counts.warnings, counts.info, counts.notReported];
  const rows = sections.map(({ section, title, error, warning, info, suppressed, inBaseline }) => [
    html`${`${section} ${title}`.trim()}`,
    ...[error, warning, info, suppressed + inBaseline].map((count) => html`${formatCount(count)}`),
  ]);
  const columns = [{ title: words.section }, ...titles.map((title) => ({ title, isNumber: true }))];
  return html`<details>
    <summary>${words.sections}</summary>
    ${renderDataTable(words.sections, columns, rows)}
  </details>`;
}

/** The report on the sources, or why it is missing. */
export interface ReportState {
  /** Undefined if it is unavailable, or if the gateway serves a table that was compiled elsewhere. */
  readonly sources: SourceReport | undefined;
  readonly isUnavailable: boolean;
}

export async function readReport({ services }: Portal, query: ReportQuery): Promise<ReportState> {
  const read = await unlessUnavailable(services.readReport(query).then((sources) => ({ sources })));
  return { sources: read?.sources, isUnavailable: read === undefined };
}

/** A notice about a report that is missing or based on broken sources; undefined if there is nothing to report. */
export function renderReportState({ sources, isUnavailable }: ReportState): Html | undefined {
  if (isUnavailable) return html`<p class="notice">${publisher.reportUnavailable}</p>`;
  if (!sources) return html`<p class="notice">${publisher.notCompiled}</p>`;
  return sources.isBroken ? html`<p class="warning">${publisher.broken}</p>` : renderHeldVersions(sources);
}
