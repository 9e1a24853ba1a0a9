import { isPublicClient } from '#compiled/is-public-client.ts';
import type { AssertionRules } from '#runtime/identity/saml/saml-trust.ts';
import { verifyAssertion, type VerifiedAssertion } from '#runtime/identity/saml/verify-assertion.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../../authorization-server.ts';
import { chooseScopes } from '../choose-scopes.ts';
import type { Grant, GrantRequest } from '../grant.ts';
import { timeOfLogin } from '../../time-of-login.ts';
import { issueToken } from '../issue-token.ts';
import { tokenUrls, tokenUrlsAt } from '../../oauth-addresses.ts';

/**
 * Issues a token for an assertion of a declared single sign-on server (RFC 7522 section 2.1), without a refresh token.
 */
export const saml2Bearer: Grant = {
  grantType: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
  parameters: ['assertion'],
  async handle(request) {
    const { server, client, form } = request;
    if (isPublicClient(client.application)) return { refused: 'grant_confidential' };
    const verified = verifyAssertion(form.get('assertion') ?? '', rulesOf(request));
    if ('reason' in verified) return { refused: 'assertion_refused', reason: verified.reason };
    const scopes = chooseScopes(server, client, form.get('scope'));
    return 'refused' in scopes ? scopes : redeem(request, verified, scopes);
  },
};

function rulesOf({ server, client, path }: GrantRequest): AssertionRules {
  const { settings, authorizationState, identity, mint } = server;
  const { identityProviders } = client.application;
  return {
    trusts: identity.samlTrusts,
    ...(identityProviders !== undefined && { allowedProviders: identityProviders }),
    audiences: [mint.issuer, ...tokenUrls(settings)],
    recipients: tokenUrlsAt(settings, path),
    users: authorizationState.users,
    now: mint.clock() / 1000,
  };
}

/** Issues the token. The assertion is claimed last, so that a refused request does not use it up. */
async function redeem(
  { server, client, address }: GrantRequest,
  { identifier, claimUntil, subject, provider, notAfter }: VerifiedAssertion,
  scopes: readonly string[],
): Promise<TokenResponse | OAuthRefusal> {
  const authenticatedAt = timeOfLogin(server, subject, client.consumerKey);
  const isFirst = await server.store.claim(identifier, claimUntil);
  if (!isFirst) return { refused: 'assertion_refused', reason: 'The assertion was already used.' };
  // The assertion may have expired while the store was slow; the token would then have expired too.
  if (notAfter <= server.mint.clock() / 1000)
    return { refused: 'assertion_refused', reason: 'The assertion expired while it was being processed.' };
  const { grantType } = saml2Bearer;
  const login = { subject, provider, authenticatedAt };
  return issueToken(server, { grantType, client, ...login, scopes, notAfter, address });
}
