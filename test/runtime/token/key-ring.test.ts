import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicKeySet, readSigningKey } from '#runtime/token/key-ring.ts';

function makePem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}

test('a key set contains the public halves alone, and is the same text whichever key signs', async () => {
  const keys = await Promise.all([makePem(), makePem()].map((pem) => readSigningKey(pem, 'sign')));
  const setOf = (ring: typeof keys) => publicKeySet({ keys: new Map(ring.map((key) => [key.keyId, key])) });
  const text = setOf(keys);
  expect(setOf(keys.toReversed())).toBe(text);
  const base64url = expect.stringMatching(/^[\w-]{43}$/) as string;
  const { keys: published } = JSON.parse(text) as { readonly keys: readonly { readonly kid: string }[] };
  expect(published).toEqual(
    keys
      .map(({ keyId }) => keyId)
      .toSorted()
      .map((kid) => ({ kty: 'EC', crv: 'P-256', x: base64url, y: base64url, alg: 'ES256', use: 'sig', kid })),
  );
});
