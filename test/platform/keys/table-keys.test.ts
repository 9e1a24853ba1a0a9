import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { readPrivateTableKey, readPublicTableKeys } from '#platform/keys/table-keys.ts';
import { makeTableKey } from '../table-key-in-test.ts';

const openssl = (...words: readonly string[]) =>
  execFileSync('openssl', words, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
const pem = { format: 'pem', type: 'spki' } as const;
const privatePem = { format: 'pem', type: 'pkcs8' } as const;

describe('a key that signs', () => {
  test.each([
    ['an Ed25519 key', ['genpkey', '-algorithm', 'ed25519'], ['Ed25519', 'EdDSA']],
    ['a P-256 key', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'], ['ES256']],
    ['a P-256 key in the old form', ['ecparam', '-name', 'prime256v1', '-genkey'], ['ES256']],
  ])('may be %s that openssl has made', async (_what, words, algorithms) => {
    expect(await readPrivateTableKey(openssl(...words))).toMatchObject({ algorithms });
  });

  const howToMake =
    'create a key with `openssl genpkey -algorithm ed25519`, and its public key with `openssl pkey -pubout`';
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const x25519 = generateKeyPairSync('x25519');
  const ed25519 = generateKeyPairSync('ed25519');
  const secret = { ...privatePem, cipher: 'aes-256-cbc', passphrase: 'a passphrase' };
  test.each([
    ['is nothing', '', `it does not contain a private key in PEM: ${howToMake}`],
    [
      'is a public one',
      ed25519.publicKey.export(pem),
      `it does not contain a private key in PEM: ${howToMake}`,
    ],
    ['is encrypted', ed25519.privateKey.export(secret), 'it is encrypted: use a key without a passphrase'],
    [
      'is of RSA',
      rsa.privateKey.export(privatePem),
      /^it contains a key that is neither Ed25519 nor on the curve P-256/,
    ],
    [
      'is on another curve',
      p384.privateKey.export(privatePem),
      /^it contains a key that is neither Ed25519 nor/,
    ],
    ['cannot sign', x25519.privateKey.export(privatePem), /^it contains a key that is neither Ed25519 nor/],
  ])('is refused where it %s', async (_what, text, message) => {
    await expect(readPrivateTableKey(text)).rejects.toThrow(message);
  });
});

describe('keys that verify', () => {
  test('are read from PEM or a JWK set, and named by their thumbprints', async () => {
    const [a, b] = [await makeTableKey('p256'), await makeTableKey()];
    const ids = [await calculateJwkThumbprint(a.publicJwk), await calculateJwkThumbprint(b.publicJwk)];
    expect([a.key.keyId, b.key.keyId]).toEqual(ids);
    const set = JSON.stringify({ keys: [{ ...a.publicJwk, kid: 'mine', use: 'sig' }, b.publicJwk] });
    for (const text of [`# old\r\n${a.publicPem}\n# new\n${b.publicPem}`, set, ` \n${set}`]) {
      const keys = await readPublicTableKeys(text);
      expect([...keys.keys()]).toEqual(ids);
      expect([...keys.values()].map(({ key }) => key.type)).toEqual(['public', 'public']);
    }
  });

  test('are refused with a private half, which is not repeated', async () => {
    const { privatePem: own, publicPem, publicJwk, key } = await makeTableKey();
    const jwk = key.key.export({ format: 'jwk' });
    for (const text of [own, publicPem + own]) {
      await expect(readPublicTableKeys(text)).rejects.toThrow(
        /^it is a private key: use its public key, as `openssl pkey -pubout` writes it$/,
      );
    }
    const shared = { kty: 'oct', k: 'c2VjcmV0' };
    for (const keys of [[jwk], [publicJwk, jwk], [publicJwk, shared]]) {
      await expect(readPublicTableKeys(JSON.stringify({ keys }))).rejects.toThrow(
        /^it contains a private key: keep only its public key there$/,
      );
    }
  });

  test('are refused where there is none, or none that is of use', async () => {
    const { publicJwk, publicPem } = await makeTableKey('p256');
    const { certificate } = await makeCertificates(['localhost'], Date.now());
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const cases = [
      ['', 'it contains neither a public key in PEM nor a JWK set'],
      [new X509Certificate(certificate).toString(), 'it contains neither a public key in PEM nor a JWK set'],
      ['{', 'it is neither PEM nor JSON'],
      ['{}', 'it is not a JWK set'],
      [JSON.stringify({ keys: [] }), 'it is not a JWK set'],
      [JSON.stringify({ keys: [1] }), 'it is not a JWK set'],
      [JSON.stringify(publicJwk), 'it is not a JWK set'],
      [JSON.stringify({ keys: [{ ...publicJwk, x: 'AAAA' }] }), 'it contains a key that cannot be read'],
      [JSON.stringify({ keys: [publicJwk, { kty: 'odd' }] }), 'it contains a key that cannot be read'],
      [publicPem + publicPem.slice(0, 60), 'it contains something other than public keys'],
      [publicPem + certificate, 'it contains something other than public keys'],
      [publicPem.replace('MFkw', 'AAAA'), 'it contains a key that cannot be read'],
      [rsa.export(pem), 'it contains a key that is neither Ed25519 nor on the curve P-256'],
      [
        JSON.stringify({ keys: [rsa.export({ format: 'jwk' })] }),
        'it contains a key that is neither Ed25519',
      ],
    ] as const;
    for (const [text, message] of cases) await expect(readPublicTableKeys(text)).rejects.toThrow(message);
  });
});
