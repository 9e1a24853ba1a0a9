import type { UpstreamState } from '../gateway/upstream/upstream-pools.ts';
import { count, openTally, type ApiTally, type CallTallies } from './call-tallies.ts';
import type { Durations } from './durations.ts';

/** Adds up what several threads have counted; an upstream is as the thread has it that has the most trouble with it. */
export function mergeTallies(all: readonly CallTallies[]): CallTallies {
  const [only] = all;
  // To copy thousands of figures would keep calls waiting.
  if (only && all.length === 1) return { ...only, upstreams: mergeUpstreams(only.upstreams) };
  const merged = openTallies(all.flatMap(({ upstreams }) => upstreams));
  for (const tallies of all) {
    for (const [key, tally] of tallies.apis) addTally(merged.apis, key, tally);
    addCounts(merged.rejections, tallies.rejections);
    merged.inFlight += tallies.inFlight;
    merged.webSockets += tallies.webSockets;
  }
  return merged;
}

/** What stays of a thread that has ended: nothing is open in it. */
export function countedBy(tallies: CallTallies): CallTallies {
  return { ...tallies, inFlight: 0, webSockets: 0, upstreams: [] };
}

/** The same without the APIs that are not served, by `Name/version`; calls for no API at all stay in it. */
export function onlyServed(tallies: CallTallies, isServed: (name: string) => boolean): CallTallies {
  return { ...tallies, apis: new Map([...tallies.apis].filter(([key]) => key === '' || isServed(key))) };
}

function openTallies(upstreams: readonly UpstreamState[]): CallTallies {
  return {
    apis: new Map(),
    rejections: new Map(),
    inFlight: 0,
    webSockets: 0,
    upstreams: mergeUpstreams(upstreams),
  };
}

function addTally(apis: Map<string, ApiTally>, key: string, tally: ApiTally): void {
  const into = apis.get(key) ?? openTally(tally.api, tally.version);
  apis.set(key, into);
  addCounts(into.requests, tally.requests);
  addDurations(into.durations, tally.durations);
  addDurations(into.upstreamDurations, tally.upstreamDurations);
  addCounts(into.upstreamFailures, tally.upstreamFailures);
  into.retries += tally.retries;
  into.drift.request += tally.drift.request;
  into.drift.response += tally.drift.response;
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
