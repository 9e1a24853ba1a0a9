import type { SectionFindings, ReportedFinding } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ReportedApi, ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import { renderHeldVersions } from './held-versions.ts';
import { renderBadge, type BadgeTone } from '../pages/badge.ts';
import { renderDataRow, renderDataTable, renderTableOfRows } from '../pages/render-data-table.ts';
import { renderPlace } from '../pages/render-place.ts';
import { renderWithin } from '../pages/render-within.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import { pathOfForm, pathOfOwnedApi, type NamedApi, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { OwnedVersion } from './owned-versions.ts';

const { publisher } = texts;
const { findings: words, columns: counts } = publisher;

/** The maximum length of each sentence, and of the rows of all rules, since a page has at most 100 kB. */
const maxLength = 300;
const maxMarkup = 40_000;

/** The findings of lint in an API version by rule, the most severe first, with a link to all of each rule. */
export function renderFindings(
  portal: Portal,
  { key, entry }: Pick<OwnedVersion, 'key' | 'entry'>,
  { report, findings }: ReportedApi,
): Html {
  const reported = sortWorstFirst(findings.filter(({ status }) => status === 'reported'));
  const { suppressed, inBaseline } = report.findings;
  const isAllReported = suppressed + inBaseline === 0;
  const pathOf = pathOfSuppression(portal, key);
  const pathOfAll = (rule: string) => pathOfFindings(portal.addresses, entry, rule);
  return html`${reported.length === 0 ? html`<p class="quiet">${words.none}</p>` : renderRules(reported, pathOf, pathOfAll)}
  ${isAllReported ? undefined : html`<p class="quiet">${words.notReported(suppressed, inBaseline)}</p>`}
  ${report.sections.length === 0 ? undefined : renderSections(report.sections)}`;
}

/** The path of the page with all findings of a rule in an API version. */
export function pathOfFindings(addresses: PortalAddresses, api: NamedApi, rule: string): string {
  return `${pathOfOwnedApi(addresses, api)}/findings?${new URLSearchParams({ rule }).toString()}`;
}

const severities = ['error', 'warning', 'info'] as const;

export function sortWorstFirst(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
}

export const findingColumns = [
  words.columns.severity,
  words.columns.finding,
  words.columns.rule,
  words.columns.place,
].map((title) => ({ title }));

/** A row for each rule: its only finding, or the first with the number of all. */
function renderRules(
  findings: readonly ReportedFinding[],
  pathOf: PathOfSuppression,
  pathOfAll: (rule: string) => string,
): Html {
  const rules = [...Map.groupBy(findings, ({ code }) => code)];
  const { shown } = renderWithin(rules, maxMarkup, ([rule, [first, ...others]]) => {
    if (!first) return html``;
    if (others.length === 0) return renderDataRow(findingColumns, renderFinding(first, pathOf(first)));
    const [severity, finding] = renderFinding(first, undefined);
    const all = html`<a href="${pathOfAll(rule)}" aria-label="${words.showAllOf(others.length + 1, rule)}"
      >${words.showAll(others.length + 1)}</a
    >`;
    const cells = [severity, html`<span class="quiet small">${words.first}</span><br />${finding}`];
    return renderDataRow(findingColumns, [...cells, html`<code>${rule}</code>`, all]);
  });
  const left = rules.length - shown.length;
  return html`${renderTableOfRows(words.title, findingColumns, shown)}
  ${left > 0 ? html`<p class="quiet">${words.moreRules(left)}</p>` : undefined}`;
}

const tones: Readonly<Record<ReportedFinding['severity'], BadgeTone>> = {
  error: 'alert',
  warning: 'warning',
  info: 'neutral',
};

/** The cells of a finding, with the link to the form that suppresses it if it has a path. */
export function renderFinding(
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
export type PathOfSuppression = (finding: ReportedFinding) => string | undefined;

/** In characters, so that the page stays under its limit. */
const longestPath = 400;

export function pathOfSuppression({ makesProposals, addresses }: Portal, api: string): PathOfSuppression {
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
