import type { EndedCall } from '#runtime/gateway/call.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import type { UpstreamState } from '#runtime/gateway/upstream/upstream-pools.ts';
import type { CallSource } from '#runtime/ports/access-log.ts';
import type { Drift } from '#runtime/ports/drift.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import {
  count,
  emptyCounters,
  requestKey,
  type ApiCounters,
  type CallMetrics,
  addDuration,
} from './call-metrics.ts';
import { statusOf, upstreamError } from './call-outcome.ts';

/** How many versions of APIs that are no longer served may have counters, in addition to the served ones. */
const maxRemoved = 100;

export interface CallCounterOptions {
  /** Whether a version of an API is served now, by `Name/version`. */
  readonly isServed: (name: string) => boolean;
  readonly servedCount: () => number;
}

/**
 * Counts the calls of one thread. An API has no counters before its first call. Names that a client chooses, such as
 * paths, are never labels, so that the declarations bound the number of series.
 */
export class CallCounter {
  readonly #options: CallCounterOptions;
  readonly #apis = new Map<string, ApiCounters>();
  /** The same counters by the API objects of a generation, which are faster to look up. */
  #bound = new WeakMap<ServedApi, ApiCounters>();
  readonly #rejections = new Map<ErrorCode, number>();
  #unknown: ApiCounters | undefined;
  #inFlight = 0;
  #webSockets = 0;

  constructor(options: CallCounterOptions) {
    this.#options = options;
  }

  began({ upgrade }: EndedCall): void {
    this.#inFlight += 1;
    if (upgrade) this.#webSockets += 1;
  }

  /**
   * `now` is the time in milliseconds by the clock of `startedAt`; `source` is absent if a client has sent the call.
   */
  ended(call: EndedCall, now: number, source?: CallSource): void {
    const { api, address, upgrade, rejected, attempts, responseStartedAt } = call;
    this.#inFlight -= 1;
    if (upgrade) this.#webSockets -= 1;
    const counters = api ? (this.#bound.get(api) ?? this.#bind(api)) : this.#ofUnknown();
    count(counters.requests, requestKey(call.request.method, statusOf(call)));
    if (address) count(counters.addresses, address.path);
    // The duration of a WebSocket is not counted, since it depends only on its two ends.
    if (!upgrade) addDuration(counters.durations, now - call.startedAt);
    if (rejected !== undefined) count(this.#rejections, rejected);
    if (responseStartedAt > 0) addDuration(counters.upstreamDurations, responseStartedAt - call.forwardedAt);
    if (source === 'console') counters.consoleRequests += 1;
    if (attempts > 1) counters.retries += attempts - 1;
    const error = upstreamError(call);
    if (error !== undefined) count(counters.upstreamFailures, error);
  }

  /** Counts a request that was refused before it became a call. */
  refused(code: ErrorCode): void {
    count(this.#rejections, code);
  }

  drifted({ api, direction }: Drift): void {
    const slash = api.lastIndexOf('/');
    this.#countersOf(api.slice(0, slash), api.slice(slash + 1)).drift[direction] += 1;
  }

  /** The counters themselves, not a copy. Those of removed APIs are included for the last time. */
  read(upstreams: readonly UpstreamState[]): CallMetrics {
    const apis = new Map(this.#apis);
    if (this.#unknown) apis.set('', this.#unknown);
    this.#forgetRemoved();
    return {
      apis,
      rejections: this.#rejections,
      inFlight: this.#inFlight,
      webSockets: this.#webSockets,
      upstreams,
    };
  }

  #bind(api: ServedApi): ApiCounters {
    const { name, version } = api.manifest;
    const counters = this.#countersOf(name, version);
    this.#bound.set(api, counters);
    return counters;
  }

  #countersOf(api: string, version: string): ApiCounters {
    const key = `${api}/${version}`;
    const known = this.#apis.get(key);
    if (known) return known;
    if (this.#apis.size >= 2 * this.#options.servedCount() + maxRemoved) this.#forgetRemoved();
    const counters = emptyCounters(api, version);
    this.#apis.set(key, counters);
    return counters;
  }

  /** The counters of calls without an API; no API can have this name. */
  #ofUnknown(): ApiCounters {
    return (this.#unknown ??= emptyCounters('unknown', 'unknown'));
  }

  #forgetRemoved(): void {
    const removed = [...this.#apis.keys()].filter((key) => !this.#options.isServed(key));
    for (const key of removed) this.#apis.delete(key);
    // A call in progress still refers to its former API, whose counters are no longer read.
    if (removed.length > 0) this.#bound = new WeakMap();
  }
}
