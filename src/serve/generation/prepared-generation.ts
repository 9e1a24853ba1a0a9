import type { LoadedTable } from '../sources/loaded-table.ts';
import { probeGeneration } from './probe-generation.ts';
import { buildServedGeneration, type ServedGeneration, type Services } from './served-generation.ts';
import type { Serving } from './serving.ts';

/** A generation that is built and checked, and waits for its turn: one of the two has to be called. */
export interface PreparedGeneration {
  readonly enter: () => void;
  readonly discard: () => void;
}

/** Builds a generation aside and checks it. Rejects where that fails, and then holds nothing. */
export async function prepareGeneration(
  table: LoadedTable,
  services: Services,
  serving: Serving,
): Promise<PreparedGeneration> {
  const next = await buildServedGeneration(table, services, serving.generation);
  await orDiscard(next);
  return {
    enter: () => serving.swap(next, services.clock()),
    discard: () => next.gateway.discard(),
  };
}

async function orDiscard(next: ServedGeneration): Promise<void> {
  try {
    await probeGeneration(next);
  } catch (error) {
    next.gateway.discard();
    throw error;
  }
}
