import type { CircuitBreaker } from '#compiled/compiled-api.ts';

/** A clock that is never set back, in milliseconds. */
export type SteadyClock = () => number;

/**
 * Blocks calls to an upstream that fails. While closed, it allows all calls; while open, none. After `openMs`, it
 * allows one trial call, whose outcome closes it or opens it again.
 */
export class Circuit {
  readonly #settings: CircuitBreaker;
  readonly #clock: SteadyClock;
  readonly #onChange: (change: 'closed' | 'opened') => void;
  /** Whether it has ever been open. */
  hasOpened = false;
  #state: 'closed' | 'open' | 'trying' = 'closed';
  /** The number of failures since the first one in the current window of `windowMs`. */
  #failures = 0;
  #successes = 0;
  #windowStart = 0;
  /** When the next call is allowed, unless the circuit is closed. */
  #nextTryAt = 0;

  constructor(settings: CircuitBreaker, clock: SteadyClock, onChange: (change: 'closed' | 'opened') => void) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Whether calls are blocked, except for one trial at a time. */
  get isOpen(): boolean {
    return this.#state !== 'closed';
  }

  /**
   * Whether a call may be made now. After `true`, the caller must make it: while the circuit is open, it is the only
   * trial.
   */
  allowsCall(): boolean {
    if (this.#state === 'closed') return true;
    const now = this.#clock();
    if (now < this.#nextTryAt) return false;
    this.#state = 'trying';
    // A trial whose client disconnects has no outcome, so another one is allowed after `openMs`.
    this.#nextTryAt = now + this.#settings.openMs;
    return true;
  }

  /** Milliseconds until a call is allowed; 0 if it is allowed now. */
  waitMs(): number {
    return this.#state === 'closed' ? 0 : Math.max(0, this.#nextTryAt - this.#clock());
  }

  succeeded(): void {
    if (this.#state === 'closed') this.#successes += 1;
    else if (this.#state === 'trying') this.#close();
  }

  /** Records that a response was aborted, which was counted as a success when it began. */
  aborted(): void {
    if (this.#state === 'closed' && this.#successes > 0) this.#successes -= 1;
    this.failed();
  }

  failed(): void {
    // A call that began before the circuit opened adds no information.
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
