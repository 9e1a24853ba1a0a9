import type { OAuthRefusal } from '../../rejection/oauth-refusals.ts';
import { splitScope } from '../../token/claims.ts';
import type { Client } from '../../token/clients.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/**
 * The scopes of a token: those that were asked for, or without any all that the subscriptions of the application
 * allow (RFC 6749 section 3.3). Sorted, without repetition.
 */
export function chooseScopes(
  { scopes }: AuthorizationServer,
  { application }: Client,
  requested: string | undefined,
): readonly string[] | OAuthRefusal {
  const allowed = scopes.allowedTo(application.name);
  if (requested === undefined) return allowed;
  const chosen = [...new Set(splitScope(requested))].toSorted();
  return chosen.every((scope) => allowed.includes(scope)) ? chosen : { refused: 'scope_refused' };
}
