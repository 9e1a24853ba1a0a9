import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call } from '../call.ts';
import type { Generation } from '../generation/generation.ts';
import { endCall } from '../reject-call.ts';
import { findOverdue, findRevoked, reviewCall } from './review-call.ts';

/** How many calls are reviewed in one turn, so that other calls wait for about a millisecond at most. */
const reviewedAtOnce = 250;

/** The calls of one thread that are in progress. It outlives generations, and ends calls that are no longer allowed. */
export class CallsInFlight {
  /** An array, since the former hash tables of a Set keep ended calls in memory for longer. */
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
    // A later generation reviews all calls again.
    const isCurrent = () => this.#current === generation;
    void this.#endWhere(others, (call) => reviewCall(call, generation), isCurrent);
  }

  /** Ends the calls of revoked grants. Grants that are revoked at the same time share one pass over the calls. */
  readonly reviewRevocations = (): void => {
    if (this.#isReviewDue) return;
    this.#isReviewDue = true;
    setImmediate(() => {
      this.#isReviewDue = false;
      void this.#endWhere(this.#calls.slice(), findRevoked);
    });
  };

  /**
   * Ends calls whose token has expired, or that exceed the declared duration. `now` is in milliseconds since
   * 1970-01-01T00:00:00Z, `monotonic` in milliseconds by `performance.now()`.
   */
  endOverdue(now: number, monotonic = performance.now()): void {
    const current = this.#current;
    if (!current) return;
    const find = (call: Call) => findOverdue(call, current, now, monotonic - call.startedAt);
    void this.#endWhere(this.#calls.slice(), find);
  }

  /**
   * Ends the calls that `findRefusal` rejects. Gives other calls their turn in between, and stops once `isWanted`
   * returns false.
   */
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

  /** Skips a call that has ended in the meantime. */
  #end(call: Call, findRefusal: (call: Call) => Rejection | undefined): void {
    const rejection = call.placeInFlight >= 0 ? findRefusal(call) : undefined;
    if (rejection) endCall(call, rejection);
  }
}
