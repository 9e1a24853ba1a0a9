import type { UpstreamState } from '../gateway/upstream/upstream-pools.ts';
import { noDurations, type Durations } from './durations.ts';

/** What has become of the calls of one version of an API; plain data, which goes from thread to thread. */
export interface ApiTally {
  readonly api: string;
  readonly version: string;
  /** By method and status, see `requestKey`. */
  readonly requests: Map<number, number>;
  readonly durations: Durations;
  /** Until the upstream's answer began. */
  readonly upstreamDurations: Durations;
  /** By the error code that the caller got; `broken_off` where an answer had begun. */
  readonly upstreamFailures: Map<string, number>;
  /** How often a call was sent to an upstream again. */
  retries: number;
  readonly drift: { request: number; response: number };
}

/** What a thread has counted since it was started, and what is open in it now. */
export interface CallTallies {
  /** By `Name/version`; under nothing what was for no API. */
  readonly apis: Map<string, ApiTally>;
  readonly rejections: Map<string, number>;
  inFlight: number;
  webSockets: number;
  readonly upstreams: readonly UpstreamState[];
}

/** Methods that stand for themselves in figures; whatever else a client sends is one more. */
const methods = ['other', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const numbers: ReadonlyMap<string | undefined, number> = new Map(methods.map((name, index) => [name, index]));

export function requestKey(method: string | undefined, status: number): number {
  return (numbers.get(method) ?? 0) * 1000 + status;
}

export function readRequestKey(key: number): { readonly method: string; readonly status: number } {
  return { method: methods[Math.floor(key / 1000)] ?? 'other', status: key % 1000 };
}

export function openTally(api: string, version: string): ApiTally {
  return {
    api,
    version,
    requests: new Map(),
    durations: noDurations(),
    upstreamDurations: noDurations(),
    upstreamFailures: new Map(),
    retries: 0,
    drift: { request: 0, response: 0 },
  };
}

/** Adds one, or more, under a key. */
export function count<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
