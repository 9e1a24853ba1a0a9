import type { UsageCounts, UsageSeries } from '#runtime/ports/usage.ts';
import type { UsageRange } from './usage-range.ts';

/** All calls of some periods together. */
export function sumUsage(all: readonly UsageCounts[]): UsageCounts {
  const limits = all.flatMap(({ limitUsed }) => limitUsed ?? []);
  return {
    requests: sum(all.map(({ requests }) => requests)),
    rejections: sumByName(all.map(({ rejections }) => rejections)),
    responses: sumByName(all.map(({ responses }) => responses)),
    fromConsole: sum(all.map(({ fromConsole }) => fromConsole)),
    limitUsed: limits.length > 0 ? limits.reduce((a, b) => Math.max(a, b)) : undefined,
  };
}

/** The calls of some series for each bar of a range. */
export function foldUsage(
  series: readonly UsageSeries[],
  { from, barMs, starts }: UsageRange,
): readonly UsageCounts[] {
  const points = series.flatMap((one) => one.points);
  const byBar = Map.groupBy(points, ({ start }) => Math.floor((start - from) / barMs));
  return starts.map((_, bar) => sumUsage(byBar.get(bar) ?? []));
}

/** The calls that failed, by error code of the gateway, or `4xx` and `5xx` of the upstream. */
export function errorsOf({ rejections, responses }: UsageCounts): Readonly<Record<string, number>> {
  const { '4xx': client = 0, '5xx': server = 0 } = responses;
  return { ...rejections, ...(client > 0 && { '4xx': client }), ...(server > 0 && { '5xx': server }) };
}

/** How many calls failed. */
export function countErrors(counts: UsageCounts): number {
  return sum(Object.values(errorsOf(counts)));
}

function sumByName<Name extends string>(
  records: readonly Readonly<Partial<Record<Name, number>>>[],
): Readonly<Record<string, number>> {
  const totals = new Map<string, number>();
  for (const record of records)
    for (const [name, number] of Object.entries<number | undefined>(record))
      totals.set(name, (totals.get(name) ?? 0) + (number ?? 0));
  return Object.fromEntries([...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
