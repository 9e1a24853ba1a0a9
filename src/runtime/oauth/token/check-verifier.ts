import { isPublicClient } from '../../../compiled/is-public-client.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AuthorizationCode } from '../../ports/token-store.ts';
import type { OAuthRefusal } from '../../rejection/oauth-refusals.ts';
import type { Client } from '../../token/clients.ts';

/** RFC 7636 section 4.1. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Holds a code_verifier against the challenge that a code was asked for with (RFC 7636 section 4.6). Neither may come
 * without the other, since that is how a code of somebody else would be slipped in (RFC 9700 section 4.8.2).
 */
export function checkVerifier(
  { application }: Client,
  verifier: string | undefined,
  { codeChallenge }: AuthorizationCode,
): OAuthRefusal | undefined {
  if (codeChallenge === undefined) {
    if (verifier !== undefined) return { refused: 'verifier_unexpected' };
    return isPublicClient(application) ? { refused: 'challenge_missing' } : undefined;
  }
  if (verifier === undefined) return { refused: 'verifier_missing' };
  if (verifierPattern.test(verifier) && isHashOf(codeChallenge, verifier)) return undefined;
  return { refused: 'verifier_refused' };
}

/** Both sides are hashed once more, so that they have one length. */
function isHashOf(challenge: string, verifier: string): boolean {
  const expected = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(sha256(expected), sha256(challenge));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
