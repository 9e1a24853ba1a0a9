import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import type { TokenMint } from '#runtime/token/mint-token.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** The revoked grant, and its owner. */
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
  /** The IP address of the caller who revoked it. */
  readonly address: string;
  /** When the last of its tokens expires, if known, so that revocations of many grants are not stored for a day. */
  readonly lastExpiry?: Seconds;
}

/** The longest lifetime of a token, whatever `lifetimeSeconds` was when it was issued. */
const maxTokenSeconds = 86_400;

/** For tokens that are being issued, and for clocks that differ. */
const leewaySeconds = 60;

/**
 * Revokes a grant with all of its tokens, and records it in the audit log. When this resolves, every gateway has
 * received it; rejects if the store cannot be reached, and still records it if it took effect. A grant that is
 * revoked already is announced again, but not recorded again.
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

/** How long until every access token issued before now has expired. */
export const maxGrantSeconds = maxTokenSeconds + leewaySeconds;

/** When every access token issued before now has expired. */
export function endOfGrant({ mint }: { readonly mint: Pick<TokenMint, 'clock'> }): Seconds {
  return Math.floor(mint.clock() / 1000) + maxGrantSeconds;
}
