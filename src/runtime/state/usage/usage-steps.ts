import { usagePeriods, type UsageQuery, type UsageStep } from '#runtime/ports/usage.ts';

/** The lengths of the periods to which calls are added. */
// `Object.keys` loses the names.
export const usageSteps = Object.keys(usagePeriods) as readonly UsageStep[];

/** The start of the first period that is still stored. */
export function startOfRetention(step: UsageStep, now: number): number {
  return now - usagePeriods[step].retentionMs;
}

/** The range of starts in a query, `until` excluded. Periods that are no longer stored are outside it. */
export function rangeOf(
  { from, to, step }: UsageQuery,
  now: number,
): { readonly from: number; readonly until: number } {
  return { from: Math.max(from, startOfRetention(step, now)), until: to };
}
