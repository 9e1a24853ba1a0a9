import { createPrivateKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { joinKeyRing, readSigningKey, type KeyRing } from '#runtime/token/key-ring.ts';
import { mintToken } from '#runtime/token/mint-token.ts';
import { rememberTokens, type VerifiedTokens } from '#runtime/token/verified-tokens.ts';
import { createTokenVerifier } from '#runtime/token/verify-token.ts';
import { makeSigningKey } from '../gateway-in-test.ts';

const issuer = 'https://keys.example.edu';
const audience = 'https://gateway.example.edu';
const client = { consumerKey: 'DogWalker-sandbox', keySet: 'sandbox' } as const;
const claims = {
  clientId: 'DogWalker-sandbox',
  keySet: 'sandbox',
  subject: 'client:DogWalker-sandbox',
  scopes: ['dogs:read'],
  grantId: 'id-1',
  tokenId: 'id-1',
  issuedAt: 1000,
  expiresAt: 1600,
};
const pem = makeSigningKey();
let now = 1_000_000;
let keyRing: KeyRing;
let verifiedTokens: VerifiedTokens;

beforeAll(async () => {
  keyRing = joinKeyRing([await readSigningKey(pem, 'sign')]);
});

async function mint(ring = keyRing): Promise<string> {
  now = 1_000_000;
  verifiedTokens = rememberTokens(2);
  const newIdentifier = () => 'id-1';
  const { token } = mintToken(
    { issuer, audience, lifetimeSeconds: 600, keyRing: ring, clock: () => now, newIdentifier },
    { client, subject: 'client:DogWalker-sandbox', scopes: ['dogs:read'] },
  );
  return token;
}

function verifier(ring = keyRing) {
  return createTokenVerifier({ issuer, audience, keyRing: ring, clock: () => now, verifiedTokens });
}

describe('a token', () => {
  test('says who it is for', async () => {
    const token = await mint();
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keyRing.signing.keyId });
    expect(decodeJwt(token)).toEqual({
      iss: issuer,
      aud: audience,
      sub: 'client:DogWalker-sandbox',
      client_id: 'DogWalker-sandbox',
      key_set: 'sandbox',
      scope: 'dogs:read',
      iat: 1000,
      exp: 1600,
      jti: 'id-1',
    });
  });

  test('needs no promise the second time', async () => {
    const token = await mint();
    const first = verifier()(token);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toMatchObject({ claims });
    expect(verifier()(token)).toBe(await first);
  });

  test('runs out, remembered or not', async () => {
    const token = await mint();
    await verifier()(token);
    now = 1_599_999;
    expect(verifier()(token)).toMatchObject({ claims });
    now = 1_600_000;
    expect(verifier()(token)).toBeUndefined();
    expect(await verifier()(token)).toBeUndefined();
  });

  test('ends with its key, remembered or not', async () => {
    const token = await mint();
    await verifier()(token);
    const other = joinKeyRing([await readSigningKey(makeSigningKey(), 'sign')]);
    expect(verifier(other)(token)).toBeUndefined();
    expect(await verifier(other)(token)).toBeUndefined();
  });

  test('is forgotten when others were asked for since', async () => {
    const [first, second, third] = [await mint(), await mint(), await mint()];
    for (const token of [first, second]) await verifier()(token);
    await verifier()(first);
    await verifier()(third);
    expect(verifier()(first)).toMatchObject({ claims });
    expect(verifier()(second)).toBeInstanceOf(Promise);
  });
});

