import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readPrivateTableKey } from '#platform/keys/table-keys.ts';

function toPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' });
}

/** A new key pair of a kind that signs tables. */
export async function makeTableKey(kind: 'ed25519' | 'p256' = 'ed25519') {
  const { privateKey, publicKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = toPem(privateKey);
  return {
    privatePem: pem,
    publicPem: toPem(publicKey),
    publicJwk: publicKey.export({ format: 'jwk' }),
    key: await readPrivateTableKey(pem),
  };
}
