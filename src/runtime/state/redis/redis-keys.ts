import type { GrantId } from '../../ports/token-store.ts';

/** What the keys of chains begin with. */
const chainPrefix = 'gatewright:grant:';

/** By which all chains are found. */
export const everyChain = `${chainPrefix}*`;

/** Where the chain of refresh tokens of a grant is kept. */
export function chainKey(id: GrantId): string {
  return chainPrefix + id;
}

/** Says that every chain is in the index of its subject. */
export const indexedKey = 'gatewright:grants-indexed';

/** Says that a process is putting every chain into the index. */
export const indexingKey = 'gatewright:grants-indexing';

/** Where the ids of the grants of a subject are kept, each with the time at which it ends. */
export function grantsKey(subject: string): string {
  return `gatewright:grants-of:${subject}`;
}
