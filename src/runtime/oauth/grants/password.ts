import { logIn } from '../../identity/log-in.ts';
import type { User } from '../../identity/user.ts';
import type { OAuthRefusal } from '../../rejection/oauth-refusals.ts';
import type { TokenResponse } from '../authorization-server.ts';
import { chooseScopes } from '../choose-scopes.ts';
import { grantIdOf, newSecret } from '../grant-handle.ts';
import type { Grant, GrantRequest } from '../grant.ts';
import { issueToken } from '../issue-token.ts';
import { openRefreshChain } from '../refresh-chain.ts';

/** A token for the name and password of a user (RFC 6749 section 4.3), only where the application declares it. */
export const password: Grant = {
  grantType: 'password',
  parameters: ['username', 'password'],
  async handle(request) {
    const { server, client, form } = request;
    if (client.application.type === 'single-page') return { refused: 'grant_confidential' };
    const scopes = chooseScopes(server, client, form.get('scope'));
    if ('refused' in scopes) return scopes;
    const user = await findUser(request);
    return 'refused' in user ? user : issueTokens(request, user, scopes);
  },
};

async function findUser({ server, client, form, address }: GrantRequest): Promise<User | OAuthRefusal> {
  const outcome = await logIn(server.identity, server.failedLogins, {
    application: client.application,
    username: form.get('username') ?? '',
    password: form.get('password') ?? '',
    address,
    audit: server.audit,
  });
  if (outcome === 'refused') return { refused: 'password_refused' };
  if (outcome === 'limited') return { refused: 'logins_limited', headers: { 'retry-after': '60' } };
  return outcome === 'unavailable' ? { refused: 'unavailable' } : outcome;
}

async function issueTokens(
  { server, client, address }: GrantRequest,
  { subject }: User,
  scopes: readonly string[],
): Promise<TokenResponse> {
  const handle = newSecret();
  const { consumerKey: clientId, keySet, application } = client;
  const authenticatedAt = Math.floor(server.mint.clock() / 1000);
  const grant = { id: grantIdOf(handle), clientId, keySet, subject, scopes, authenticatedAt };
  const refreshToken = application.grants.includes('refresh_token')
    ? await openRefreshChain(server, grant, handle)
    : undefined;
  return issueToken(server, {
    grantType: 'password',
    client,
    subject,
    scopes,
    grantId: grant.id,
    address,
    ...(refreshToken !== undefined && { refreshToken }),
  });
}
