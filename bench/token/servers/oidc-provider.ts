import { generateKeyPairSync } from 'node:crypto';
import Provider, { type Configuration } from 'oidc-provider';
import { clientId, clientSecret, scope } from '../credentials.ts';

const issuer = 'http://localhost:8243';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Access tokens are ES256 JWTs for one resource server, which oidc-provider does not store. */
const configuration: Configuration = {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'benchmark' }] },
  scopes: [scope],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${issuer}/apis`,
      getResourceServerInfo: () => ({
        scope,
        audience: `${issuer}/apis`,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
};

const server = new Provider(issuer, configuration).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
