// @module-tag full
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { DrivenBrowser } from './driven-browser.ts';
import { callbackUrl, consumerKey, openInterop, pageKey, secret, type Interop } from './open-interop.ts';

function discover({ gatewayUrl, fetch }: Interop, clientId: string, authentication: oidc.ClientAuth) {
  return oidc.discovery(new URL(gatewayUrl), clientId, undefined, authentication, {
    algorithm: 'oauth2',
    [oidc.customFetch]: fetch,
  });
}

/** Takes a code by the browser, and exchanges it. */
async function getTokens(interop: Interop, client: oidc.Configuration, redirectUri: string) {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'dogs:read',
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const answer = await new DrivenBrowser(interop).logInAndAllow(url);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  return oidc.authorizationCodeGrant(client, answer, checks);
}

describe('openid-client', () => {
  test.each([
    ['in the header', oidc.ClientSecretBasic(secret)],
    ['in the body', oidc.ClientSecretPost(secret)],
  ])('gets a token for a client with its secret %s', async (_what, authentication) => {
    const interop = await openInterop();
    const client = await discover(interop, consumerKey, authentication);
    const token = await oidc.clientCredentialsGrant(client, { scope: 'dogs:read' });
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'dogs:read', expires_in: 3600 });
    expect(token.expiresIn()).toBeGreaterThan(3000);
    expect(await oidc.tokenIntrospection(client, token.access_token)).toMatchObject({
      active: true,
      client_id: consumerKey,
    });
  });

  test.each([
    ['a confidential client', consumerKey, oidc.ClientSecretBasic(secret), callbackUrl],
    ['a public client', pageKey, oidc.None(), 'https://page.example.edu/'],
  ])(
    'gets, refreshes and revokes tokens of a user for %s',
    async (_what, key, authentication, redirectUri) => {
      const interop = await openInterop();
      const client = await discover(interop, key, authentication);
      const first = await getTokens(interop, client, redirectUri);
      const second = await oidc.refreshTokenGrant(client, String(first.refresh_token));
      expect(second.refresh_token).not.toBe(first.refresh_token);
      const url = new URL(`${interop.gatewayUrl}/dog_park/v1/dogs`);
      const call = () => oidc.fetchProtectedResource(client, second.access_token, url, 'GET');
      expect(await (await call()).json()).toEqual({ upstream: 'dogs' });
      await oidc.tokenRevocation(client, second.access_token, { token_type_hint: 'access_token' });
      await expect(call()).rejects.toMatchObject({ code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 403 });
      await expect(oidc.refreshTokenGrant(client, String(second.refresh_token))).rejects.toMatchObject({
        code: 'OAUTH_RESPONSE_BODY_ERROR',
        error: 'invalid_grant',
      });
    },
  );

  test('learns that the user denied access', async () => {
    const interop = await openInterop();
    const client = await discover(interop, consumerKey, oidc.ClientSecretBasic(secret));
    const state = oidc.randomState();
    const parameters = { redirect_uri: callbackUrl, scope: 'dogs:read', state };
    const answer = await new DrivenBrowser(interop).logInAndDecide(
      oidc.buildAuthorizationUrl(client, parameters),
      'deny',
    );
    await expect(oidc.authorizationCodeGrant(client, answer, { expectedState: state })).rejects.toMatchObject(
      { code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR', error: 'access_denied' },
    );
  });
});
