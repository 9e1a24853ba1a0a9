import type { JWTPayload } from 'jose';
import type { KeySetName } from '../../compiled/manifest.ts';

/** What an access token says (RFC 9068 section 2.2), as far as the gateway goes by it. */
export interface TokenClaims {
  /** The consumer key that the token was issued to. */
  readonly clientId: string;
  readonly keySet: KeySetName;
  /** When it runs out, in seconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt: number;
}

/** The `sub` of a token that a client has for itself; the prefix keeps it apart from any user (RFC 9700 section 4.15). */
export function subjectOfClient(consumerKey: string): string {
  return `client:${consumerKey}`;
}

/** Reads the claims of a verified token; undefined where it lacks one or has one of another type. */
export function readClaims(payload: JWTPayload): TokenClaims | undefined {
  const { client_id: clientId, key_set: keySet, exp: expiresAt } = payload;
  if (typeof clientId !== 'string' || typeof expiresAt !== 'number') return undefined;
  if (keySet !== 'production' && keySet !== 'sandbox') return undefined;
  return { clientId, keySet, expiresAt };
}
