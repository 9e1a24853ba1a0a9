import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call } from '../call.ts';
import type { Generation } from '../generation/generation.ts';
import { endCall } from '../reject-call.ts';
import { findOverdue, findRevoked, reviewCall } from './review-call.ts';

/** How many calls are reviewed at a time, so that other calls wait no longer than about a millisecond. */
const reviewedAtOnce = 250;

/** The calls of one thread that have begun and not ended. It outlives generations, and ends a call with its right. */
export class CallsInFlight {
  /** A Set's former tables would keep ended calls alive beyond the next collections of young objects. */
  readonly #calls: Call[] = [];
  #current: Generation | undefined;
  #isReviewDue = false;

  /** The generation that serves now; undefined before the first one. */
  get current(): Generation | undefined {
    return this.#current;
  }

  begin(call: Call): void {
    call.placeInFlight = this.#calls.push(call) - 1;
  }

  end(call: Call): void {
    const last = this.#calls.pop();
    if (last && last !== call) {
      this.#calls[call.placeInFlight] = last;
      last.placeInFlight = call.placeInFlight;
    }
    call.placeInFlight = -1;
  }

  /** Switches to another generation, and ends the calls that it would refuse. */
  enter(generation: Generation): void {
    this.#current = generation;
    const others = this.#calls.filter((call) => call.generation !== generation);
    // The review for a later generation checks all of them.
    const isCurrent = () => this.#current === generation;
    void this.#endWhere(others, (call) => reviewCall(call, generation), isCurrent);
  }

  /** Ends the calls of a revoked grant. Grants that are revoked together are looked up in one pass. */
  readonly reviewRevocations = (): void => {
    if (this.#isReviewDue) return;
    this.#isReviewDue = true;
    setImmediate(() => {
      this.#isReviewDue = false;
      void this.#endWhere(this.#calls.slice(), findRevoked);
    });
  };

  /**
   * Ends calls whose token has expired, or that last longer than is declared. `now` is in milliseconds since
   * 1970-01-01T00:00:00Z, `monotonic` by the clock that calls begin by.
   */
  endOverdue(now: number, monotonic = performance.now()): void {
    const current = this.#current;
    if (!current) return;
    const find = (call: Call) => findOverdue(call, current, now, monotonic - call.startedAt);
    void this.#endWhere(this.#calls.slice(), find);
  }

  /** Lets other calls have their turn in between, as long as `isWanted`. */
  async #endWhere(
    calls: readonly Call[],
    findRefusal: (call: Call) => Rejection | undefined,
    isWanted = () => true,
  ): Promise<void> {
    for (let start = 0; start < calls.length; start += reviewedAtOnce) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      if (!isWanted()) return;
      for (const call of calls.slice(start, start + reviewedAtOnce)) this.#end(call, findRefusal);
    }
  }

  /** A call that has ended since it was looked up is skipped. */
  #end(call: Call, findRefusal: (call: Call) => Rejection | undefined): void {
    const rejection = call.placeInFlight >= 0 ? findRefusal(call) : undefined;
    if (rejection) endCall(call, rejection);
  }
}
