import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable, sumUsage } from '../usage/usage-counts.ts';
import { pathOfForm, pathOfOwnedApi } from '../visit/paths.ts';
import { requireUser, type StoreUser } from '../visit/store-user.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { countHeld } from './held-versions.ts';
import { showFindingsOfRule } from './findings-of-rule.ts';
import { readReport, renderReportState } from './lint-report.ts';
import { messageEndpoints } from './messages/message-endpoints.ts';
import { listOwnedVersions, type OwnedVersion } from './owned-versions.ts';
import { readRecentUsage } from './recent-usage.ts';
import { showOwnedApi } from './show-owned-api.ts';
import { listWaiting } from '../proposals/review/waiting-proposals.ts';
import { renderWaitingProposals } from './waiting-proposals.ts';
import type { FindingCounts } from '#compiled/api-report.ts';
import type { DriftByApi, ObservedDrift } from '#runtime/ports/drift.ts';
import type { SourceReport } from '#runtime/ports/reports.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderApiState } from '../pages/badge.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import type { Portal } from '../visit/portal.ts';

/** The data for the scorecard; a member is undefined if it is unavailable. */
interface ScorecardData {
  readonly report: SourceReport | undefined;
  readonly drift: DriftByApi | undefined;
  readonly usage: readonly UsageSeries[] | undefined;
}

const { publisher } = texts;

const { columns } = publisher;

/** The numbers in a row; undefined numbers are unknown. */
interface ScorecardRow {
  readonly findings: FindingCounts | undefined;
  readonly operations: readonly Share[];
  readonly drift: number | undefined;
  readonly subscriptions: number;
  readonly calls: number | undefined;
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

const scorecardColumns: readonly Column[] = [
  { title: columns.api },
  { title: columns.state },
  ...[
    columns.errors,
    columns.warnings,
    columns.info,
    columns.notReported,
    columns.described,
    columns.examples,
    columns.drift,
    columns.subscriptions,
    columns.calls,
  ].map((title) => ({ title, isNumber: true })),
];

export const publisherEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/publisher', use: 'page', audience: 'signed-in', answer: showOwnedApis },
  {
    method: 'GET',
    path: '/publisher/:context/:version',
    use: 'page',
    audience: 'signed-in',
    answer: showOwnedApi,
  },
  {
    method: 'GET',
    path: '/publisher/:context/:version/findings',
    use: 'page',
    audience: 'signed-in',
    answer: showFindingsOfRule,
  },
  ...messageEndpoints,
];

const pageSize = 50;

/** Shows the API versions that the reader owns, with their scorecard. */
async function showOwnedApis(visit: StoreVisit): Promise<StoreAnswer> {
  const user = requireUser(visit);
  const owned = listOwnedVersions(visit);
  const main = html`<div class="page-head">
      <div class="row apart">
        <h1>${publisher.title}</h1>
        ${renderNewApiLink(visit)}
      </div>
      <p class="lead">${publisher.lead}</p>
      ${visit.portal.makesProposals ? undefined : html`<p class="notice">${publisher.steps.noForms}</p>`}
    </div>
    ${owned.length === 0 ? renderNone(user) : await renderOwned(visit, owned)}`;
  return { status: 200, page: { title: publisher.title, main, section: 'publisher' } };
}

function renderNewApiLink({ portal: { addresses, makesProposals } }: StoreVisit): Html | undefined {
  if (!makesProposals) return undefined;
  return html`<a class="button" href="${pathOfForm(addresses, 'api')}">${publisher.addApi}</a>`;
}

function renderNone({ username, subject, emails, teams }: StoreUser): Html {
  const names = [username ?? subject, ...emails, ...teams];
  return html`<div class="empty">
    <h2>${publisher.none}</h2>
    <p class="quiet">${publisher.noneAdvice}</p>
    <p class="quiet">${publisher.knownAs}</p>
    <ul class="tags">
      ${names.map((name) => html`<li><bdi class="tag">${name}</bdi></li>`)}
    </ul>
  </div>`;
}

