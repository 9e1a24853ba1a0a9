import type { UpstreamState } from '#runtime/gateway/upstream/upstream-pools.ts';

/** Counters of the calls of one version of an API: plain data that threads exchange. */
export interface ApiCounters {
  readonly api: string;
  readonly version: string;
  /** By method and status, see `requestKey`. */
  readonly requests: Map<number, number>;
  readonly durations: Durations;
  /** The numbers of calls at further addresses of the API, by address. */
  readonly addresses: Map<string, number>;
  /** The time until the upstream's response began. */
  readonly upstreamDurations: Durations;
  /** Failures by the error code that the caller received; `broken_off` if the response had begun. */
  readonly upstreamFailures: Map<string, number>;
  /** Retries of requests to upstreams. */
  retries: number;
  /** Requests that the store's console has sent. */
  consoleRequests: number;
  readonly drift: { request: number; response: number };
}

/** The counters of a thread since its start, and its calls in progress. */
export interface CallMetrics {
  /** By `Name/version`; the empty name counts calls of no API. */
  readonly apis: Map<string, ApiCounters>;
  readonly rejections: Map<string, number>;
  inFlight: number;
  webSockets: number;
  readonly upstreams: readonly UpstreamState[];
}

/** The methods that have their own label; all others are counted as `other`. */
const methods = ['other', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const numbers: ReadonlyMap<string | undefined, number> = new Map(methods.map((name, index) => [name, index]));

export function requestKey(method: string | undefined, status: number): number {
  return (numbers.get(method) ?? 0) * 1000 + status;
}

export function readRequestKey(key: number): { readonly method: string; readonly status: number } {
  return { method: methods[Math.floor(key / 1000)] ?? 'other', status: key % 1000 };
}

export function emptyCounters(api: string, version: string): ApiCounters {
  return {
    api,
    version,
    requests: new Map(),
    durations: noDurations(),
    addresses: new Map(),
    upstreamDurations: noDurations(),
    upstreamFailures: new Map(),
    retries: 0,
    consoleRequests: 0,
    drift: { request: 0, response: 0 },
  };
}

/** Adds one, or `by`, to the count of a key. */
export function count<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The upper bounds of the histograms, in seconds. */
export const durationBounds: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/**
 * The number of durations within each bound, not cumulated; then the number beyond all bounds; then the sum in seconds.
 */
export type Durations = number[];

const beyond = durationBounds.length;

export function noDurations(): Durations {
  return Array.from({ length: beyond + 2 }, () => 0);
}

/** Counts a duration, given in milliseconds. */
export function addDuration(durations: Durations, milliseconds: number): void {
  const seconds = milliseconds / 1000;
  let index = 0;
  while (index < beyond && seconds > (durationBounds[index] as number)) index += 1;
  durations[index] = (durations[index] as number) + 1;
  durations[beyond + 1] = (durations[beyond + 1] as number) + seconds;
}

/** Adds up the metrics of several threads. If an upstream differs between threads, its worst state counts. */
export function mergeCallMetrics(all: readonly CallMetrics[]): CallMetrics {
  const [only] = all;
  // Not copied: copying thousands of counters would delay calls.
  if (only && all.length === 1) return { ...only, upstreams: mergeUpstreams(only.upstreams) };
  const merged = emptyMetrics(all.flatMap(({ upstreams }) => upstreams));
  for (const metrics of all) {
    for (const [key, counters] of metrics.apis) addApiCounters(merged.apis, key, counters);
    addCounts(merged.rejections, metrics.rejections);
    merged.inFlight += metrics.inFlight;
    merged.webSockets += metrics.webSockets;
  }
  return merged;
}

/** The metrics of a thread that has ended: without calls in progress. */
export function countedBy(metrics: CallMetrics): CallMetrics {
  return { ...metrics, inFlight: 0, webSockets: 0, upstreams: [] };
}

/** The metrics without the APIs that are not served, by `Name/version`. Calls without an API stay. */
export function onlyServed(metrics: CallMetrics, isServed: (name: string) => boolean): CallMetrics {
  return { ...metrics, apis: new Map([...metrics.apis].filter(([key]) => key === '' || isServed(key))) };
}

function emptyMetrics(upstreams: readonly UpstreamState[]): CallMetrics {
  return {
    apis: new Map(),
    rejections: new Map(),
    inFlight: 0,
    webSockets: 0,
    upstreams: mergeUpstreams(upstreams),
  };
}

function addApiCounters(apis: Map<string, ApiCounters>, key: string, counters: ApiCounters): void {
  const into = apis.get(key) ?? emptyCounters(counters.api, counters.version);
  apis.set(key, into);
  addCounts(into.requests, counters.requests);
  addCounts(into.addresses, counters.addresses);
  addDurations(into.durations, counters.durations);
  addDurations(into.upstreamDurations, counters.upstreamDurations);
  addCounts(into.upstreamFailures, counters.upstreamFailures);
  into.retries += counters.retries;
  into.consoleRequests += counters.consoleRequests;
  into.drift.request += counters.drift.request;
  into.drift.response += counters.drift.response;
}

function addCounts<Key>(into: Map<Key, number>, counts: ReadonlyMap<Key, number>): void {
  for (const [key, number] of counts) count(into, key, number);
}

function addDurations(into: Durations, durations: Durations): void {
  for (const [index, number] of durations.entries()) into[index] = (into[index] ?? 0) + number;
}

function mergeUpstreams(states: readonly UpstreamState[]): readonly UpstreamState[] {
  const byUrl = new Map<string, UpstreamState>();
  for (const state of states) {
    const { url, isOpen, isHealthy }: UpstreamState = { ...byUrl.get(state.url), ...state };
    const before = byUrl.get(url);
    byUrl.set(url, {
      url,
      ...(isOpen !== undefined && { isOpen: isOpen || before?.isOpen === true }),
      ...(isHealthy !== undefined && { isHealthy: isHealthy && before?.isHealthy !== false }),
    });
  }
  return [...byUrl.values()];
}
