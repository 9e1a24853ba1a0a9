import type { UsagePoint, UsageSeries, UsageSubject } from '#runtime/ports/usage.ts';
import { addOutcome, countsOf } from './usage-outcomes.ts';

/** The number of one outcome in the period that begins at `start`. */
export interface StoredCount {
  readonly start: number;
  readonly outcome: string;
  readonly number: number;
}

/** Collects the counts of one subject, in any order, into its series. */
export function collectSeries(
  { application, api, keySet }: UsageSubject,
  counts: Iterable<StoredCount>,
): UsageSeries {
  const byStart = new Map<number, Map<string, number>>();
  for (const { start, outcome, number } of counts) {
    const outcomes = byStart.get(start) ?? new Map<string, number>();
    addOutcome(outcomes, outcome, number);
    byStart.set(start, outcomes);
  }
  const points = [...byStart].map(([start, outcomes]): UsagePoint => ({ start, ...countsOf(outcomes) }));
  return { application, api, keySet, points: points.toSorted((a, b) => a.start - b.start) };
}

/** The series that have points, sorted. */
export function sortSeries(series: readonly UsageSeries[]): readonly UsageSeries[] {
  return series
    .filter(({ points }) => points.length > 0)
    .toSorted(
      (a, b) => compare(a.application, b.application) || compare(a.api, b.api) || compare(a.keySet, b.keySet),
    );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
