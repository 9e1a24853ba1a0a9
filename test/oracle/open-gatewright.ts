import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { user } from '../interop/open-interop.ts';
import { openGateway } from '../runtime/gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../runtime/table-builder.ts';
import { pageRedirectUri, redirectUri, scope } from './clients.ts';
import { Side } from './side.ts';

const origin = 'https://gateway.example.edu';

/** A gateway whose clients are those of `open-oidc-provider.ts`. */
export async function openGatewright() {
  const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
  const callbackUrls = [redirectUri];
  const applications = [
    { ...defineApplication('Web', 'web', grants), callbackUrls },
    { ...defineApplication('Other', 'web', grants), callbackUrls },
    defineApplication('Service'),
    { ...defineApplication('Page', 'single-page', grants.slice(0, 2)), callbackUrls: [pageRedirectUri] },
  ];
  const passwordDigest = await hashArgon2id(user.password);
  const gateway = await openGateway(
    buildTable({
      gateway: { gatewayUrl: origin, authUrl: origin, keyManagerUrl: origin },
      apis: [defineApi({ endpoints: {}, operations: [`GET /dogs ${scope}`, 'POST /dogs dogs:write'] })],
      applications,
      subscriptions: applications.map(({ name }) => subscribe(name, 'DogPark/v1', 'active', [scope])),
      users: [{ name: user.username, passwordDigest, state: 'active' }],
    }),
  );
  const side = new Side({
    origin,
    paths: {
      authorize: '/authorize',
      token: '/oauth2/token',
      revoke: '/oauth2/revoke',
      introspect: '/oauth2/introspect',
    },
    fetch: (url, options) => fetch(String(url).replace(origin, gateway.url), options),
  });
  return { side, close: gateway.close };
}
