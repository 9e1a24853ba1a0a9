import { errors, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { Clock } from '#runtime/ports/clock.ts';
import { readClaims } from './claims.ts';
import type { KeyRing, SigningKey } from './key-ring.ts';
import { VerifiedToken } from './token-context.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/**
 * Verifies the text of a token; undefined if it is invalid. Returns a promise only if the signature has not been
 * checked yet.
 */
export type VerifyToken = (text: string) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;

export interface TokenVerification {
  readonly issuer: string;
  readonly audience: string;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** The cache outlives a reload, so that signatures need not be checked again. */
  readonly verifiedTokens: VerifiedTokens;
}

/**
 * The compact form of a token with an ES256 signature (RFC 7515 section 3.1). Other texts that decode to the same
 * bytes, with spaces or stray bits, are refused, since each would be cached as a separate token, of any length.
 */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** Returns the function that checks access tokens (RFC 9068 section 4). */
export function createTokenVerifier(verification: TokenVerification): VerifyToken {
  return (text) => {
    const known = verification.verifiedTokens.get(text);
    if (!known) return compactForm.test(text) ? verifySignature(verification, text) : undefined;
    if (isGood(verification, known)) return known;
    verification.verifiedTokens.delete(known);
    return undefined;
  };
}

function isGood({ clock, keyRing }: TokenVerification, { claims, keyId }: VerifiedToken): boolean {
  return claims.expiresAt > Math.floor(clock() / 1000) && keyRing.keys.has(keyId);
}

async function verifySignature(
  verification: TokenVerification,
  text: string,
): Promise<VerifiedToken | undefined> {
  const { issuer, audience, keyRing, clock, verifiedTokens } = verification;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      text,
      (header) => findKey(keyRing, header).publicKey,
      {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      },
    );
    const claims = readClaims(payload);
    if (!claims) return undefined;
    const verified = new VerifiedToken(text, claims, protectedHeader.kid ?? '');
    verifiedTokens.set(verified);
    return verified;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function findKey(keyRing: KeyRing, { kid = '' }: JWTHeaderParameters): SigningKey {
  const key = keyRing.keys.get(kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
