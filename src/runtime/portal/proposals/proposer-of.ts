import type { Proposer } from '../../ports/proposals.ts';
import type { StoreUser } from '../session/store-user.ts';

/** A user of the store as the author of proposals. */
export function proposerOf({ subject, username, displayName, emails }: StoreUser): Proposer {
  return { id: subject, username, name: displayName, email: emails[0] };
}