describe('a token from elsewhere', () => {
  const good: JWTPayload = { client_id: 'x', key_set: 'production', jti: '1' };
  const sign = (payload: JWTPayload, changes: object = {}, key = createPrivateKey(pem)) =>
    new SignJWT({ iss: issuer, aud: audience, sub: 's', iat: 1000, exp: 1600, ...good, ...payload })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyRing.signing.keyId, ...changes })
      .sign(key);
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangersJwk = stranger.publicKey.export({ format: 'jwk' });

  /** Signed by our own key all the same. */
  async function changeHeader(changes: object): Promise<string> {
    const [header = '', payload = ''] = (await sign({})).split('.');
    const known = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
    const content = `${encode({ ...known, ...changes })}.${payload}`;
    const signature = signBytes('sha256', Buffer.from(content), { key: pem, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  }

  test('is valid with further header members that the signature covers', async () => {
    await mint();
    expect(await verifier()(await changeHeader({ x: 1 }))).toMatchObject({ claims: { clientId: 'x' } });
  });

  test('is valid where another program signs it with the same key', async () => {
    await mint();
    const ofAnother = { claims: { clientId: 'x', subject: 's', scopes: [] } };
    expect(await verifier()(await sign({}))).toMatchObject(ofAnother);
  });

  test.each([
    ['nothing', () => ''],
    ['one word', () => 'token'],
    ['three words', () => 'a.b.c'],
    ['another type', () => sign({}, { typ: 'JWT' })],
    ['no type', () => sign({}, { typ: undefined })],
    ['an unknown key', () => sign({}, { kid: 'other' })],
    ['no key', () => sign({}, { kid: undefined })],
    ['a key that is no text', () => sign({}, { kid: 7 as unknown as string })],
    ['a key by the name of a member of every object', () => sign({}, { kid: '__proto__' })],
    ['the signature of a stranger', () => sign({}, {}, stranger.privateKey)],
    ['a key that it brings along', () => sign({}, { jwk: strangersJwk }, stranger.privateKey)],
    ['an extension that nobody here knows', () => changeHeader({ crit: ['x'], x: 1 })],
    ['a payload that is said not to be encoded', () => changeHeader({ crit: ['b64'], b64: false })],
    ['another issuer', () => sign({ iss: audience })],
    ['another audience', () => sign({ aud: issuer })],
    ['no subject', () => sign({ sub: undefined as unknown as string })],
    ['a subject that is no text', () => sign({ sub: 7 as unknown as string })],
    ['no beginning', () => sign({ iat: undefined as unknown as number })],
    ['scopes that are no text', () => sign({ scope: ['dogs:read'] })],
    ['a grant that is no text', () => sign({ gid: 7 })],
    ['no end', () => sign({ exp: undefined as unknown as number })],
    ['a past end', () => sign({ exp: 999 })],
    ['no client', () => sign({ client_id: undefined })],
    ['an unknown key set', () => sign({ key_set: 'both' })],
    ['no identifier', () => sign({ jti: undefined as unknown as string })],
  ])('%s', async (_what, make) => {
    await mint();
    expect(await verifier()(await make())).toBeUndefined();
  });

  test('is refused with no signature, or with one of another algorithm', async () => {
    const [, payload = '', signature = ''] = (await mint()).split('.');
    for (const alg of ['none', 'HS256', 'ES384', 'RS256']) {
      const header = { alg, typ: 'at+jwt', kid: keyRing.signing.keyId };
      expect(await verifier()(`${encode(header)}.${payload}.`)).toBeUndefined();
      expect(await verifier()(`${encode(header)}.${payload}.${signature}`)).toBeUndefined();
    }
  });

  test('is refused where it differs from a cached token in one character, and the cached token stays valid', async () => {
    const token = await mint();
    const known = await verifier()(token);
    for (const at of [0, 40, token.indexOf('.') + 9, token.length - 20, token.length - 3, token.length - 1]) {
      const other = token[at] === 'A' ? 'Q' : 'A';
      expect(await verifier()(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeUndefined();
    }
    expect(verifier()(token)).toBe(known);
  });

  test('is refused with a changed payload', async () => {
    const [header, payload = '', signature] = (await mint()).split('.');
    const changed = { ...decodeJwt(await mint()), key_set: 'production' };
    const encoded = encode(changed);
    expect(payload).not.toBe(encoded);
    expect(await verifier()(`${header}.${encoded}.${signature}`)).toBeUndefined();
  });
});

describe('another spelling of a token', () => {
  const nextTo = (text: string) => String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

  test.each([
    ['with a space', (token: string) => `${token.slice(0, -9)} ${token.slice(-9)}`],
    [
      'with a kibibyte of spaces',
      (token: string) => `${token.slice(0, -9)}${' '.repeat(1024)}${token.slice(-9)}`,
    ],
    ['with padding', (token: string) => `${token}==`],
    ['with stray bits', (token: string) => token.slice(0, -1) + nextTo(token)],
    ['with a line break', (token: string) => `${token}\n`],
    ['in the other alphabet', (token: string) => token.replaceAll('-', '+').replaceAll('_', '/')],
    ['with a part more', (token: string) => `${token}.`],
  ])('%s is refused before the signature is checked', async (_how, respell) => {
    let token = await mint();
    while (!/[-_]/.test(token)) token = await mint();
    expect(verifier()(respell(token))).toBeUndefined();
  });
});

describe('a key ring', () => {
  test('signs with the first key that can, and verifies with all', async () => {
    const old = await readSigningKey(pem, 'verify');
    const next = await readSigningKey(makeSigningKey(), 'sign');
    const ring = joinKeyRing([old, next]);
    expect(ring.signing.keyId).toBe(next.keyId);
    expect(await verifier(ring)(await mint())).toMatchObject({ claims });
    expect(await verifier(ring)(await mint(ring))).toMatchObject({ claims });
  });

  test('shows public halves only', async () => {
    const { publicJwk } = await readSigningKey(pem, 'sign');
    expect(Object.keys(publicJwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('verifies with a public key alone', async () => {
    const { createPublicKey } = await import('node:crypto');
    const spki = createPublicKey(pem).export({ type: 'spki', format: 'pem' });
    expect((await readSigningKey(spki, 'verify')).keyId).toBe(keyRing.signing.keyId);
    await expect(readSigningKey(spki, 'sign')).rejects.toThrow('it does not contain a private key in PEM');
  });

  test('has keys on P-256 only, and says nothing of what it was given', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const larger = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    for (const other of [rsa, larger]) {
      await expect(readSigningKey(other, 'sign')).rejects.toThrow('its key is not a P-256 key');
    }
    await expect(readSigningKey('s3cret', 'sign')).rejects.toThrow(/^it does not contain a key in PEM$/);
    await readSigningKey(pem, 'verify').then((key) =>
      expect(() => joinKeyRing([key])).toThrow('no signing key'),
    );
  });
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
