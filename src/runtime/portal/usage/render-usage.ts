import { html, type Html } from '#runtime/pages/html.ts';
import type { UsageCounts, UsageSeries } from '#runtime/ports/usage.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { formatCount, formatShortCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import type { PortalAddresses } from '../visit/paths.ts';
import { axisTicks, renderBarPlot, maxLayers, renderSample } from './bar-plot.ts';
import {
  describeShare,
  nameError,
  otherErrorsKey,
  renderErrorName,
  errorsOf,
  foldUsage,
  sumUsage,
} from './usage-counts.ts';
import { timeLabels, describeStart, type UsageRange } from './usage-range.ts';

const { usage } = texts;

/** The data for the plots on a page. */
interface ShownUsage {
  readonly range: UsageRange;
  /** The usage in each bar. */
  readonly bars: readonly UsageCounts[];
  readonly total: UsageCounts;
}

/**
 * Plots of the total usage of the series, with the same figures as a table. Use it only once per page, since its IDs
 * are fixed.
 */
export function renderUsage(
  addresses: PortalAddresses,
  series: readonly UsageSeries[],
  range: UsageRange,
): Html {
  const bars = foldUsage(series, range);
  const shown: ShownUsage = { range, bars, total: sumUsage(bars) };
  if (shown.total.requests === 0) return renderNone();
  return html`<div class="plots">
      ${renderRequests(shown)} ${renderErrors(addresses, shown)} ${renderLimit(shown)}
    </div>
    ${renderUsageFigures(shown.range, bars)}`;
}

function renderNone(): Html {
  return html`<div class="plot-empty">
    <p>${usage.none}</p>
    <p class="small">${usage.noneHelp}</p>
  </div>`;
}

function renderRequests({ range, bars, total }: ShownUsage): Html {
  const values = bars.map(({ requests }) => requests);
  const largest = largestOf(values);
  return renderFigure(
    usage.requests,
    renderBarPlot({
      id: 'plot-requests',
      title: usage.requestsTitle(formatCount(total.requests), formatCount(largest), usage.bars[range.name]),
      layers: [values],
      ticks: axisTicks(largest),
      formatTick: formatShortCount,
      labels: timeLabels(range),
    }),
  );
}

function renderErrors(addresses: PortalAddresses, { range, bars, total }: ShownUsage): Html {
  const keys = mostFrequent(errorsOf(total));
  if (keys.length === 0) return renderFigure(usage.errors, html`<p class="plot-empty">${usage.noErrors}</p>`);
  const id = 'plot-errors';
  const layers = keys.map(({ key }) => bars.map((bar) => countOf(errorsOf(bar), key, keys)));
  const stacked = bars.map((_, bar) => layers.reduce((sum, layer) => sum + (layer[bar] ?? 0), 0));
  const names = keys.map(({ key, count }) => `${nameError(key)}: ${formatCount(count)}`).join(', ');
  const all = keys.reduce((sum, { count }) => sum + count, 0);
  const plot = renderBarPlot({
    id,
    title: usage.errorsTitle(formatCount(all), names),
    layers,
    ticks: axisTicks(largestOf(stacked)),
    formatTick: formatShortCount,
    labels: timeLabels(range),
  });
  const legend = keys.map(
    ({ key, count }, layer) =>
      html`<li>${renderSample(id, layer)} ${renderErrorName(addresses, key)} ${formatCount(count)}</li>`,
  );
  return renderFigure(
    usage.errors,
    plot,
    html`<ul class="legend">
      ${legend}
    </ul>`,
  );
}

function renderLimit({ range, bars, total }: ShownUsage): Html {
  if (total.limitUsed === undefined)
    return renderFigure(usage.limit, html`<p class="plot-empty">${usage.noLimit}</p>`);
  const plot = renderBarPlot({
    id: 'plot-limit',
    title: usage.limitTitle(describeShare(total.limitUsed)),
    layers: [bars.map(({ limitUsed = 0 }) => limitUsed)],
    ticks: [0, 0.25, 0.5, 0.75, 1],
    formatTick: describeShare,
    labels: timeLabels(range),
  });
  return renderFigure(usage.limit, plot, html`<p class="small quiet">${usage.limitExplanation}</p>`);
}

function renderFigure(title: string, plot: Html, below?: Html): Html {
  return html`<figure class="card">
    <figcaption><h3>${title}</h3></figcaption>
    <div class="plot-frame">${plot}</div>
    ${below}
  </figure>`;
}

interface ErrorCount {
  readonly key: string;
  readonly count: number;
}

/**
 * The most frequent errors, as many as a plot has layers. If there are more, the last one is the total of all remaining
 * errors.
 */
function mostFrequent(errors: Readonly<Record<string, number>>): readonly ErrorCount[] {
  const all = Object.entries(errors)
    .map(([key, count]) => ({ key, count }))
    .toSorted((a, b) => b.count - a.count);
  if (all.length <= maxLayers) return all;
  const others = all.slice(maxLayers - 1).reduce((sum, { count }) => sum + count, 0);
  return [...all.slice(0, maxLayers - 1), { key: otherErrorsKey, count: others }];
}

function countOf(errors: Readonly<Record<string, number>>, key: string, keys: readonly ErrorCount[]): number {
  if (key !== otherErrorsKey) return errors[key] ?? 0;
  const named = new Set(keys.map((one) => one.key));
  return Object.entries(errors).reduce((sum, [name, count]) => sum + (named.has(name) ? 0 : count), 0);
}

function largestOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

/** The figures of the plots as a table, with a row for each bar with calls. */
function renderUsageFigures(range: UsageRange, bars: readonly UsageCounts[]): Html {
  const caption = usage.figuresCaption(usage.bars[range.name]);
  const rows = bars
    .map((counts, index) => ({ counts, start: range.starts[index] ?? 0 }))
    .filter(({ counts }) => counts.requests > 0)
    .toReversed();
  return html`<details>
    <summary>${usage.figures}</summary>
    ${renderDataTable(
      usage.figures,
      columns,
      rows.map(({ counts, start }) => listCells(describeStart(range, start), counts)),
      caption,
    )}
  </details>`;
}

const columns: readonly Column[] = [
  { title: usage.start },
  { title: usage.requests, isNumber: true },
  { title: usage.errors },
  { title: usage.limit, isNumber: true },
  { title: usage.console, isNumber: true },
];

function listCells(start: string, counts: UsageCounts): readonly string[] {
  return [
    start,
    formatCount(counts.requests),
    listErrors(counts),
    describeLimit(counts),
    formatCount(counts.fromConsole),
  ];
}

/** The errors as text, such as `rate_limited: 3, 5xx from the API: 1`; a dash if there are none. */
export function listErrors(counts: UsageCounts): string {
  const errors = Object.entries(errorsOf(counts)).map(
    ([key, count]) => `${nameError(key)}: ${formatCount(count)}`,
  );
  return errors.length === 0 ? '–' : errors.join(', ');
}

/** The used share of the limit; a dash if no limit applied. */
export function describeLimit({ limitUsed }: UsageCounts): string {
  return limitUsed === undefined ? '–' : describeShare(limitUsed);
}
