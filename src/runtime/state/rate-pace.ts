import type { RateLimit } from '#compiled/manifest.ts';
import { secondsPerUnit, type Taken } from '#runtime/ports/rate-counters.ts';

/** A sixteenth of a microsecond since 2020: fine enough for exact rates, and exact in a double until 2037. */
export type Ticks = number;

export const ticksPerSecond = 16_000_000;
export const epochSeconds = 1_577_836_800;

/** A limit in the units of the algorithm. */
export interface Pace {
  /** The amount that a call takes. */
  readonly interval: Ticks;
  /** The amount that can be taken at once. */
  readonly horizon: Ticks;
}

/** The maximum horizon: more than four years of calls at once, which is still exact. */
const maxHorizon = 2 ** 51;

export function toTicks(milliseconds: number): Ticks {
  return Math.floor((milliseconds - epochSeconds * 1000) * (ticksPerSecond / 1000));
}

/** Rounded up, so that never more calls are allowed than declared. */
function toWholeSeconds(ticks: Ticks): number {
  return Math.ceil(ticks / ticksPerSecond);
}

/** Converts a limit. The interval is rounded up, so that never more calls are allowed than declared. */
export function paceOf({ requests, unit, burst }: RateLimit): Pace {
  const interval = Math.ceil((secondsPerUnit[unit] * ticksPerSecond) / requests);
  return { interval, horizon: Math.max(interval, Math.min(interval * burst, maxHorizon)) };
}

/** An object with the pace of its limit. */
export interface Paced {
  readonly pace: Pace;
}

/** The result for a call without a counted limit. */
export const uncounted: Taken = { outcome: 'passed', index: -1, remaining: 0, seconds: 0 };

/**
 * The result for a call that cannot be counted and that a limit refuses for this reason. It may be retried after a
 * second.
 */
export const unavailable: Taken = { outcome: 'unavailable', index: -1, remaining: 0, seconds: 1 };

/** The result for a call that a limit refuses, with the time until it may be retried. */
export function describeRefused(index: number, wait: Ticks): Taken {
  return { outcome: 'refused', index, remaining: 0, seconds: toWholeSeconds(wait) };
}

/**
 * The result for an allowed call. `used` is how much of each limit's horizon is taken; below zero if the call was not
 * counted.
 */
export function describePassed(limits: readonly Paced[], used: ArrayLike<Ticks>): Taken {
  let index = -1;
  let remaining = Infinity;
  let seconds = 0;
  for (let at = 0; at < limits.length; at++) {
    const { interval, horizon } = (limits[at] as Paced).pace;
    const taken = used[at] as Ticks;
    const left = Math.floor((horizon - taken) / interval);
    if (taken < 0 || left >= remaining) continue;
    index = at;
    remaining = left;
    seconds = toWholeSeconds(left > 0 ? taken : taken + interval - horizon);
  }
  return index === -1 ? uncounted : { outcome: 'passed', index, remaining, seconds };
}
