import type { ReportError } from '#runtime/ports/errors.ts';
import { StoreError, type GrantId, type Seconds, type TokenStore } from '#runtime/ports/token-store.ts';
import type { Revocations } from './revocations.ts';

/** How often a store that cannot be reached is tried again, in milliseconds. */
const retryEveryMs = 1000;

/** The maximum number of revocations that wait for the store; beyond it, the oldest are dropped. */
const capacity = 10_000;

export interface PendingRevocationsOptions {
  readonly store: Pick<TokenStore, 'revoke'>;
  readonly revocations: Pick<Revocations, 'add'>;
  readonly reportError: ReportError;
}

/**
 * Revokes even while the store cannot be reached: in this process at once, and in all others as soon as the store
 * accepts the revocation. Pending revocations are lost when the process ends.
 */
export class PendingRevocations {
  readonly #options: PendingRevocationsOptions;
  readonly #waiting = new Map<GrantId, Seconds>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PendingRevocationsOptions) {
    this.#options = options;
  }

  /** Resolves when every gateway has received the revocation, or when the revocation waits for the store. */
  async revoke(id: GrantId, until: Seconds): Promise<void> {
    const { store, revocations, reportError } = this.#options;
    try {
      await store.revoke(id, until);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      reportError(error);
      revocations.add(id, until);
      this.#wait(id, until);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(id: GrantId, until: Seconds): void {
    this.#waiting.set(id, Math.max(until, this.#waiting.get(id) ?? until));
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > capacity && oldest !== undefined) this.#waiting.delete(oldest);
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#isClosed || this.#waiting.size === 0) return;
    this.#timer ??= setTimeout(() => void this.#retry(), retryEveryMs).unref();
  }

  /** Stops at the first revocation that fails: the others would fail too while the store cannot be reached. */
  async #retry(): Promise<void> {
    for (const [id, until] of this.#waiting) if (!(await this.#store(id, until))) break;
    this.#timer = undefined;
    this.#retryLater();
  }

  /**
   * Whether the store can be reached. A revocation that fails because of a bug is dropped, so that the others continue.
   */
  async #store(id: GrantId, until: Seconds): Promise<boolean> {
    try {
      await this.#options.store.revoke(id, until);
    } catch (error) {
      if (error instanceof StoreError) return false;
      this.#options.reportError(error);
    }
    // The revocation may have been extended meanwhile.
    if (this.#waiting.get(id) === until) this.#waiting.delete(id);
    return true;
  }
}
