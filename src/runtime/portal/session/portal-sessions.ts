import type { UserFacts } from '#runtime/identity/identity.ts';
import type { Sealing } from '#runtime/identity/seal.ts';
import type { StoreSession } from '#runtime/identity/store-sign-in.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';

/** What the store needs of the authorization server of its generation. */
export interface PortalSessions {
  readonly sealing: Sealing;
  readonly newIdentifier: NewIdentifier;
  /** Whether a ticket was not used before. Rejects with a StoreError. */
  claimTicket(id: string, until: Seconds): Promise<boolean>;
  /**
   * What is known of the user of a session; undefined unless it is valid: not logged out, its user still declared or
   * known to the directory or the provider. `address` is the one that the browser has. Rejects with a StoreError.
   */
  findFacts(session: StoreSession, address: string): Promise<UserFacts | undefined>;
  /** Logs out: no gateway accepts the session from then on. */
  endSession(id: string): Promise<void>;
}
