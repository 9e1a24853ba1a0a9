import type { UsageStep } from '#runtime/ports/usage.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface RangeShape {
  /** Of the periods that are read. */
  readonly step: UsageStep;
  /** How long a bar lasts, in milliseconds: several steps, so that a page has few of them. */
  readonly barMs: number;
  readonly bars: number;
  /** The last bar ends at the next multiple of this time. */
  readonly alignMs: number;
}

/** The times that usage is shown for. */
const shapes = {
  hours: { step: 'minute', barMs: 5 * minute, bars: 36, alignMs: 5 * minute },
  days: { step: 'hour', barMs: 6 * hour, bars: 56, alignMs: 6 * hour },
  year: { step: 'day', barMs: 7 * day, bars: 53, alignMs: day },
} as const satisfies Readonly<Record<string, RangeShape>>;

export type UsageRangeName = keyof typeof shapes;

/** The names of all ranges, the shortest first. */
// `Object.keys` loses the names.
export const usageRangeNames = Object.keys(shapes) as readonly UsageRangeName[];

/** A time that usage is shown for, up to now. */
export interface UsageRange extends Pick<RangeShape, 'step' | 'barMs'> {
  readonly name: UsageRangeName;
  /** In milliseconds since 1970-01-01T00:00:00Z; `to` is not in it. */
  readonly from: number;
  readonly to: number;
  /** When each bar begins. */
  readonly starts: readonly number[];
}

/** The range with a name, or that of days if no range has it. */
export function usageRange(given: string | null, now: number): UsageRange {
  const name = usageRangeNames.find((known) => known === given) ?? 'days';
  const { step, barMs, bars, alignMs } = shapes[name];
  const to = (Math.floor(now / alignMs) + 1) * alignMs;
  const from = to - bars * barMs;
  return {
    name,
    step,
    barMs,
    from,
    to,
    starts: Array.from({ length: bars }, (_, bar) => from + bar * barMs),
  };
}
