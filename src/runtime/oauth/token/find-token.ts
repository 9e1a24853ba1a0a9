import type { Seconds, StoredGrant } from '#runtime/ports/token-store.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { readRefreshToken } from './refresh-chain.ts';

/** An unexpired token that this server issued; it may be revoked. */
export type FoundToken =
  | { readonly kind: 'access'; readonly claims: TokenClaims }
  | {
      readonly kind: 'refresh';
      readonly grant: StoredGrant;
      /** Whether the token is the newest in its chain. */
      readonly isCurrent: boolean;
      readonly idleUntil: Seconds;
    };

/** Finds an access token or a refresh token. Their formats differ, so `token_type_hint` is not needed. */
export async function findToken(server: AuthorizationServer, token: string): Promise<FoundToken | undefined> {
  const refresh = readRefreshToken(token);
  if (refresh) {
    const found = await server.store.findGrant(refresh.grantId, refresh.digest);
    return found && { kind: 'refresh', ...found };
  }
  const verified = await server.verifyToken(token);
  return verified && { kind: 'access', claims: verified.claims };
}
