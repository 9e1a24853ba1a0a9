import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import type { TokenMint } from '#runtime/token/mint-token.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** A grant to revoke, and its owner. */
export interface RevokedGrant {
  readonly id: GrantId;
  readonly clientId: string;
  readonly subject: string;
  readonly scopes: readonly string[];
}

export interface Revocation {
  readonly reason:
    | 'asked_by_client'
    | 'asked_by_user'
    | 'code_replayed'
    | 'refresh_token_replayed'
    | 'user_removed'
    | 'login_ended'
    | 'user_unconfirmed';
  /** The IP address of the caller who revokes the grant. */
  readonly address: string;
  /** When the last token of the grant expires, if known. Without it, the revocation is stored for a day. */
  readonly lastExpiry?: Seconds;
}

/** The longest lifetime that a token can ever have been issued with, whatever `lifetimeSeconds` is now. */
const maxTokenSeconds = 86_400;

/** Allows for tokens that are being issued, and for differences between clocks. */
const leewaySeconds = 60;

/**
 * Revokes a grant with all of its tokens, and records this in the audit log. When this resolves, every gateway has
 * received the revocation. Rejects if the store cannot be reached, but still records a revocation that took effect. A
 * grant that is already revoked is announced again, but not recorded again.
 */
export async function revokeGrant(
  server: AuthorizationServer,
  { id, clientId, subject, scopes }: RevokedGrant,
  { reason, address, lastExpiry }: Revocation,
): Promise<void> {
  const { authorizationState, store, audit } = server;
  const isKnown = authorizationState.revocations.has(id);
  try {
    await store.revoke(id, lastExpiry === undefined ? endOfGrant(server) : lastExpiry + leewaySeconds);
  } finally {
    if (!isKnown && authorizationState.revocations.has(id))
      audit({ event: 'token_revoked', reason, clientId, subject, scopes, grantId: id, address });
  }
}

/** The seconds until every access token issued before now has expired. */
export const maxGrantSeconds = maxTokenSeconds + leewaySeconds;

/** When every access token issued before now has expired. */
export function endOfGrant({ mint }: { readonly mint: Pick<TokenMint, 'clock'> }): Seconds {
  return Math.floor(mint.clock() / 1000) + maxGrantSeconds;
}
