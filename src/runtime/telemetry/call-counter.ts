import type { EndedCall } from '../gateway/call.ts';
import type { ServedApi } from '../gateway/generation/served-api.ts';
import type { UpstreamState } from '../gateway/upstream/upstream-pools.ts';
import type { Drift } from '../ports/drift.ts';
import type { ErrorCode } from '../rejection/error-codes.ts';
import {
  count,
  openTally,
  requestKey,
  type ApiTally,
  type CallTallies,
  addDuration,
} from './call-metrics.ts';
import { statusOf, upstreamTrouble } from './call-outcome.ts';

/** So many versions of APIs that are served no more may be remembered beside as many as are served. */
const mostGone = 100;

export interface CallCounterOptions {
  /** Whether a version of an API is served now, by `Name/version`. */
  readonly isServed: (name: string) => boolean;
  readonly servedCount: () => number;
}

/**
 * Counts the calls of one thread. An API has no figures before its first call; what a client makes up, such as paths, is
 * in none, so that their number is bounded by what is declared.
 */
export class CallCounter {
  readonly #options: CallCounterOptions;
  readonly #apis = new Map<string, ApiTally>();
  /** The same ones by what a generation serves, which is quicker to find. */
  #bound = new WeakMap<ServedApi, ApiTally>();
  readonly #rejections = new Map<ErrorCode, number>();
  #unknown: ApiTally | undefined;
  #inFlight = 0;
  #webSockets = 0;

  constructor(options: CallCounterOptions) {
    this.#options = options;
  }

  began({ upgrade }: EndedCall): void {
    this.#inFlight += 1;
    if (upgrade) this.#webSockets += 1;
  }

  /** `now` is the time in milliseconds by the clock that the call began by. */
  ended(call: EndedCall, now: number): void {
    const { api, upgrade, rejected, attempts, answeredAt } = call;
    this.#inFlight -= 1;
    if (upgrade) this.#webSockets -= 1;
    const tally = api ? (this.#bound.get(api) ?? this.#bind(api)) : this.#ofUnknown();
    count(tally.requests, requestKey(call.request.method, statusOf(call)));
    // A WebSocket lasts as long as its ends like.
    if (!upgrade) addDuration(tally.durations, now - call.startedAt);
    if (rejected !== undefined) count(this.#rejections, rejected);
    if (answeredAt > 0) addDuration(tally.upstreamDurations, answeredAt - call.forwardedAt);
    if (attempts > 1) tally.retries += attempts - 1;
    const trouble = upstreamTrouble(call);
    if (trouble !== undefined) count(tally.upstreamFailures, trouble);
  }

  /** Counts a request that was refused before it was a call. */
  refused(code: ErrorCode): void {
    count(this.#rejections, code);
  }

  drifted({ api, direction }: Drift): void {
    const slash = api.lastIndexOf('/');
    this.#tallyOf(api.slice(0, slash), api.slice(slash + 1)).drift[direction] += 1;
  }

  /** The figures themselves, not a copy; those of APIs that are gone are in it for the last time. */
  read(upstreams: readonly UpstreamState[]): CallTallies {
    const apis = new Map(this.#apis);
    if (this.#unknown) apis.set('', this.#unknown);
    this.#forgetGone();
    return {
      apis,
      rejections: this.#rejections,
      inFlight: this.#inFlight,
      webSockets: this.#webSockets,
      upstreams,
    };
  }

  #bind(api: ServedApi): ApiTally {
    const { name, version } = api.manifest;
    const tally = this.#tallyOf(name, version);
    this.#bound.set(api, tally);
    return tally;
  }

  #tallyOf(api: string, version: string): ApiTally {
    const key = `${api}/${version}`;
    const known = this.#apis.get(key);
    if (known) return known;
    if (this.#apis.size >= 2 * this.#options.servedCount() + mostGone) this.#forgetGone();
    const tally = openTally(api, version);
    this.#apis.set(key, tally);
    return tally;
  }

  /** Calls for no API at all; no API can be called like that. */
  #ofUnknown(): ApiTally {
    return (this.#unknown ??= openTally('unknown', 'unknown'));
  }

  #forgetGone(): void {
    const gone = [...this.#apis.keys()].filter((key) => !this.#options.isServed(key));
    for (const key of gone) this.#apis.delete(key);
    // A call that goes on holds what it was served by, which would bring figures to one that nobody reads.
    if (gone.length > 0) this.#bound = new WeakMap();
  }
}
