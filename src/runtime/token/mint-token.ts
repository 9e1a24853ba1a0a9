import { SignJWT } from 'jose';
import type { Clock } from '../ports/clock.ts';
import type { NewIdentifier } from '../ports/identifiers.ts';
import { subjectOfClient } from './claims.ts';
import type { Client } from './clients.ts';
import type { KeyRing } from './key-ring.ts';

/** What every token of an authorization server has in common, and what making one needs. */
export interface TokenMint {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newIdentifier: NewIdentifier;
}

/** Signs an access token that a client has for itself (RFC 9068 section 2). */
export function mintToken(mint: TokenMint, { consumerKey, keySet }: Client): Promise<string> {
  const { keyId, privateKey } = mint.keyRing.signing;
  const issuedAt = Math.floor(mint.clock() / 1000);
  return new SignJWT({ client_id: consumerKey, key_set: keySet })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyId })
    .setIssuer(mint.issuer)
    .setAudience(mint.audience)
    .setSubject(subjectOfClient(consumerKey))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + mint.lifetimeSeconds)
    .setJti(mint.newIdentifier())
    .sign(privateKey);
}
