import { describe, expect, onTestFinished, test } from 'vitest';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { defineTable, openAuthorization } from './authorization-in-test.ts';
import { requestOf } from './authorize/flow-in-test.ts';

const metadataPath = '/.well-known/oauth-authorization-server';
const behindProxy = { trustedProxies: ['127.0.0.1/32'] };

async function open(gateway: Partial<GatewaySettings> = {}) {
  const server = await openAuthorization(defineTable({ gateway }));
  onTestFinished(() => server.close());
  return server;
}

/** Every kind of answer of the authorization server, and its request. */
const answers = [
  ['the keys', 'GET', '/oauth2/jwks', 200],
  ['the metadata', 'GET', metadataPath, 200],
  ['a refusal of the token endpoint', 'POST', '/oauth2/token', 400],
  ['a method that an endpoint does not have', 'PUT', '/oauth2/revoke', 405],
  ['a page', 'GET', requestOf(), 200],
  ['an error page', 'GET', '/authorize', 400],
  ['an unknown address among the pages', 'GET', '/authorize/unknown', 404],
] as const;

describe('what is public may be cached', () => {
  test.each([
    ['GET', '/oauth2/jwks'],
    ['HEAD', '/oauth2/jwks'],
    ['GET', metadataPath],
    ['HEAD', metadataPath],
  ])('%s %s, for five minutes, apart for each origin', async (method, path) => {
    const { status, headers } = await (await open()).call(path, { method });
    expect({
      status,
      cache: headers['cache-control'],
      pragma: headers['pragma'],
      vary: headers['vary'],
    }).toEqual({
      status: 200,
      cache: 'public, max-age=300',
      pragma: undefined,
      vary: 'Origin',
    });
  });

  test('a refusal of the same addresses may not', async () => {
    const answer = await (await open()).call('/oauth2/jwks', { method: 'POST' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([405, 'no-store']);
  });
});

describe('browsers are sent Strict-Transport-Security (RFC 6797)', () => {
  test.each(answers)('by %s, where a trusted proxy ends TLS', async (_what, method, path, status) => {
    const server = await open(behindProxy);
    const answer = await server.call(path, { method, headers: { 'x-forwarded-proto': 'https' } });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([
      status,
      'max-age=31536000',
    ]);
  });

  test.each(answers)('not by %s over plain HTTP', async (_what, method, path, status) => {
    const answer = await (await open(behindProxy)).call(path, { method });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([status, undefined]);
  });

  test.each([
    ['where nobody trusts who says that it was TLS', {}],
    ['for localhost', { ...behindProxy, authUrl: 'https://localhost:8243' }],
    ['for a loopback address', { ...behindProxy, keyManagerUrl: 'https://127.0.0.1:8243' }],
  ])('not %s', async (_where, settings) => {
    const server = await open(settings);
    const answer = await server.call('/oauth2/jwks', { headers: { 'x-forwarded-proto': 'https' } });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, undefined]);
  });

  test('not by what an API or the gateway answers to a call', async () => {
    const answer = await (
      await open(behindProxy)
    ).call('/dog_park/v1/dogs', {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([403, undefined]);
  });
});
