import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ada, comeBack, openLogin } from './login-in-test.ts';
import { clientSecret } from './oidc-provider-in-test.ts';

describe('an ID token', () => {
  /** A login in whose answer another ID token stands. */
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

  test('that is none is a fault of the provider', async () => {
    await expect(finishWith(() => 'x.y.z')).rejects.toMatchObject({ name: 'UnavailableError' });
  });
});
