import { isPublicClient } from '#compiled/is-public-client.ts';
import { logIn } from '#runtime/identity/log-in.ts';
import type { User } from '#runtime/identity/identity.ts';
import type { StoredGrant } from '#runtime/ports/token-store.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { bindingOf } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer, TokenResponse } from '../../authorization-server.ts';
import { chooseScopes } from '../choose-scopes.ts';
import { grantIdOf, newSecret, openRefreshChain } from '../refresh-chain.ts';
import type { Grant, GrantRequest } from '../grant.ts';
import { keepLogin } from '../../stored-login.ts';
import { timeOfLogin } from '../../time-of-login.ts';
import { issueToken } from '../issue-token.ts';

/** Issues a token for a user's name and password (RFC 6749 section 4.3). */
export const password: Grant = {
  grantType: 'password',
  parameters: ['username', 'password'],
  async handle(request) {
    const { server, client, form } = request;
    if (isPublicClient(client.application)) return { refused: 'grant_confidential' };
    const scopes = chooseScopes(server, client, form.get('scope'));
    if ('refused' in scopes) return scopes;
    const user = await findUser(request);
    return 'refused' in user ? user : issueTokens(request, user, scopes);
  },
};

async function findUser({
  server,
  client,
  form,
  address,
  hungUp,
}: GrantRequest): Promise<User | OAuthRefusal> {
  const username = form.get('username') ?? '';
  const outcome = await logIn(server.identity, server.loginLimits, {
    application: client.application,
    username,
    password: form.get('password') ?? '',
    address,
    isByApplication: true,
    hungUp: hungUp(),
    audit: server.audit,
    reportUnavailable: server.reportUnavailable,
  });
  if (outcome === 'refused') return { refused: 'password_refused' };
  if (outcome === 'limited') {
    const { name: application } = client.application;
    const seconds = await server.loginLimits.secondsToWait({ username, address, application });
    return { refused: 'logins_limited', headers: { 'retry-after': String(seconds) } };
  }
  return outcome === 'unavailable' || outcome === 'busy' ? { refused: 'unavailable' } : outcome;
}

async function issueTokens(
  { server, client, address }: GrantRequest,
  user: User,
  scopes: readonly string[],
): Promise<TokenResponse> {
  const { subject } = user;
  const handle = newSecret();
  const id = grantIdOf(handle);
  const { consumerKey: clientId, keySet, application } = client;
  const authenticatedAt = timeOfLogin(server, subject, clientId);
  const binding = bindingOf(server.authorizationState, subject, id);
  const grant = { id, clientId, keySet, subject, ...binding, scopes, authenticatedAt };
  const refreshToken = application.grants.includes('refresh_token')
    ? await beginChain(server, grant, handle, user)
    : undefined;
  return issueToken(server, {
    grantType: 'password',
    client,
    subject,
    scopes,
    grantId: grant.id,
    authenticatedAt,
    address,
    ...(refreshToken !== undefined && { refreshToken }),
  });
}

async function beginChain(
  server: AuthorizationServer,
  grant: StoredGrant,
  handle: string,
  user: User,
): Promise<string | undefined> {
  const loginId = server.mint.newIdentifier();
  await keepLogin(server, { ...grant, id: loginId }, user);
  return openRefreshChain(server, { ...grant, loginId }, handle);
}
