// @module-tag full
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ada, comeBack, openLogin } from './login-in-test.ts';
import { clientSecret } from './oidc-provider-in-test.ts';

describe('an ID token', () => {
  /** A login whose answer contains another ID token. */
  async function finishWith(forge: (token: string, issuer: string) => string | Promise<string>) {
    const opening = await openLogin();
    opening.provider.tamper(async (ctx, body) => {
      const { id_token } = body;
      if (ctx.path !== '/token' || typeof id_token !== 'string') return;
      ctx.body = { ...body, id_token: await forge(id_token, opening.provider.issuer) };
    });
    const { url, memory } = await comeBack(opening);
    return opening.login.finish(url, memory);
  }

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const change = (token: string, claims: Record<string, unknown>) => {
    const [header, , signature] = token.split('.');
    return [header, encode({ ...decodeJwt(token), ...claims }), signature].join('.');
  };

  test('is taken as it stands', async () => {
    expect(await finishWith((token) => token)).toEqual(ada);
  });

  test.each<[string, (token: string, issuer: string) => string | Promise<string>]>([
    ['of another subject, the signature as it was', (token) => change(token, { sub: 'mallory' })],
    ['of another issuer', (token) => change(token, { iss: 'https://other.example.edu' })],
    ['for another client', (token) => change(token, { aud: 'other' })],
    ['that has run out', (token) => change(token, { exp: 1 })],
    ['without a nonce', (token) => change(token, { nonce: undefined })],
    ['without a subject', (token) => change(token, { sub: undefined })],
    ['with a subject that is empty', (token) => change(token, { sub: '' })],
    [
      'with another key',
      async (token) => {
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
      },
    ],
    ['without a signature', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'with the client secret as its key',
      (token) =>
        new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
    ],
  ])('%s is refused', async (_, forge) => {
    expect(await finishWith(forge)).toBeUndefined();
  });

  /** A login whose answer contains an ID token with other claims, which the provider itself has signed. */
  async function finishSigned(claims: Record<string, unknown>, alg = 'RS256') {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    const opening = await openLogin();
    opening.provider.tamper(async (ctx, body) => {
      if (ctx.path === '/jwks') ctx.body = { keys: [{ ...(await exportJWK(publicKey)), alg, use: 'sig' }] };
      const { id_token } = body;
      if (ctx.path !== '/token' || typeof id_token !== 'string') return;
      const token = new SignJWT({ ...decodeJwt(id_token), ...claims }).setProtectedHeader({ alg });
      ctx.body = { ...body, id_token: await token.sign(privateKey) };
    });
    const { url, memory } = await comeBack(opening);
    return opening.login.finish(url, memory);
  }

  test('that the provider has signed is taken with the claims that it has', async () => {
    expect(await finishSigned({})).toEqual(ada);
    expect(await finishSigned({ aud: ['gateway', 'other'], azp: 'gateway' })).toEqual(ada);
    expect(await finishSigned({ azp: 'gateway' })).toEqual(ada);
    expect(await finishSigned({ sub: 'Ada/1 é' })).toEqual({
      ...ada,
      subject: 'user:campus/Ada/1 é',
      displayName: 'Ada/1 é',
    });
  });

  test.each<[string, Record<string, unknown>, string?]>([
    ['for several audiences, without who it was issued to', { aud: ['gateway', 'other'] }],
    ['for several audiences, issued to another', { aud: ['gateway', 'other'], azp: 'other' }],
    ['for the gateway, issued to another', { azp: 'other' }],
    ['for the gateway as the only one of a list, issued to another', { aud: ['gateway'], azp: 'other' }],
    ['for the gateway, issued to nobody', { azp: '' }],
    ['for nobody', { aud: [] }],
    ['with another nonce', { nonce: 'another' }],
    ['by an algorithm that the provider does not announce', {}, 'ES384'],
  ])('that the provider has signed %s is refused', async (_, claims, alg) => {
    expect(await finishSigned(claims, alg)).toBeUndefined();
  });

  test.each([
    ['a line break', 'ada\nadmin'],
    ['a space around it', ' ada'],
    ['half of a surrogate pair', 'ada\ud800'],
    ['an override of the direction', 'ada\u202E'],
    ['a space without a width', 'a\u200Bda'],
    ['a tag', 'ada\u{E0041}'],
    ['more characters than a name has', 'a'.repeat(257)],
  ])('whose subject has %s names nobody', async (_, sub) => {
    await expect(finishSigned({ sub })).rejects.toMatchObject({
      name: 'UnavailableError',
      message: 'The provider campus returned a user identifier that is not valid.',
    });
  });

  test('that is not valid is an error of the provider', async () => {
    await expect(finishWith(() => 'x.y.z')).rejects.toMatchObject({ name: 'UnavailableError' });
  });
});
