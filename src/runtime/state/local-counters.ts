import type { RateLimit } from '#compiled/manifest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { CountedLimit, LimitSet, RateCounters, Taken } from '#runtime/ports/rate-counters.ts';
import { CounterTable, type HashedKey } from './counter-table.ts';
import {
  describePassed,
  describeRefused,
  unavailable,
  paceOf,
  toTicks,
  type Pace,
  type Ticks,
} from './rate-pace.ts';

export interface LocalCounterSettings {
  /** All threads with the same memory count together. */
  readonly memory: SharedArrayBuffer;
  readonly clock: Clock;
  /** Called for each call that could not be counted because the memory is full. */
  readonly onFull: () => void;
}

/**
 * Counts in memory that threads can share. No call waits for another, and no call is counted twice or lost between
 * threads.
 */
export function openLocalCounters({ memory, clock, onFull }: LocalCounterSettings): RateCounters {
  const common: CommonParts = { table: new CounterTable(memory), clock, onFull, used: [] };
  const paces = new WeakMap<RateLimit, Pace>();
  return {
    prepare: (limits) =>
      new LocalLimitSet(
        limits.map((counted) => new Counter(counted, rememberPace(paces, counted.limit))),
        common,
      ),
  };
}

/** The pace of a limit. The limits of a tier share one pace, so that it stays in the processor's cache. */
function rememberPace(paces: WeakMap<RateLimit, Pace>, limit: RateLimit): Pace {
  const known = paces.get(limit);
  if (known) return known;
  const pace = paceOf(limit);
  paces.set(limit, pace);
  return pace;
}

/** The value of a slot, or of a used amount, that does not exist. */
const absent = -1;

/** The wait for a limit that cannot be counted because the memory is full. */
const full = Infinity;

/** One limit and the slot of its key. */
class Counter implements HashedKey {
  /** The slot that the key had last; another key may use it now. */
  slot = absent;
  readonly first: number;
  readonly second: number;
  readonly pace: Pace;
  readonly hash: bigint;
  readonly mayPass: boolean;

  constructor({ key, limit }: CountedLimit, pace: Pace) {
    const { hash, first, second } = CounterTable.hash(key);
    this.first = first;
    this.second = second;
    this.pace = pace;
    this.hash = hash;
    this.mayPass = limit.whenUnavailable === 'allow';
  }
}

/** The data that all sets of limits share. */
interface CommonParts {
  readonly table: CounterTable;
  readonly clock: Clock;
  readonly onFull: () => void;
  /**
   * How much of the horizon of each limit is used after a call is counted. Counting is synchronous, so all calls share
   * the array.
   */
  readonly used: Ticks[];
}

/**
 * Each value in the table is the time until which a key is busy. A key with a time in the past is idle, which is the
 * same as absent.
 */
class LocalLimitSet implements LimitSet {
  readonly #counters: readonly Counter[];
  readonly #common: CommonParts;

  constructor(counters: readonly Counter[], common: CommonParts) {
    this.#counters = counters;
    this.#common = common;
  }

  /**
   * Checks all limits before it takes from any of them, so that other threads rarely see amounts that are given back.
   */
  take(): Taken {
    const now = toTicks(this.#common.clock());
    const refused = this.#counters.length > 1 ? this.#findRefusal(now) : undefined;
    return refused ?? this.#takeAll(now) ?? describePassed(this.#counters, this.#common.used);
  }

  #findRefusal(now: Ticks): Taken | undefined {
    let index = absent;
    let longest = 0;
    for (let at = 0; at < this.#counters.length; at++) {
      const wait = this.#waitOf(this.#counters[at] as Counter, now);
      if (wait === full) return this.#reportFull();
      if (wait <= longest) continue;
      index = at;
      longest = wait;
    }
    return index === absent ? undefined : describeRefused(index, longest);
  }

  #reportFull(): Taken {
    this.#common.onFull();
    return unavailable;
  }

  /** How long a limit will refuse a call; zero or less if it allows the call. */
  #waitOf(counter: Counter, now: Ticks): Ticks {
    const slot = this.#slotOf(counter, now);
    if (slot === absent) return counter.mayPass ? 0 : full;
    const { interval, horizon } = counter.pace;
    return this.#readBusy(slot, now + horizon) + interval - now - horizon;
  }

  /**
   * The time until which a slot is busy, at most `latest`: after a limit was lowered or a clock set back, a limit must
   * not refuse calls for longer than it would by itself.
   */
  #readBusy(slot: number, latest: Ticks): Ticks {
    const { table } = this.#common;
    const busyUntil = table.read(slot);
    if (busyUntil <= latest) return busyUntil;
    table.replace(slot, busyUntil, latest);
    return latest;
  }

  /** Takes from each limit. If another thread was first, gives back the amounts taken so far. */
  #takeAll(now: Ticks): Taken | undefined {
    for (let at = 0; at < this.#counters.length; at++) {
      const wait = this.#takeOne(this.#counters[at] as Counter, at, now);
      if (wait <= 0) continue;
      for (let before = 0; before < at; before++) this.#giveBack(before);
      return wait === full ? this.#reportFull() : describeRefused(at, wait);
    }
    return undefined;
  }

  /** Takes from one limit. Returns 0, or how long the limit will refuse the call. */
  #takeOne(counter: Counter, at: number, now: Ticks): Ticks {
    const { table, used } = this.#common;
    const { interval, horizon } = counter.pace;
    for (;;) {
      const slot = this.#slotOf(counter, now);
      if (slot === absent) return counter.mayPass ? this.#passUncounted(at) : full;
      const busyUntil = this.#readBusy(slot, now + horizon);
      const taken = Math.max(busyUntil - now, 0) + interval;
      if (taken > horizon) return taken - horizon;
      if (!table.replace(slot, busyUntil, now + taken)) continue;
      used[at] = taken;
      if (table.stillHolds(slot, counter)) return 0;
      // Another key has taken over the slot meanwhile, and was charged by mistake.
      table.subtract(slot, interval);
    }
  }

  #passUncounted(at: number): 0 {
    this.#common.onFull();
    this.#common.used[at] = absent;
    return 0;
  }

  #giveBack(at: number): void {
    const { slot, pace } = this.#counters[at] as Counter;
    if (this.#common.used[at] !== absent) this.#common.table.subtract(slot, pace.interval);
  }

  #slotOf(counter: Counter, now: Ticks): number {
    const { slot } = counter;
    const { table } = this.#common;
    if (slot !== absent && table.holds(slot, counter)) return slot;
    return (counter.slot = table.locate(counter, now));
  }
}
