import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { splitScope } from '#runtime/token/claims.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/**
 * The scopes of a token: those that were requested, or by default all that the subscriptions of the application allow
 * (RFC 6749 section 3.3). Sorted, without repetition.
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

/** Those of the granted scopes that the subscriptions of the application still allow, in their order. */
export function stillAllowed(
  { scopes }: Pick<AuthorizationServer, 'scopes'>,
  { application }: Client,
  granted: readonly string[],
): readonly string[] {
  const allowed = scopes.allowedTo(application.name);
  return granted.filter((scope) => allowed.includes(scope));
}

/**
 * The scopes of a token of an existing grant: those of the grant, or the requested ones among them (RFC 6749 section
 * 6), as far as they are still allowed. The list may be empty if none were requested: access that was taken away does
 * not end the grant, which may get it back. Sorted, without repetition.
 */
export function narrowScopes(
  server: Pick<AuthorizationServer, 'scopes'>,
  client: Client,
  granted: readonly string[],
  requested?: string,
): readonly string[] | OAuthRefusal {
  if (requested === undefined) return stillAllowed(server, client, granted);
  const chosen = [...new Set(splitScope(requested))].toSorted();
  if (!chosen.every((scope) => granted.includes(scope))) return { refused: 'scope_refused' };
  const allowed = stillAllowed(server, client, chosen);
  return allowed.length === 0 && chosen.length > 0 ? { refused: 'scope_refused' } : allowed;
}
