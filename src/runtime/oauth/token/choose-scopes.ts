import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { splitScope } from '#runtime/token/claims.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/**
 * The scopes of a new token: the requested scopes, or by default all scopes that the application's subscriptions allow
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

/** The granted scopes that the application's subscriptions still allow, in the same order. */
export function stillAllowed(
  { scopes }: Pick<AuthorizationServer, 'scopes'>,
  { application }: Client,
  granted: readonly string[],
): readonly string[] {
  const allowed = scopes.allowedTo(application.name);
  return granted.filter((scope) => allowed.includes(scope));
}

/**
 * The scopes of a token of an existing grant: the requested scopes, or by default all granted scopes (RFC 6749 section
 * 6), as far as they are still allowed. By default the list may be empty, since a grant outlives the loss of its scopes
 * and may regain them. Sorted, without repetition.
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
