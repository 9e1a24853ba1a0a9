import { apiKey } from '#compiled/api-key.ts';
import type { EndedCall } from '#runtime/gateway/call.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { type CallSource, type RecentCall, mostRecentCalls } from '#runtime/ports/access-log.ts';
import { statusOf } from './call-outcome.ts';

/** The limit of applications, which bounds the memory to about 12 MB. Beyond it, the one that was added first is dropped. */
const maxApplications = 500;

/** The maximum number of characters of a path; a client may invent a longer one. */
const maxPathLength = 200;

/** The calls of one application; the oldest one is at `next` once the list is full. */
interface CallRing {
  readonly calls: RecentCall[];
  next: number;
}

/** Stores the last calls of each application that this thread has completed. */
export class RecentCalls {
  readonly #clock: Clock;
  readonly #byApplication = new Map<string, CallRing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores a call that ended at `now`, by `performance.now()`; `source` is absent if a client has sent it. */
  ended(call: EndedCall, now: number, source?: CallSource): void {
    const { client } = call;
    if (!client) return;
    const ring = this.#ringOf(client.application.name);
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

  /** The calls of an application, the newest first. */
  read(application: string): readonly RecentCall[] {
    const { calls = [], next = 0 } = this.#byApplication.get(application) ?? {};
    return [...calls.slice(next), ...calls.slice(0, next)].toReversed();
  }

  #ringOf(application: string): CallRing {
    const known = this.#byApplication.get(application);
    if (known) return known;
    const [first] = this.#byApplication.keys();
    if (this.#byApplication.size >= maxApplications && first !== undefined) this.#byApplication.delete(first);
    const ring = { calls: [], next: 0 };
    this.#byApplication.set(application, ring);
    return ring;
  }
}

/** Merges the calls that several threads have stored: the newest first, at most as many as are stored of one thread. */
export function mergeRecentCalls(all: readonly (readonly RecentCall[])[]): readonly RecentCall[] {
  return all
    .flat()
    .toSorted((a, b) => b.endedAt - a.endedAt)
    .slice(0, mostRecentCalls);
}

function pathOf({ target: { path } }: EndedCall): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
}
