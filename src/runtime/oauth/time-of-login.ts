import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/**
 * The time to record for a login that happens now, at a client if one is given. It is never before the time of a
 * revocation of the user's earlier logins, which may be some seconds ahead of the clock (`endOfUntilNow`): otherwise
 * that revocation would end this login too.
 */
export function timeOfLogin(
  { mint, authorizationState }: Pick<AuthorizationServer, 'mint' | 'authorizationState'>,
  subject: string,
  clientId?: string,
): Seconds {
  const before = authorizationState.revocations.grantedBefore({
    subject,
    ...(clientId !== undefined && { clientId }),
  });
  return Math.max(Math.floor(mint.clock() / 1000), before);
}
