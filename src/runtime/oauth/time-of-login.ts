import type { Seconds } from '../ports/token-store.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/**
 * The time of a login of now, for a client if one is given: not before what was revoked until now, which by the clock of
 * another gateway may be a little later.
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
