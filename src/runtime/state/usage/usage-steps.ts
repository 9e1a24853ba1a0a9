import { usagePeriods, type UsageQuery, type UsageStep } from '#runtime/ports/usage.ts';

/** Every length of a period that calls are added to. */
// `Object.keys` loses the names.
export const usageSteps = Object.keys(usagePeriods) as readonly UsageStep[];

/** The first start of a period that is still kept. */
export function firstKept(step: UsageStep, now: number): number {
  return now - usagePeriods[step].keptMs;
}

/** The starts that a query is about, `until` excluded, without those whose time has passed. */
export function rangeOf(
  { from, to, step }: UsageQuery,
  now: number,
): { readonly from: number; readonly until: number } {
  return { from: Math.max(from, firstKept(step, now)), until: to };
}
