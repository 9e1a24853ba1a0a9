import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublicKeySet } from '#cli/envoy/public-key-set.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pairs = [
  ['EC', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['RSA', rsa],
  ['OKP', generateKeyPairSync('ed25519')],
] as const;
const asJwk = (key: KeyObject) => key.export({ format: 'jwk' });

/** Reads a file with a text. */
async function read(text: string): Promise<string> {
  const folder = await makeTestFolder();
  await writeFile(join(folder, 'keys.json'), text);
  return readPublicKeySet('keys.json', folder);
}

const setOf = (...keys: readonly object[]) => JSON.stringify({ keys });

test.for(pairs)(
  'a public key of type %s is read, and a private one is refused',
  async ([, { publicKey, privateKey }]) => {
    const text = setOf(asJwk(publicKey));
    expect(await read(text)).toBe(text);
    await expect(read(setOf(asJwk(publicKey), asJwk(privateKey)))).rejects.toThrow(
      'keys.json contains a private key.',
    );
  },
);

test('a part of a private key is refused, and so is a symmetric key', async () => {
  const { d: _d, ...rest } = asJwk(rsa.privateKey);
  for (const key of [rest, { kty: 'oct', k: 'c2VjcmV0' }])
    await expect(read(setOf(key))).rejects.toThrow('keys.json contains a private key.');
});

test.for(['', '[]', '{}', '{"keys":{}}', '{"keys":["x"]}', '-----BEGIN PUBLIC KEY-----'])(
  '%j is not a JWK Set',
  async (text) => {
    await expect(read(text)).rejects.toThrow(
      'keys.json is not a JWK Set, which is an object with a list of `keys`.',
    );
  },
);

test('an empty set is refused, which Envoy does not accept', async () => {
  await expect(read(setOf())).rejects.toThrow('keys.json contains no keys.');
});
