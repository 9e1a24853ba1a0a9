import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { openShared } from '../serve/running-gateway.ts';
import { DrivenBrowser } from './driven-browser.ts';
import { callbackUrl, consumerKey, openInterop, pageKey, secret, type Interop } from './open-interop.ts';

/** The options for the library's requests to trust the gateway. */
function trust({ fetch }: Interop) {
  return { [oauth.customFetch]: fetch };
}

async function discover(interop: Interop): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(interop.gatewayUrl);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...trust(interop) });
  return oauth.processDiscoveryResponse(issuer, answer);
}

type ClientInTest = readonly [
  what: string,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  redirectUri: string,
];

const clients: readonly [ClientInTest, ...ClientInTest[]] = [
  ['a secret in the header', { client_id: consumerKey }, oauth.ClientSecretBasic(secret), callbackUrl],
  ['a secret in the body', { client_id: consumerKey }, oauth.ClientSecretPost(secret), callbackUrl],
  ['no secret', { client_id: pageKey }, oauth.None(), 'https://page.example.edu/'],
];

/** Takes a code by the browser, and exchanges it. */
async function getTokens(
  interop: Interop,
  server: oauth.AuthorizationServer,
  [, client, authentication, redirectUri]: ClientInTest,
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'dogs:read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const answer = await new DrivenBrowser(interop).logInAndAllow(url);
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    trust(interop),
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

describe('oauth4webapi', () => {
  let interop: Interop;
  let server: oauth.AuthorizationServer;

  beforeAll(() =>
    openShared(async (atEnd) => {
      interop = await openInterop({ atEnd });
      server = await discover(interop);
    }),
  );

  test('gets a token for a client, which the library itself finds valid', async () => {
    const client = { client_id: consumerKey };
    for (const authentication of [oauth.ClientSecretBasic(secret), oauth.ClientSecretPost(secret)]) {
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        authentication,
        { scope: 'dogs:read' },
        trust(interop),
      );
      const token = await oauth.processClientCredentialsResponse(server, client, response);
      expect(token).toMatchObject({ token_type: 'bearer', scope: 'dogs:read', expires_in: 3600 });
      const call = new Request(`${interop.gatewayUrl}/dog_park/v1/dogs`, {
        headers: { authorization: `Bearer ${token.access_token}` },
      });
      const claims = await oauth.validateJwtAccessToken(server, call, interop.gatewayUrl, trust(interop));
      expect(claims).toMatchObject({ client_id: consumerKey, sub: `client:${consumerKey}` });
    }
  });

  test.each(clients)('gets, refreshes and revokes tokens of a user with %s', async (...of) => {
    const [, client, authentication] = of;
    const first = await getTokens(interop, server, of);
    expect(first).toMatchObject({ token_type: 'bearer', scope: 'dogs:read' });
    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      String(first.refresh_token),
      trust(interop),
    );
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const call = () =>
      oauth.protectedResourceRequest(
        second.access_token,
        'GET',
        new URL(`${interop.gatewayUrl}/dog_park/v1/dogs`),
        undefined,
        undefined,
        trust(interop),
      );
    expect(await (await call()).json()).toEqual({ upstream: 'dogs' });
    const revoked = await oauth.revocationRequest(
      server,
      client,
      authentication,
      String(second.refresh_token),
      trust(interop),
    );
    await oauth.processRevocationResponse(revoked);
    await expect(call()).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 403,
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
  });

  test('learns of a token what it is, and after its revocation nothing', async () => {
    const [basic] = clients;
    const [, client, authentication] = basic;
    const { access_token: token } = await getTokens(interop, server, basic);
    const introspect = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, authentication, token, trust(interop)),
      );
    expect(await introspect()).toMatchObject({ active: true, sub: 'user:ada', scope: 'dogs:read' });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, token, trust(interop)),
    );
    expect(await introspect()).toEqual({ active: false });
  });

  test('understands a refusal', async () => {
    const client = { client_id: consumerKey };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('wrong'),
      {},
      trust(interop),
    );
    await expect(oauth.processClientCredentialsResponse(server, client, response)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: [{ scheme: 'basic' }],
    });
    const body = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost('wrong'),
      {},
      trust(interop),
    );
    await expect(oauth.processClientCredentialsResponse(server, client, body)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 401,
      error: 'invalid_client',
    });
  });
});
