import { digestOf } from '#compiled/digest.ts';
import type { StoredGrant } from '#runtime/ports/token-store.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../../authorization-server.ts';
import { confirmLogin, secondsBetweenAttempts } from '../../confirm-login.ts';
import type { Grant, GrantRequest } from '../grant.ts';
import { isStillGranted } from '../is-still-granted.ts';
import { issueToken } from '../issue-token.ts';
import { narrowScopes } from '../choose-scopes.ts';
import { newRefreshToken, readRefreshToken, refreshTimes, type SentRefreshToken } from '../refresh-chain.ts';
import { revokeGrant } from '../../revoke-grant.ts';

/**
 * Exchanges a refresh token for an access token and the next refresh token; the old one can no longer be used (RFC 6749
 * section 6).
 */
export const refreshToken: Grant = {
  grantType: 'refresh_token',
  parameters: ['refresh_token'],
  async handle(request) {
    const { server, client, form } = request;
    const sent = readRefreshToken(form.get('refresh_token') ?? '');
    if (!sent) return { refused: 'refresh_token_refused', reason: 'malformed' };
    const found = await server.store.findGrant(sent.grantId, sent.digest);
    if (found?.grant.clientId !== client.consumerKey) return { refused: 'refresh_token_refused' };
    if (!isStillGranted(server, client, found.grant)) return { refused: 'grant_withdrawn' };
    return (
      (found.isCurrent ? await checkUser(request, found.grant) : undefined) ??
      rotate(request, sent, found.grant)
    );
  },
};

const refusals = {
  removed: 'user_removed',
  login_ended: 'login_ended',
  unconfirmed: 'user_unconfirmed',
} as const;

/**
 * Checks the user with the provider of the login; undefined if the user is confirmed. The refresh token stays valid if
 * the provider does not respond.
 */
async function checkUser(
  { server, address }: GrantRequest,
  grant: StoredGrant,
): Promise<OAuthRefusal | undefined> {
  const { loginId: id, subject, authenticatedAt } = grant;
  const verdict = await confirmLogin(server, { id, subject, authenticatedAt }, address);
  if (verdict === 'confirmed') return undefined;
  if (verdict === 'unavailable')
    return { refused: 'unavailable', headers: { 'retry-after': String(secondsBetweenAttempts) } };
  const refused = refusals[verdict];
  await revokeGrant(server, grant, { reason: refused, address });
  return { refused };
}

/** Replaces the refresh token. All checks come first, so that a refused request does not use up the token. */
async function rotate(
  request: GrantRequest,
  { handle, digest }: SentRefreshToken,
  grant: StoredGrant,
): Promise<TokenResponse | OAuthRefusal> {
  const { server, client, form, address } = request;
  const { subject, id: grantId, loginId, authenticatedAt } = grant;
  const scopes = narrowScopes(server, client, grant.scopes, form.get('scope'));
  if ('refused' in scopes) return scopes;
  const next = newRefreshToken(handle);
  const { idleUntil } = refreshTimes(server, grant);
  const rotation = await server.store.rotate(grantId, digest, digestOf(next), idleUntil);
  if (rotation === 'replayed')
    await revokeGrant(server, grant, { reason: 'refresh_token_replayed', address });
  if (rotation !== 'rotated') return { refused: 'refresh_token_refused', reason: rotation };
  const login = { subject, loginId, authenticatedAt };
  const granted = { client, ...login, scopes, expectedScopes: grant.scopes, grantId, address };
  return issueToken(server, { grantType: 'refresh_token', ...granted, refreshToken: next });
}
