import type { ApiCounters, CallMetrics } from '../../runtime/telemetry/call-metrics.ts';

/** So many APIs are sent at a time, so that calls do not wait for longer. */
const apisInPart = 250;

/** A part of what a thread has counted: some of the APIs, and with the first ones everything else. */
export interface TalliesPart {
  readonly apis: readonly (readonly [string, ApiCounters])[];
  readonly rest?: Omit<CallMetrics, 'apis'>;
  readonly isLast: boolean;
}

/** What a thread has counted, to be sent part by part. */
export class TalliesInParts {
  readonly #apis: readonly (readonly [string, ApiCounters])[];
  readonly #rest: Omit<CallMetrics, 'apis'>;

  constructor({ apis, ...rest }: CallMetrics) {
    this.#apis = [...apis];
    this.#rest = rest;
  }

  read(part: number): TalliesPart {
    const end = (part + 1) * apisInPart;
    return {
      apis: this.#apis.slice(end - apisInPart, end),
      ...(part === 0 && { rest: this.#rest }),
      isLast: end >= this.#apis.length,
    };
  }
}

/** Asks for part after part, until it has all; undefined where the thread has nothing to say yet. */
export async function readInParts(
  ask: (part: number) => Promise<TalliesPart | undefined>,
): Promise<CallMetrics | undefined> {
  const first = await ask(0);
  if (!first?.rest) return undefined;
  const apis = new Map(first.apis);
  for (let part = 1, { isLast } = first; !isLast; part++) {
    const next = await ask(part);
    for (const [key, tally] of next?.apis ?? []) apis.set(key, tally);
    isLast = next?.isLast ?? true;
  }
  return { ...first.rest, apis };
}
