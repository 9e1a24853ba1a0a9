// @module-tag full
import { Agent } from 'node:https';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DrivenBrowser } from './driven-browser.ts';
import { callbackUrl, consumerKey, openInterop, secret, type Interop } from './open-interop.ts';

function configure({ gatewayUrl, ca }: Interop, authorizationMethod: 'header' | 'body') {
  const agent = new Agent({ ca });
  onTestFinished(() => agent.destroy());
  return {
    client: { id: consumerKey, secret },
    auth: { tokenHost: gatewayUrl, tokenPath: '/token', revokePath: '/oauth2/revoke' },
    // By default it expects JSON from a revocation too, whose body has no meaning (RFC 7009 section 2.2).
    http: { agent, json: true },
    options: { authorizationMethod },
  } as const;
}

function configureLogin(interop: Interop, authorizationMethod: 'header' | 'body') {
  const { auth, ...rest } = configure(interop, authorizationMethod);
  return { ...rest, auth: { ...auth, authorizePath: '/authorize' } };
}

describe('simple-oauth2', () => {
  test.each(['header', 'body'] as const)(
    'gets a token for a client with its secret in the %s',
    async (where) => {
      const interop = await openInterop();
      const { token } = await new ClientCredentials(configure(interop, where)).getToken({
        scope: 'dogs:read',
      });
      expect(token).toMatchObject({ token_type: 'Bearer', scope: 'dogs:read', expires_in: 3600 });
      const headers = { authorization: `Bearer ${String(token['access_token'])}` };
      const answer = await interop.fetch(`${interop.gatewayUrl}/dog_park/v1/dogs`, { headers });
      expect(await answer.json()).toEqual({ upstream: 'dogs' });
    },
  );

  test('gets, refreshes and revokes tokens of a user, without PKCE', async () => {
    const interop = await openInterop();
    const client = new AuthorizationCode(configureLogin(interop, 'header'));
    const url = client.authorizeURL({ redirect_uri: callbackUrl, scope: 'dogs:read', state: 'seen before' });
    const answer = await new DrivenBrowser(interop).logInAndAllow(url);
    expect(answer.searchParams.get('state')).toBe('seen before');
    const code = answer.searchParams.get('code') ?? '';
    const first = await client.getToken({ code, redirect_uri: callbackUrl });
    expect(first.expired()).toBe(false);
    const second = await first.refresh();
    expect(second.token['refresh_token']).not.toBe(first.token['refresh_token']);
    await second.revokeAll();
    await expect(second.refresh()).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_grant' } },
    });
  });

  test('learns that a code was used before', async () => {
    const interop = await openInterop();
    const client = new AuthorizationCode(configureLogin(interop, 'body'));
    const url = client.authorizeURL({ redirect_uri: callbackUrl, scope: 'dogs:read' });
    const answer = await new DrivenBrowser(interop).logInAndAllow(url);
    const exchange = { code: answer.searchParams.get('code') ?? '', redirect_uri: callbackUrl };
    await client.getToken(exchange);
    await expect(client.getToken(exchange)).rejects.toMatchObject({
      data: { payload: { error: 'invalid_grant' } },
    });
  });
});
