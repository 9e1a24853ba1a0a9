import type { Clock } from '#runtime/ports/clock.ts';

/** How long a reading is shown, in milliseconds, since other threads are asked for it and pages are public. */
const shownForMs = 10_000;

/** The maximum number of readings that are remembered. */
const mostRemembered = 1000;

/** How long a page of everybody waits for a reading, in milliseconds. */
const maxWaitMs = 300;

interface Reading<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
  /** The newest value that has been read. */
  latest: Value | undefined;
}

/** Remembers for ten seconds what other threads have answered. */
export class RememberedReadings<Value> {
  readonly #clock: Clock;
  readonly #known = new Map<string, Reading<Value>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The remembered value of a key, or else what `read` returns. Rejects if `read` does. */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    return this.#remember(key, read).value;
  }

  /** Like `read`, but the value before, or undefined, if reading takes long because a thread does not respond. */
  async readSoon(key: string, read: () => Promise<Value>): Promise<Value | undefined> {
    const reading = this.#remember(key, read);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), maxWaitMs);
    const value = await Promise.race([reading.value, promise]).finally(() => clearTimeout(timer));
    return value ?? reading.latest;
  }

  #remember(key: string, read: () => Promise<Value>): Reading<Value> {
    const now = this.#clock();
    const last = this.#known.get(key);
    if (last && now - last.readAt < shownForMs) return last;
    const value = read();
    const reading: Reading<Value> = { readAt: now, value, latest: last?.latest };
    value.then((latest) => (reading.latest = latest)).catch(() => undefined);
    this.#known.delete(key);
    this.#known.set(key, reading);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest);
    return reading;
  }
}
