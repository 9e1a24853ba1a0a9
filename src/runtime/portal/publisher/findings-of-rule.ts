import type { ReportedFinding } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { readPageNumber, renderPagination, takePage } from '../pages/pagination.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { renderVersionBreadcrumb } from './version-breadcrumb.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import {
  findingColumns,
  pathOfFindings,
  pathOfSuppression,
  readReport,
  renderFinding,
  renderReportState,
  sortWorstFirst,
} from './lint-report.ts';
import { findOwnedVersion, type OwnedVersion } from './owned-versions.ts';

const { findings: words } = texts.publisher;

/** The maximum number of findings on a page, and the length of their markup, since a page has at most 100 kB. */
const mostRows = 50;
const maxMarkup = 60_000;

/** The longest name of a rule in an address. */
const longestName = 100;

/** Shows an owner all findings of one rule in an API version; other readers get an unknown page. */
export async function showFindingsOfRule(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, query } = visit;
  const version = findOwnedVersion(visit);
  const rule = query.get('rule') ?? '';
  if (!version || rule === '' || rule.length > longestName) return showStoreProblem(portal, 'page_unknown');
  const report = await readReport(portal, { apis: [version.key], withFindings: true });
  const all = report.sources?.apis.get(version.key)?.findings ?? [];
  const found = all.filter(({ code, status }) => code === rule && status === 'reported');
  const main = html`${renderHead(visit, version, rule)} ${renderReportState(report)}
  ${found.length === 0 && report.sources ? html`<p class="quiet">${words.noneOfRule}</p>` : undefined}
  ${found.length === 0 ? undefined : renderPages(visit, version, sortWorstFirst(found))}`;
  const { name, version: number } = version.entry;
  return { status: 200, page: { title: `${rule} – ${name} ${number}`, main, section: 'publisher' } };
}

function renderHead({ portal: { addresses } }: StoreVisit, { entry }: OwnedVersion, rule: string): Html {
  return html`${renderVersionBreadcrumb(addresses, entry)}
    <div class="page-head">
      <h1>${words.ofRule} <bdi>${rule}</bdi></h1>
    </div>`;
}

function renderPages(
  { portal, query }: StoreVisit,
  { key, entry }: OwnedVersion,
  findings: readonly ReportedFinding[],
): Html {
  const pathOf = pathOfSuppression(portal, key);
  const rows = findings.map((one) => renderDataRow(findingColumns, renderFinding(one, pathOf(one))));
  const page = takePage(packRows(rows), readPageNumber(query), 1);
  const path = pathOfFindings(portal.addresses, entry, findings[0]?.code ?? '');
  return html`<p class="lead">${words.count(findings.length)}</p>
    ${renderTableOfRows(words.title, findingColumns, page.items.flat())}
    ${renderPagination(page, (number) => `${path}&page=${number}`)}`;
}

/** Puts rows on as few pages as they fit, in their order, so that each has its page. */
function packRows(rows: readonly Html[]): readonly (readonly Html[])[] {
  const pages: Html[][] = [];
  let room = 0;
  for (const row of rows) {
    const { length } = String(row);
    const last = pages.at(-1);
    if (last && last.length < mostRows && length <= room) last.push(row);
    else {
      pages.push([row]);
      room = maxMarkup;
    }
    room -= length;
  }
  return pages;
}
