import { apiKey, nameOfKey } from '#compiled/api-key.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';

/** An API version by its name. */
export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/**
 * Returns whether a proposal is about one of the `owned` API versions, or adds a version to one of their APIs. A version
 * among the `declared` is not new, and may be of other owners.
 */
export function aboutVersions(
  owned: readonly NamedVersion[],
  declared: readonly NamedVersion[],
): (proposal: Pick<Proposal, 'apis'>) => boolean {
  const keys = new Set(owned.map(apiKey));
  const names = new Set(owned.map(({ name }) => name));
  const all = new Set(declared.map(apiKey));
  return ({ apis }) => apis.some((key) => (all.has(key) ? keys.has(key) : names.has(nameOfKey(key))));
}
