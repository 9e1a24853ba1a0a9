import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { user } from '../interop/open-interop.ts';
import { secret } from '../runtime/table-builder.ts';
import { keys, pageRedirectUri, redirectUri, scope } from './clients.ts';
import { Side } from './side.ts';

const codeGrants = ['authorization_code', 'refresh_token'];
const confidential: Partial<ClientMetadata> = {
  client_secret: secret,
  redirect_uris: [redirectUri],
  grant_types: [...codeGrants, 'client_credentials'],
  scope,
};

const clients: ClientMetadata[] = [
  { ...confidential, client_id: keys.web },
  { ...confidential, client_id: keys.other },
  {
    client_id: keys.service,
    client_secret: secret,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    scope,
  },
  {
    client_id: keys.page,
    redirect_uris: [pageRedirectUri],
    grant_types: codeGrants,
    token_endpoint_auth_method: 'none',
    scope,
  },
];

/** Its user is logged in at once and allows everything, since the pages are not compared. */
const configuration: Configuration = {
  clients,
  scopes: [scope, 'dogs:write'],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    revocation: { enabled: true },
  },
  allowOmittingSingleRegisteredRedirectUri: false,
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
  cookies: { keys: ['a key of the tests'] },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, provider } = oidc;
    const grant = new provider.Grant({
      ...(client && { clientId: client.clientId }),
      ...(session?.accountId !== undefined && { accountId: session.accountId }),
    });
    grant.addOIDCScope(`openid ${scope}`);
    await grant.save();
    return grant;
  },
};

/** oidc-provider, configured like the gateway of `open-gatewright.ts`. */
export async function openOidcProvider() {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(origin, configuration);
  const answer = provider.callback();
  server.on('request', (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/interaction/')) return void answer(incoming, outgoing);
    void provider.interactionFinished(incoming, outgoing, { login: { accountId: user.username } });
  });
  const side = new Side({
    origin,
    paths: {
      authorize: '/auth',
      token: '/token',
      revoke: '/token/revocation',
      introspect: '/token/introspection',
    },
    fetch,
  });
  return {
    side,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
