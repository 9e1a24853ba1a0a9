import type { Clock } from '#runtime/ports/clock.ts';
import type { Drift, DriftByApi, ObservedDrift } from '#runtime/ports/drift.ts';

/** The limit of operations. Beyond it, the operation whose drift was observed least recently is dropped. */
const maxOperations = 2000;

/** Stores the drift per operation: how its requests or responses differ from the declaration of the API. */
export class DriftLog {
  readonly #clock: Clock;
  /** By API, operation, direction and status; the least recently observed first. */
  readonly #observed = new Map<string, Drift & ObservedDrift>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(drift: Drift): void {
    const key = keyOf(drift);
    const count = (this.#observed.get(key)?.count ?? 0) + 1;
    this.#observed.delete(key);
    const [oldest] = this.#observed.keys();
    if (this.#observed.size >= maxOperations && oldest !== undefined) this.#observed.delete(oldest);
    this.#observed.set(key, { ...drift, count, lastAt: this.#clock() });
  }

  /** Returns the drift of the given APIs. */
  read(apis: readonly string[]): DriftByApi {
    const wanted = new Set(apis);
    const found = [...this.#observed.values()].filter(({ api }) => wanted.has(api));
    const byApi = Map.groupBy(found, ({ api }) => api);
    return new Map([...byApi].map(([api, ofApi]) => [api, sortDrift(ofApi.map(withoutApi))]));
  }
}

/** Adds up the drift that several threads have observed. */
export function mergeDrift(all: readonly DriftByApi[]): DriftByApi {
  const merged = new Map<string, Map<string, ObservedDrift>>();
  for (const [api, observed] of all.flatMap((one) => [...one])) {
    const ofApi = merged.get(api) ?? new Map<string, ObservedDrift>();
    merged.set(api, ofApi);
    for (const one of observed) {
      const key = keyOf({ ...one, api });
      ofApi.set(key, addDrift(ofApi.get(key), one));
    }
  }
  return new Map([...merged].map(([api, ofApi]) => [api, sortDrift([...ofApi.values()])]));
}

function addDrift(one: ObservedDrift | undefined, other: ObservedDrift): ObservedDrift {
  if (!one) return other;
  const latest = one.lastAt > other.lastAt ? one : other;
  return { ...latest, count: one.count + other.count };
}

function keyOf({ api, operation, direction, status }: Drift): string {
  return JSON.stringify([api, operation, direction, status]);
}

function withoutApi(drift: Drift & ObservedDrift): ObservedDrift {
  const { api: _, ...observed } = drift;
  return observed;
}

/** Sorts by operation, then requests before responses, then by status. */
function sortDrift(observed: readonly ObservedDrift[]): readonly ObservedDrift[] {
  const nameOf = ({ operation, direction, status = 0 }: ObservedDrift) =>
    `${operation} ${direction} ${String(status).padStart(3, '0')}`;
  return observed.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
