import type { KeyObject } from 'node:crypto';

/** Below, a key can be factored (NIST SP 800-131A section 3). */
const fewestBits = 2048;

/** Whether signatures of a key are accepted: RSA of at least 2048 bits. */
export function isStrongKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits;
}
