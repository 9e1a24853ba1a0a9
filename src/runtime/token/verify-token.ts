import { errors, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { Clock } from '../ports/clock.ts';
import { readClaims, type TokenClaims } from './claims.ts';
import type { KeyRing, SigningKey } from './key-ring.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/** The claims of a token, undefined where it is not valid; a promise only where its signature was not yet checked. */
export type VerifyToken = (token: string) => TokenClaims | undefined | Promise<TokenClaims | undefined>;

export interface TokenVerification {
  readonly issuer: string;
  readonly audience: string;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Outlives a reload, so that one does not make every signature be checked again. */
  readonly verifiedTokens: VerifiedTokens;
}

/**
 * The compact form of a token with an ES256 signature (RFC 7515 section 3.1). What decodes to the same bytes otherwise,
 * with spaces or stray bits, would be remembered as yet another token, of whatever length.
 */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** Makes the function that checks access tokens (RFC 9068 section 4). */
export function createTokenVerifier(verification: TokenVerification): VerifyToken {
  return (token) => {
    const known = verification.verifiedTokens.get(token);
    if (!known) return compactForm.test(token) ? verifySignature(verification, token) : undefined;
    if (isGood(verification, known.claims, known.keyId)) return known.claims;
    verification.verifiedTokens.delete(token);
    return undefined;
  };
}

function isGood({ clock, keyRing }: TokenVerification, { expiresAt }: TokenClaims, keyId: string): boolean {
  return expiresAt > Math.floor(clock() / 1000) && keyRing.keys.has(keyId);
}

async function verifySignature(
  verification: TokenVerification,
  token: string,
): Promise<TokenClaims | undefined> {
  const { issuer, audience, keyRing, clock, verifiedTokens } = verification;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
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
    if (claims) verifiedTokens.set(token, { claims, keyId: protectedHeader.kid ?? '' });
    return claims;
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