async function renderOwned(visit: StoreVisit, owned: ReturnType<typeof listOwnedVersions>): Promise<Html> {
  const { portal, query } = visit;
  const { addresses, services } = portal;
  const page = takePage(owned, Math.max(1, Math.floor(Number(query.get('page'))) || 1), pageSize);
  const apis = page.items.map(({ key }) => key);
  const [report, drift, usage, proposals] = await Promise.all([
    readReport(portal, { apis, withFindings: false }),
    unlessUnavailable(services.readDrift(apis)),
    readRecentUsage(services.usage, apis, services.clock()),
    listWaiting(
      visit,
      owned.map(({ entry }) => entry),
    ),
  ]);
  const sum = page.pages === 1 ? publisher.all : publisher.allOnPage;
  return html`${renderWaitingProposals(portal, proposals, publisher.proposals.none)}
    <section class="stack tight">
      <h2>${publisher.scorecard}</h2>
      ${renderReportState(report)}
      ${usage ? undefined : html`<p class="notice">${publisher.usageUnavailable}</p>`}
      ${renderScorecard(portal, page.items, { report: report.sources, drift, usage }, sum)}
      <p class="quiet small">${publisher.explanation}</p>
      ${renderPagination(page, (number) => `${addresses.path}/publisher?page=${number}`)}
    </section>`;
}

/** A table with a row for each API version and a row for the totals. */
function renderScorecard(
  portal: Portal,
  owned: readonly OwnedVersion[],
  data: ScorecardData,
  nameOfSum: string,
): Html {
  const subscriptions = Map.groupBy(portal.compiled.manifest.subscriptions, ({ api }) => api);
  const rows = owned.map((version) =>
    describeRow(version, subscriptions.get(version.key)?.length ?? 0, data),
  );
  const cells = rows.map((row, index) => renderCells(row, renderName(portal, owned[index])));
  const sum = rows.length > 1 ? [renderCells(addUp(rows), [html`${nameOfSum}`, html``])] : [];
  return html`<div class="scorecard">
    ${renderDataTable(publisher.scorecardCaption, scorecardColumns, [...cells, ...sum])}
  </div>`;
}

function describeRow({ key }: OwnedVersion, subscriptions: number, data: ScorecardData): ScorecardRow {
  const report = data.report?.apis.get(key)?.report;
  const { described = 0, all = 0, withExamples = 0, withBodies = 0 } = report?.operations ?? {};
  const ofApi = data.usage?.filter(({ api }) => api === key);
  return {
    findings: report?.findings ?? countHeld(data.report, key),
    operations: [
      { part: described, whole: all },
      { part: withExamples, whole: withBodies },
    ],
    drift: data.drift && countDrift(data.drift.get(key) ?? []),
    subscriptions,
    calls: ofApi && sumUsage(ofApi.flatMap(({ points }) => points)).requests,
  };
}

function countDrift(observed: readonly ObservedDrift[]): number {
  return observed.reduce((sum, { count }) => sum + count, 0);
}

function addUp(rows: readonly ScorecardRow[]): ScorecardRow {
  const found = rows.flatMap(({ findings }) => findings ?? []);
  const sum = (key: keyof FindingCounts) => total(found.map((findings) => findings[key]));
  return {
    findings:
      found.length === 0
        ? undefined
        : {
            error: sum('error'),
            warning: sum('warning'),
            info: sum('info'),
            suppressed: sum('suppressed'),
            inBaseline: sum('inBaseline'),
          },
    operations: [0, 1].map((index) => ({
      part: total(rows.map(({ operations }) => operations[index]?.part ?? 0)),
      whole: total(rows.map(({ operations }) => operations[index]?.whole ?? 0)),
    })),
    drift: totalKnown(rows.map(({ drift }) => drift)),
    subscriptions: total(rows.map((row) => row.subscriptions)),
    calls: totalKnown(rows.map(({ calls }) => calls)),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function totalKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : total(known);
}

function renderName({ addresses }: Portal, version: OwnedVersion | undefined): readonly Html[] {
  if (!version) return [];
  const { entry } = version;
  const name = html`<a href="${pathOfOwnedApi(addresses, entry)}"
    ><bdi>${entry.name}</bdi> ${entry.version}</a
  >`;
  return [name, renderApiState(entry.state)];
}

function renderCells(row: ScorecardRow, name: readonly Html[]): readonly Html[] {
  const { error, warning, info, suppressed, inBaseline } = row.findings ?? {};
  const notReported = suppressed === undefined ? undefined : suppressed + (inBaseline ?? 0);
  const numbers = [error, warning, info, notReported].map(showNumber);
  const shares = row.operations.map(({ part, whole }) =>
    whole === 0 ? publisher.unknown : publisher.of(part, whole),
  );
  const rest = [row.drift, row.subscriptions, row.calls].map(showNumber);
  return [...name, ...[...numbers, ...shares, ...rest].map((text) => html`${text}`)];
}

function showNumber(number: number | undefined): string {
  return number === undefined ? publisher.unknown : formatCount(number);
}
