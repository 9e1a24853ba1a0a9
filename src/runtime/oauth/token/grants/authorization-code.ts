import { createHash, timingSafeEqual } from 'node:crypto';
import { digestOf } from '#compiled/digest.ts';
import type { AuthorizationCode } from '#runtime/ports/token-store.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../../authorization-server.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { handleOfCode, openRefreshChain } from '../refresh-chain.ts';
import type { Grant, GrantRequest } from '../grant.ts';
import { isStillGranted } from '../is-still-granted.ts';
import { issueToken } from '../issue-token.ts';
import { narrowScopes } from '../choose-scopes.ts';
import { revokeGrant } from '../../revoke-grant.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import type { Client } from '#runtime/token/clients.ts';

/** Issues a token for a code that a user's browser has delivered (RFC 6749 section 4.1.3). */
export const authorizationCode: Grant = {
  grantType: 'authorization_code',
  parameters: ['code', 'redirect_uri'],
  async handle(request) {
    const { server, client, form, address } = request;
    const taken = await server.store.takeCode(digestOf(form.get('code') ?? ''), client.consumerKey);
    if (!taken) return { refused: 'code_refused' };
    if (taken.first) return redeem(request, taken.record);
    // The code may be stolen, and the server does not know by which of the two callers (RFC 6749 section 4.1.2).
    await revokeGrant(server, taken.record, { reason: 'code_replayed', address });
    return { refused: 'code_refused', reason: 'replayed' };
  },
};

/** Redeems a code, which is used up even if this refuses the request. */
async function redeem(request: GrantRequest, code: AuthorizationCode): Promise<TokenResponse | OAuthRefusal> {
  const { server, client, form, address } = request;
  const refusal = checkRedirectUri(form, code) ?? checkVerifier(client, form.get('code_verifier'), code);
  if (refusal) return refusal;
  if (isWithdrawn(request, code)) return { refused: 'grant_withdrawn' };
  const scopes = narrowScopes(server, client, code.scopes);
  if ('refused' in scopes) return scopes;
  const refreshToken = await beginChain(request, code);
  // The grant may have been withdrawn while the chain was stored.
  if (isWithdrawn(request, code)) return { refused: 'grant_withdrawn' };
  return issueToken(server, {
    grantType: 'authorization_code',
    client,
    subject: code.subject,
    scopes,
    expectedScopes: code.scopes,
    grantId: code.id,
    loginId: code.loginId,
    authenticatedAt: code.authenticatedAt,
    address,
    ...(refreshToken !== undefined && { refreshToken }),
  });
}

/**
 * Whether the grant of a code is no longer valid. Ending a login also ends its codes. The store cannot find codes by
 * their login, so the login of each code is checked when the code is redeemed.
 */
function isWithdrawn({ server, client }: GrantRequest, code: AuthorizationCode): boolean {
  const isLoginOver = code.loginId !== undefined && server.authorizationState.revocations.has(code.loginId);
  return isLoginOver || !isStillGranted(server, client, code);
}

/** Requires the same redirect URI as at the authorization endpoint, character by character (RFC 9700 section 4.1.3). */
function checkRedirectUri(form: Form, { redirectUri }: AuthorizationCode): OAuthRefusal | undefined {
  return form.get('redirect_uri') === redirectUri ? undefined : { refused: 'redirect_uri_different' };
}

async function beginChain(
  { server, client, form }: GrantRequest,
  { redirectUri: _redirectUri, codeChallenge: _codeChallenge, ...grant }: AuthorizationCode,
): Promise<string | undefined> {
  if (!client.application.grants.includes('refresh_token')) return undefined;
  return openRefreshChain(server, grant, handleOfCode(form.get('code') ?? ''));
}

/** The form of a code_verifier (RFC 7636 section 4.1). */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Checks a code_verifier against the challenge of the authorization request (RFC 7636 section 4.6). A verifier without
 * a challenge, or a challenge without a verifier, is refused, since an attacker could inject another user's code that
 * way (RFC 9700 section 4.8.2).
 */
function checkVerifier(
  { application }: Client,
  verifier: string | undefined,
  { codeChallenge }: AuthorizationCode,
): OAuthRefusal | undefined {
  if (codeChallenge === undefined) {
    if (verifier !== undefined) return { refused: 'verifier_unexpected' };
    return isPublicClient(application) ? { refused: 'challenge_missing' } : undefined;
  }
  if (verifier === undefined) return { refused: 'verifier_missing' };
  if (verifierPattern.test(verifier) && isHashOf(codeChallenge, verifier)) return undefined;
  return { refused: 'verifier_refused' };
}

/** Hashes both sides again, since `timingSafeEqual` requires equal lengths. */
function isHashOf(challenge: string, verifier: string): boolean {
  const expected = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(sha256(expected), sha256(challenge));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
