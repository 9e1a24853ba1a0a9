import type { CircuitBreaker } from '#compiled/compiled-api.ts';

/** A clock that is never set back, in milliseconds. */
export type SteadyClock = () => number;

/**
 * Keeps calls from an upstream that fails. Closed, it lets all of them through; open, none; after `openMs` it lets one
 * through, whose outcome closes it or opens it again.
 */
export class Circuit {
  readonly #settings: CircuitBreaker;
  readonly #clock: SteadyClock;
  readonly #onChange: (change: 'closed' | 'opened') => void;
  /** Whether it ever was open. */
  hasOpened = false;
  #state: 'closed' | 'open' | 'trying' = 'closed';
  /** Counted from the first failure on, for `windowMs`. */
  #failures = 0;
  #successes = 0;
  #windowStart = 0;
  /** When the next call is let through, unless it is closed. */
  #nextTryAt = 0;

  constructor(settings: CircuitBreaker, clock: SteadyClock, onChange: (change: 'closed' | 'opened') => void) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Whether calls are kept from the upstream, but for one at a time that tries. */
  get isOpen(): boolean {
    return this.#state !== 'closed';
  }

  /**
   * Whether a call may be made now; one that may has to be made, since while the circuit is open it is the only one.
   */
  allowsCall(): boolean {
    if (this.#state === 'closed') return true;
    const now = this.#clock();
    if (now < this.#nextTryAt) return false;
    this.#state = 'trying';
    // A call whose client disconnects has no outcome, so another call is let through instead.
    this.#nextTryAt = now + this.#settings.openMs;
    return true;
  }

  /** How long it is until a call is let through; 0 if one is. */
  waitMs(): number {
    return this.#state === 'closed' ? 0 : Math.max(0, this.#nextTryAt - this.#clock());
  }

  succeeded(): void {
    if (this.#state === 'closed') this.#successes += 1;
    else if (this.#state === 'trying') this.#close();
  }

  /** A response that was counted as a success when it began was aborted. */
  aborted(): void {
    if (this.#state === 'closed' && this.#successes > 0) this.#successes -= 1;
    this.failed();
  }

  failed(): void {
    // A call that began before it opened has no new information.
    if (this.#state === 'open') return;
    const now = this.#clock();
    if (this.#state === 'trying') return this.#open(now);
    this.#count(now);
    const { failures, ratio } = this.#settings;
    if (this.#failures < failures || this.#failures < ratio * (this.#failures + this.#successes)) return;
    this.#open(now);
    this.#onChange('opened');
  }

  #open(now: number): void {
    this.#state = 'open';
    this.hasOpened = true;
    this.#nextTryAt = now + this.#settings.openMs;
  }

  #count(now: number): void {
    if (this.#failures === 0 || now - this.#windowStart > this.#settings.windowMs) {
      this.#windowStart = now;
      this.#failures = 0;
      this.#successes = 0;
    }
    this.#failures += 1;
  }

  #close(): void {
    this.#state = 'closed';
    this.#failures = 0;
    this.#successes = 0;
    this.#onChange('closed');
  }
}
