import type { Clock } from '../ports/clock.ts';
import type { CountedLimit, LimitSet, RateCounters, Taken } from '../ports/rate-counters.ts';
import { CounterTable, type HashedKey } from './counter-table.ts';
import { describePassed, describeRefused, unavailable } from './describe-taken.ts';
import { paceOf, toTicks, type Pace, type Ticks } from './rate-ticks.ts';

export interface LocalCounterSettings {
  /** Of `createCounterMemory`; every thread that has it counts together with the others. */
  readonly memory: SharedArrayBuffer;
  readonly clock: Clock;
  /** Is told each time that a call could not be counted, since the memory is full. */
  readonly onFull: () => void;
}

/** Counts in memory that threads share. No call waits, and none is counted twice or forgotten between them. */
export function openLocalCounters({ memory, clock, onFull }: LocalCounterSettings): RateCounters {
  const table = new CounterTable(memory);
  // A call is taken in one go, so that all sets can write to the same list.
  const used: Ticks[] = [];
  return {
    prepare: (limits) => new LocalLimitSet({ counters: limits.map(toCounter), table, clock, onFull, used }),
  };
}

/** In the place of a slot, and of what was used, where there is none. */
const absent = -1;

/** In the place of a wait. */
const full = Infinity;

/** One limit and the slot of its key. */
interface Counter extends Pace, HashedKey {
  readonly mayPass: boolean;
  /** Where the key was last; another may have taken its place. */
  slot: number;
}

function toCounter({ key, limit }: CountedLimit): Counter {
  const mayPass = limit.whenUnavailable === 'allow';
  return { ...CounterTable.hash(key), ...paceOf(limit), mayPass, slot: absent };
}

interface LimitSetParts {
  readonly counters: readonly Counter[];
  readonly table: CounterTable;
  readonly clock: Clock;
  readonly onFull: () => void;
  readonly used: Ticks[];
}

/** Each value in the table is the time until which a key is busy: past where it is idle, and so as good as not there. */
class LocalLimitSet implements LimitSet {
  readonly #counters: readonly Counter[];
  readonly #table: CounterTable;
  readonly #clock: Clock;
  readonly #onFull: () => void;
  /** How much of each horizon is used once the call is counted. */
  readonly #used: Ticks[];

  constructor({ counters, table, clock, onFull, used }: LimitSetParts) {
    this.#counters = counters;
    this.#table = table;
    this.#clock = clock;
    this.#onFull = onFull;
    this.#used = used;
  }

  /** Looks at all limits before it takes from any, so that threads see little of what is given back. */
  take(): Taken {
    const now = toTicks(this.#clock());
    return this.#findRefusal(now) ?? this.#takeAll(now) ?? describePassed(this.#counters, this.#used);
  }

  #findRefusal(now: Ticks): Taken | undefined {
    let index = absent;
    let longest = 0;
    for (let at = 0; at < this.#counters.length; at++) {
      const wait = this.#waitOf(this.#counters[at] as Counter, now);
      if (wait === full) return this.#tellFull();
      if (wait <= longest) continue;
      index = at;
      longest = wait;
    }
    return index === absent ? undefined : describeRefused(index, longest);
  }

  #tellFull(): Taken {
    this.#onFull();
    return unavailable;
  }

  /** How long a limit refuses a call; not above zero where it lets it pass. */
  #waitOf(counter: Counter, now: Ticks): Ticks {
    const { interval, horizon } = counter;
    const slot = this.#slotOf(counter, now);
    if (slot === absent) return counter.mayPass ? 0 : full;
    const stored = this.#table.read(slot);
    const busyUntil = Number(stored);
    if (busyUntil <= now + horizon) return busyUntil + interval - now - horizon;
    // A limit that was lowered, or a clock that was set back, must not refuse for longer than the limit itself would.
    this.#table.replace(slot, stored, BigInt(now + horizon));
    return interval;
  }

  /** Takes from each limit. What another thread was first to take is given back to those before. */
  #takeAll(now: Ticks): Taken | undefined {
    for (let at = 0; at < this.#counters.length; at++) {
      const wait = this.#takeOne(this.#counters[at] as Counter, at, now);
      if (wait <= 0) continue;
      for (let before = 0; before < at; before++) this.#giveBack(before);
      return wait === full ? this.#tellFull() : describeRefused(at, wait);
    }
    return undefined;
  }

  /** Takes from one limit, and returns 0; or returns how long it refuses. */
  #takeOne(counter: Counter, at: number, now: Ticks): Ticks {
    const { interval, horizon } = counter;
    for (;;) {
      const slot = this.#slotOf(counter, now);
      if (slot === absent) return counter.mayPass ? this.#passUncounted(at) : full;
      const stored = this.#table.read(slot);
      const used = Math.max(Number(stored) - now, 0) + interval;
      if (used > horizon) return used - horizon;
      if (!this.#table.replace(slot, stored, BigInt(now + used))) continue;
      this.#used[at] = used;
      if (this.#table.holds(slot, counter)) return 0;
      // The slot was taken over meanwhile, so that another key has been charged.
      this.#table.subtract(slot, BigInt(interval));
    }
  }

  #passUncounted(at: number): 0 {
    this.#onFull();
    this.#used[at] = absent;
    return 0;
  }

  #giveBack(at: number): void {
    const { slot, interval } = this.#counters[at] as Counter;
    if (this.#used[at] !== absent) this.#table.subtract(slot, BigInt(interval));
  }

  #slotOf(counter: Counter, now: Ticks): number {
    const { slot } = counter;
    if (slot !== absent && this.#table.holds(slot, counter)) return slot;
    return (counter.slot = this.#table.locate(counter, BigInt(now)));
  }
}
