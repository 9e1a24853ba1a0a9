import type { RateLimit } from '../../../compiled/manifest.ts';
import { secondsPerUnit } from '../../ports/rate-counters.ts';

/** A sixteenth of a microsecond since 2020: so fine that rates are exact, and exact in a double until 2037. */
export type Ticks = number;

export const ticksPerSecond = 16_000_000;
export const epochSeconds = 1_577_836_800;

/** A limit as the algorithm wants it. */
export interface Pace {
  /** How much a call takes. */
  readonly interval: Ticks;
  /** How much can be taken at once. */
  readonly horizon: Ticks;
}

/** More than four years of calls at once, which stays exact. */
const longestHorizon = 2 ** 51;

export function toTicks(milliseconds: number): Ticks {
  return Math.floor((milliseconds - epochSeconds * 1000) * (ticksPerSecond / 1000));
}

/** Rounded up, so that never more pass than are declared. */
export function toWholeSeconds(ticks: Ticks): number {
  return Math.ceil(ticks / ticksPerSecond);
}

/** The interval is rounded up, for the same reason. */
export function paceOf({ requests, unit, burst }: RateLimit): Pace {
  const interval = Math.ceil((secondsPerUnit[unit] * ticksPerSecond) / requests);
  return { interval, horizon: Math.max(interval, Math.min(interval * burst, longestHorizon)) };
}
