import { StoreError } from '../../ports/token-store.ts';
import { startOfPeriod, usagePeriods, type UsageReader, type UsageSeries } from '../../ports/usage.ts';

/** The calls of the last days, today included. */
export interface RecentUsage {
  readonly requests: number;
  /** By the gateway. */
  readonly rejected: number;
  /** From 0 to 1; undefined if no call had a limit. */
  readonly limitUsed: number | undefined;
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

/** The sum of some series; undefined if there are none. */
export function sumUsage(series: readonly UsageSeries[]): RecentUsage | undefined {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return undefined;
  const limits = points.flatMap(({ limitUsed }) => limitUsed ?? []);
  return {
    requests: points.reduce((sum, { requests }) => sum + requests, 0),
    rejected: points.reduce((sum, { rejections }) => sum + sumOf(Object.values(rejections)), 0),
    limitUsed: limits.length === 0 ? undefined : Math.max(...limits),
    lastDay: Math.max(...points.map(({ start }) => start)),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
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
