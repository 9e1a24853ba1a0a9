import { mintToken } from '#runtime/token/mint-token.ts';
import type { LoadedTable } from '../served/loaded-table.ts';
import type { ServedGeneration, Services } from '../served/served-generation.ts';
import { buildServedGeneration } from './build-served-generation.ts';
import type { Serving } from '../served/serving.ts';

/** A generation that is built and checked, and waits for its turn: one of the two has to be called. */
export interface PreparedGeneration {
  readonly enter: () => void;
  readonly discard: () => void;
}

/** Builds a generation aside and checks it. If that fails, rejects and keeps nothing open. */
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

/** A client that no table can declare, since a consumer key has no space. */
const probe = { consumerKey: 'probe of a generation', keySet: 'production' } as const;

/** Checks that a generation accepts its own tokens before it serves callers. Rejects if it does not. */
async function probeGeneration({ gateway, authorization }: ServedGeneration): Promise<void> {
  const order = { client: probe, subject: 'probe', scopes: [] };
  const { token } = mintToken(authorization.mint, order);
  const verified = await gateway.verifyToken(token);
  if (verified?.claims.clientId !== probe.consumerKey)
    throw new Error('the gateway does not admit the tokens that it issues');
}
