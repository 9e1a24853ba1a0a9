import type { Seconds } from '../token-store.ts';

/**
 * When the declaration, the OpenAPI document or a guide of an API version (`DogPark/v1`) last changed on the branch that
 * is served. Undefined if that is not known, for example since the sources have no history. Rejects with a StoreError if
 * the thread that reads the sources does not respond.
 */
export type ReadLastChange = (api: string) => Promise<Seconds | undefined>;
