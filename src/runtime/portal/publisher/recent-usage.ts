import { html, type Html } from '#runtime/pages/html.ts';
import {
  startOfPeriod,
  usagePeriods,
  type UsageCounts,
  type UsageReader,
  type UsageSeries,
} from '#runtime/ports/usage.ts';
import { texts } from '../texts/texts.ts';
import { renderUsage } from '../usage/render-usage.ts';
import { sumUsage, unlessUnavailable } from '../usage/usage-counts.ts';
import { renderRangeLinks, usageRange } from '../usage/usage-range.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

const { usage } = texts;

/** The usage of an API version in the period that the URL names, as in `usage=hours`. */
export async function renderApiUsage({ portal, query }: StoreVisit, key: string): Promise<Html> {
  const { services, addresses } = portal;
  const range = usageRange(query.get('usage'), services.clock());
  const { from, to, step } = range;
  const series = await unlessUnavailable(services.usage.read({ apis: [key], from, to, step }));
  return html`<section class="stack tight" aria-labelledby="usage">
    <div class="row apart">
      <h2 id="usage">${usage.title}</h2>
      ${renderRangeLinks(range.name, (other) => `?usage=${other}#usage`)}
    </div>
    ${series ? renderUsage(addresses, series, range) : html`<p class="notice">${usage.unavailable}</p>`}
  </section>`;
}

/** The calls of the last 14 days, including today. */
export interface RecentUsage extends UsageCounts {
  /** The start of the last day with calls, in milliseconds since 1970. */
  readonly lastDay: number;
}

const days = 14;

/** The usage of the APIs in the last 14 days, per API and application; undefined if it cannot be read now. */
export async function readRecentUsage(
  reader: UsageReader,
  apis: readonly string[],
  now: number,
): Promise<readonly UsageSeries[] | undefined> {
  const from = startOfPeriod('day', now) - (days - 1) * usagePeriods.day.lengthMs;
  return unlessUnavailable(reader.read({ apis, from, to: now + 1, step: 'day' }));
}

/** The total usage of the series; undefined if there were no calls. */
export function sumRecentUsage(series: readonly UsageSeries[]): RecentUsage | undefined {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return undefined;
  return { ...sumUsage(points), lastDay: Math.max(...points.map(({ start }) => start)) };
}
