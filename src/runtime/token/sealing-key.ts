import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Derives a key for AES-256 from a private key in PEM (RFC 5869), so that whoever shares the signing key can also open
 * what was sealed; undefined where the PEM holds no private key.
 */
export function deriveSealingKey(pem: string): KeyObject | undefined {
  const secret = readPrivateScalar(pem);
  if (secret === undefined) return undefined;
  const derived = hkdfSync('sha256', secret, '', 'gatewright sealing A256GCM', 32);
  return createSecretKey(new Uint8Array(derived));
}

function readPrivateScalar(pem: string): Buffer | undefined {
  try {
    const { d } = createPrivateKey(pem).export({ format: 'jwk' });
    return d === undefined ? undefined : Buffer.from(d, 'base64url');
  } catch {
    return undefined;
  }
}
