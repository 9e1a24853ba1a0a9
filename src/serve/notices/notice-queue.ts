import type { NoticeDelivery } from '#runtime/ports/notices/notices.ts';
import { messageOf } from '../served/startup-error.ts';
import { DeliveryError, type Delivery } from './delivery.ts';

/** How long to wait before each further attempt, in milliseconds: six attempts within two hours. */
export const retryDelays: readonly number[] = [5000, 30_000, 300_000, 1_800_000, 5_400_000];

/** How many notices are sent at the same time, so that sending does not take much of a thread that serves calls. */
const mostActive = 8;

/** How many notices may wait, which takes about 20 MB. */
const mostWaiting = 10_000;

/** For how long the notices that find no room are summed up to one warning, in milliseconds. */
const sumMs = 1000;

interface QueueOptions {
  /** Sends a notice once, unless the signal aborts it. Rejects with a DeliveryError. */
  readonly deliver: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
  readonly warn: (message: string) => void;
  readonly delays: readonly number[];
}

interface Waiting {
  readonly delivery: Delivery;
  readonly note: (progress: Progress) => void;
  readonly checks: DeliveryChecks | undefined;
  /** Whether it is this gateway that sends the notice. */
  readonly isClaimed: boolean;
  /** How often it was tried. */
  readonly attempts: number;
}

/** What decides before each attempt whether and how a notice is sent. */
export interface DeliveryChecks {
  /** What the notice says now, and where it goes; undefined if it is not true any more. */
  readonly renew: () => Pick<Delivery, 'content' | 'address'> | undefined;
  /** Whether this gateway sends the notice. It is called until it resolves once. */
  readonly claim: () => Promise<boolean>;
}

/** What is known about a delivery besides its address. `dropped`: it is not true any more, and is not sent. */
export type Progress = Pick<NoticeDelivery, 'attempts' | 'failure'> & {
  readonly state: NoticeDelivery['state'] | 'dropped';
};

/** Sends notices one after another, and tries again later if one fails. Waiting notices are lost when it closes. */
export class NoticeQueue {
  readonly #options: QueueOptions;
  readonly #due: Waiting[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #active = 0;
  /** How many notices found no room since the last warning about them. */
  #refused = 0;
  #sum: NodeJS.Timeout | undefined;
  readonly #stop = new AbortController();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /**
   * Sends a notice soon. `note` is called after each attempt, or immediately if too many notices wait. `checks` decide
   * before each attempt whether the notice is still true; without them it is always sent.
   */
  add(delivery: Delivery, note: (progress: Progress) => void, checks?: DeliveryChecks): void {
    if (this.#stop.signal.aborted || this.#due.length + this.#timers.size >= mostWaiting) {
      if (!this.#stop.signal.aborted) this.#noteRefused();
      return note({ state: 'failed', attempts: 0, failure: 'overloaded' });
    }
    this.#due.push({ delivery, note, checks, isClaimed: !checks, attempts: 0 });
    this.#advance();
  }

  close(): void {
    this.#stop.abort();
    this.#warnOfRefused();
    const lost = this.#due.length + this.#timers.size + this.#active;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#due.length = 0;
    if (lost > 0)
      this.#options.warn(
        `The gateway stops, and ${lost} ${lost === 1 ? 'notice is' : 'notices are'} not sent.`,
      );
  }

  /** A change of an API may have thousands of subscribers, so that what is refused within a while is one warning. */
  #noteRefused(): void {
    this.#refused += 1;
    this.#sum ??= setTimeout(() => this.#warnOfRefused(), sumMs).unref();
  }

  #warnOfRefused(): void {
    clearTimeout(this.#sum);
    this.#sum = undefined;
    const refused = this.#refused;
    this.#refused = 0;
    if (refused > 0) this.#options.warn(describeRefused(refused));
  }

  #advance(): void {
    while (this.#active < mostActive) {
      const next = this.#due.shift();
      if (!next) return;
      this.#active += 1;
      void this.#attempt(next).finally(() => {
        this.#active -= 1;
        this.#advance();
      });
    }
  }

  async #attempt(waiting: Waiting): Promise<void> {
    const { note, checks } = waiting;
    let { isClaimed } = waiting;
    const attempts = waiting.attempts + 1;
    const drop = () => note({ state: 'dropped', attempts: waiting.attempts });
    try {
      if (!renew(waiting)) return drop();
      if (!isClaimed && checks && !(await checks.claim())) return;
      isClaimed = true;
      const delivery = renew(waiting);
      if (!delivery) return drop();
      await this.#options.deliver(delivery, this.#stop.signal);
      note({ state: 'delivered', attempts });
    } catch (error) {
      this.#retry({ ...waiting, isClaimed, attempts }, error);
    }
  }

  #retry(waiting: Waiting, error: unknown): void {
    const { delivery, note, attempts } = waiting;
    const { failure, isTemporary } =
      error instanceof DeliveryError ? error : { failure: 'unreachable' as const, isTemporary: true };
    const delay = isTemporary ? this.#options.delays[attempts - 1] : undefined;
    if (this.#stop.signal.aborted) return;
    if (delay === undefined) {
      note({ state: 'failed', attempts, failure });
      return this.#options.warn(describeFailure(delivery, attempts, messageOf(error)));
    }
    note({ state: 'waiting', attempts, failure });
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#due.push(waiting);
      this.#advance();
    }, delay).unref();
    this.#timers.add(timer);
  }
}

/** The delivery as it is now; undefined if it is not true any more. */
function renew({ delivery, checks }: Waiting): Delivery | undefined {
  if (!checks) return delivery;
  const renewed = checks.renew();
  return renewed && { ...delivery, ...renewed };
}

function describeRefused(count: number): string {
  const what = count === 1 ? 'One notice was' : `${count} notices were`;
  return `${what} not sent, since ${mostWaiting} others are waiting to be sent.`;
}

function describeFailure({ application, channel }: Delivery, attempts: number, reason: string): string {
  const what = channel === 'email' ? 'by e-mail' : 'to its webhook';
  const count = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  return `A notice for the application ${application} ${what} was not delivered after ${count}: ${reason.replace(/\.$/, '')}.`;
}
