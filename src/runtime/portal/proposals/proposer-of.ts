import type { Proposer } from '#runtime/ports/proposals.ts';
import type { StoreUser } from '../visit/store-user.ts';

/** A user of the store as the author of proposals. */
export function proposerOf(user: StoreUser): Proposer {
  const { subject, username, displayName, emails, provider, groups } = user;
  const identity = { subject, ...(username !== undefined && { username }), emails, provider, groups };
  return { id: subject, name: displayName, email: emails[0], identity };
}
