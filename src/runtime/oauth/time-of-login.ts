import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/**
 * The time of a login of now, for a client if one is given. It is not before the time of a revocation that applies to
 * it, which may be some seconds ahead of the clock (`endOfUntilNow`): otherwise that revocation would end this login
 * too.
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
