import type { ApiCounters, CallMetrics } from '#runtime/telemetry/call-metrics.ts';

/** How many APIs a chunk contains. Copying more at once would delay calls. */
const apisPerChunk = 250;

/** A chunk of a thread's metrics: those of some APIs. The first chunk also contains all other metrics. */
export interface MetricsChunk {
  readonly apis: readonly (readonly [string, ApiCounters])[];
  readonly rest?: Omit<CallMetrics, 'apis'>;
  readonly isLast: boolean;
}

/** Divides the metrics of a thread into chunks. */
export class MetricsChunks {
  readonly #apis: readonly (readonly [string, ApiCounters])[];
  readonly #rest: Omit<CallMetrics, 'apis'>;

  constructor({ apis, ...rest }: CallMetrics) {
    this.#apis = [...apis];
    this.#rest = rest;
  }

  read(index: number): MetricsChunk {
    const end = (index + 1) * apisPerChunk;
    return {
      apis: this.#apis.slice(end - apisPerChunk, end),
      ...(index === 0 && { rest: this.#rest }),
      isLast: end >= this.#apis.length,
    };
  }
}

/** Requests all chunks, and joins them; undefined if the thread has no metrics yet. */
export async function readChunks(
  request: (index: number) => Promise<MetricsChunk | undefined>,
): Promise<CallMetrics | undefined> {
  const first = await request(0);
  if (!first?.rest) return undefined;
  const apis = new Map(first.apis);
  for (let index = 1, { isLast } = first; !isLast; index++) {
    const next = await request(index);
    for (const [key, counters] of next?.apis ?? []) apis.set(key, counters);
    isLast = next?.isLast ?? true;
  }
  return { ...first.rest, apis };
}
