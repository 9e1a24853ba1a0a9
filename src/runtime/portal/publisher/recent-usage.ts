import { StoreError } from '#runtime/ports/token-store.ts';
import {
  startOfPeriod,
  usagePeriods,
  type UsageCounts,
  type UsageReader,
  type UsageSeries,
} from '#runtime/ports/usage.ts';
import { sumUsage } from '../usage/sum-usage.ts';

/** The calls of the last days, today included. */
export interface RecentUsage extends UsageCounts {
  /** The start of the last day with calls, in milliseconds since 1970. */
  readonly lastDay: number;
}

const days = 14;

/** The usage of some APIs in the last 14 days, by API and application; undefined if it cannot be read now. */
export async function readRecentUsage(
  usage: UsageReader,
  apis: readonly string[],
  now: number,
): Promise<readonly UsageSeries[] | undefined> {
  const from = startOfPeriod('day', now) - (days - 1) * usagePeriods.day.lengthMs;
  return unlessUnavailable(usage.read({ apis, from, to: now + 1, step: 'day' }));
}

/** All calls of some series; undefined if there are none. */
export function sumRecentUsage(series: readonly UsageSeries[]): RecentUsage | undefined {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return undefined;
  return { ...sumUsage(points), lastDay: Math.max(...points.map(({ start }) => start)) };
}

/** Undefined if a system that the page can do without does not respond. */
export async function unlessUnavailable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
