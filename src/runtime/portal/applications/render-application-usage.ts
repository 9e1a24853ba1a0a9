import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import type { UsageCounts, UsageSeries, UsageSubject } from '#runtime/ports/usage.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { renderUsage, describeLimit, listErrors } from '../usage/render-usage.ts';
import { readUsage, sumUsage } from '../usage/usage-counts.ts';
import { renderRangeLinks, usageRange, type UsageRange } from '../usage/usage-range.ts';
import { pathOfCalls } from './owned-applications.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

const { usage, applications } = texts;

/** The maximum number of rows; a row is an API with one key set. */
const maxRows = 50;

/** The usage of an application in the period that the URL names, as in `usage=hours`. */
export async function renderApplicationUsage({ portal, query }: StoreVisit, name: string): Promise<Html> {
  const range = usageRange(query.get('usage'), portal.services.clock());
  const series = await readUsage(portal, [name], range);
  return html`<section class="stack tight" aria-labelledby="usage">
    <div class="row apart">
      <h2 id="usage">${usage.title}</h2>
      ${renderRangeLinks(range.name, (other) => `?usage=${other}#usage`)}
    </div>
    <p class="small quiet">
      ${usage.delay} <a href="${pathOfCalls(portal.addresses, name)}">${applications.calls.link}</a>
    </p>
    ${
      series
        ? html`${renderUsage(portal.addresses, series, range)} ${renderByApi(series, range)}`
        : html`<p class="notice">${usage.unavailable}</p>`
    }
  </section>`;
}

/** A table of the usage per API, sorted by requests. */
function renderByApi(series: readonly UsageSeries[], { name }: UsageRange): Html | undefined {
  if (series.length === 0) return undefined;
  const totals = series
    .map((one) => ({ ...one, total: sumUsage(one.points) }))
    .toSorted((a, b) => b.total.requests - a.total.requests);
  return html`<h3 id="usage-by-api">${usage.byApi}, ${usage.ranges[name]}</h3>
    ${renderDataTable({ headingId: 'usage-by-api' }, columns, totals.slice(0, maxRows).map(listCells))}
    ${totals.length > maxRows ? html`<p>${usage.moreApis(totals.length - maxRows)}</p>` : undefined}`;
}

const columns: readonly Column[] = [
  { title: usage.api },
  { title: usage.keySet },
  { title: usage.requests, isNumber: true },
  { title: usage.errors },
  { title: usage.limit, isNumber: true },
  { title: usage.console, isNumber: true },
];

function listCells({
  api,
  keySet,
  total,
}: UsageSubject & { readonly total: UsageCounts }): readonly HtmlPart[] {
  return [
    api === '' ? usage.withoutSubscription : html`<bdi>${api}</bdi>`,
    applications.keys.names[keySet],
    formatCount(total.requests),
    listErrors(total),
    describeLimit(total),
    formatCount(total.fromConsole),
  ];
}
