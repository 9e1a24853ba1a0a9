import { apiKey } from '#compiled/api-key.ts';
import type { EndedCall } from '#runtime/gateway/call.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { type CallSource, type RecentCall, mostRecentCalls } from '#runtime/ports/access-log.ts';
import { statusOf } from './call-outcome.ts';

/** The limit of key sets, which bounds the memory to about 20 MB. Beyond it, one that has not called for long is dropped. */
const maxKeySets = 500;

/** The maximum number of characters of a path; a client may invent a longer one. */
const maxPathLength = 200;

/** The calls of one key set; the oldest one is at `next` once the list is full. */
interface CallRing {
  readonly calls: RecentCall[];
  next: number;
  /** Whether it has called since it was last spared. */
  isActive: boolean;
}

/**
 * Stores the last calls of each key set that this thread has completed. A key set is known by its consumer key, since the
 * name of a removed application may be declared again by somebody else.
 */
export class RecentCalls {
  readonly #clock: Clock;
  readonly #byConsumerKey = new Map<string, CallRing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores a call that ended at `now`, by `performance.now()`; `source` is absent if a client has sent it. */
  ended(call: EndedCall, now: number, source?: CallSource): void {
    const { client } = call;
    if (!client) return;
    const ring = this.#ringOf(client.consumerKey);
    ring.isActive = true;
    ring.calls[ring.next] = {
      endedAt: this.#clock(),
      requestId: call.requestId,
      method: call.request.method ?? '',
      path: pathOf(call),
      api: call.api && apiKey(call.api.manifest),
      status: statusOf(call),
      code: call.rejected,
      durationMs: Math.round(now - call.startedAt),
      keySet: client.keySet,
      source,
    };
    ring.next = (ring.next + 1) % mostRecentCalls;
  }

  /** The calls with some consumer keys, the newest first. */
  read(consumerKeys: readonly string[]): readonly RecentCall[] {
    return mergeRecentCalls(consumerKeys.map((key) => this.#callsOf(key)));
  }

  #callsOf(consumerKey: string): readonly RecentCall[] {
    const { calls = [], next = 0 } = this.#byConsumerKey.get(consumerKey) ?? {};
    return [...calls.slice(next), ...calls.slice(0, next)].toReversed();
  }

  #ringOf(consumerKey: string): CallRing {
    const known = this.#byConsumerKey.get(consumerKey);
    if (known) return known;
    if (this.#byConsumerKey.size >= maxKeySets) this.#dropIdle();
    const ring = { calls: [], next: 0, isActive: true };
    this.#byConsumerKey.set(consumerKey, ring);
    return ring;
  }

  /** Drops the first key set that has not called since it was last spared; the others are spared once. */
  #dropIdle(): void {
    for (const [consumerKey, ring] of this.#byConsumerKey) {
      this.#byConsumerKey.delete(consumerKey);
      if (!ring.isActive) return;
      ring.isActive = false;
      this.#byConsumerKey.set(consumerKey, ring);
    }
  }
}

/** Merges the calls that several threads have stored: the newest first, at most as many as are stored of one thread. */
export function mergeRecentCalls(all: readonly (readonly RecentCall[])[]): readonly RecentCall[] {
  return all
    .flat()
    .toSorted((a, b) => b.endedAt - a.endedAt)
    .slice(0, mostRecentCalls);
}

/** The path in memory of its own: a part of a text would hold the whole request target, with its query. */
function pathOf({ target: { path } }: EndedCall): string {
  const own = Buffer.from(path.slice(0, maxPathLength)).toString();
  return path.length > maxPathLength ? `${own}…` : own;
}
