import { isPublicClient } from '#compiled/is-public-client.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { providerOf, type TokenClaims } from '#runtime/token/claims.ts';
import { findAuthorizedClient } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { ClientRequest } from './client-request.ts';
import { findToken, type FoundToken } from './token/find-token.ts';
import { isStillGranted } from './token/is-still-granted.ts';
import { stillAllowed } from './token/choose-scopes.ts';

/** The introspection response for a token (RFC 7662 section 2.2). */
export type TokenDescription = { readonly active: false } | ActiveToken;

interface ActiveToken {
  readonly active: true;
  /** Absent if the token has no scopes. */
  readonly scope?: string;
  readonly client_id: string;
  /** Absent if the client got the token for itself. */
  readonly username?: string;
  readonly exp: Seconds;
  readonly sub: string;
  readonly iss: string;
  /** This member and the following are present only for access tokens. */
  readonly token_type?: 'Bearer';
  readonly iat?: Seconds;
  readonly aud?: string;
  readonly jti?: string;
}

/** Describes a confidential client's own token (RFC 7662 section 2); any other token is reported as inactive. */
export async function answerIntrospection(request: ClientRequest): Promise<TokenDescription | OAuthRefusal> {
  const { server, client, form } = request;
  if (isPublicClient(client.application)) return { refused: 'introspection_confidential' };
  const token = form.get('token');
  if (token === undefined) return { refused: 'token_missing' };
  const found = await findToken(server, token);
  return (found && describeToken(request, found)) ?? { active: false };
}

function describeToken({ server, client }: ClientRequest, found: FoundToken): ActiveToken | undefined {
  if (found.kind === 'access') {
    const { claims } = found;
    // A console token can be used only by the console of the store.
    if (claims.consoleApi !== undefined) return undefined;
    if (findAuthorizedClient(server.authorizationState, claims)?.consumerKey !== client.consumerKey)
      return undefined;
    const scopes = stillAllowed(server, client, claims.scopes);
    return { ...describeHolding(server, { ...claims, scopes }), ...describeAccess(server, claims) };
  }
  const { grant, isCurrent, idleUntil: expiresAt } = found;
  if (!isCurrent || !isStillGranted(server, client, grant)) return undefined;
  return describeHolding(server, { ...grant, scopes: stillAllowed(server, client, grant.scopes), expiresAt });
}

function describeHolding(
  { mint: { issuer } }: AuthorizationServer,
  holding: Pick<TokenClaims, 'clientId' | 'subject' | 'scopes' | 'expiresAt'>,
): ActiveToken {
  const { clientId, subject, scopes, expiresAt } = holding;
  return {
    active: true,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    client_id: clientId,
    ...(providerOf(subject) !== undefined && { username: subject.slice('user:'.length) }),
    exp: expiresAt,
    sub: subject,
    iss: issuer,
  };
}

function describeAccess({ mint: { audience } }: AuthorizationServer, { issuedAt, tokenId }: TokenClaims) {
  return { token_type: 'Bearer', iat: issuedAt, aud: audience, jti: tokenId } as const;
}
