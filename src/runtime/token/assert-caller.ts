import type { Seconds } from '#runtime/ports/token-store.ts';
import type { TokenClaims } from './claims.ts';
import type { TokenMint } from './mint-token.ts';

/** The data about a call that its upstream receives. */
interface AssertedCall {
  readonly claims: TokenClaims;
  readonly application: string;
  readonly tier: string;
  /** The address of the API. */
  readonly audience: string;
}

/** Returns the signed statement about a caller, a JWT of the type `caller+jwt`. */
export type AssertCaller = (call: AssertedCall) => string;

/** How long a statement is valid, and how long it is reused, in seconds. */
const lifetimeSeconds = 120;
const reuseSeconds = 60;

interface SignedStatement {
  readonly text: string;
  readonly usableUntil: Seconds;
}

/**
 * Returns a function that signs statements. All calls of an API with the same token share one statement for a minute,
 * since signing is slow.
 */
export function createCallerAsserter({ issuer, keyRing, clock, newIdentifier }: TokenMint): AssertCaller {
  const signed = new WeakMap<TokenClaims, Map<string, SignedStatement>>();
  return (call) => {
    const now = Math.floor(clock() / 1000);
    const ofToken = signed.get(call.claims) ?? new Map<string, SignedStatement>();
    const known = ofToken.get(call.audience);
    if (known && now < known.usableUntil) return known.text;
    const text = keyRing.signing.signCaller({ iss: issuer, jti: newIdentifier(), ...describe(call, now) });
    signed.set(call.claims, ofToken.set(call.audience, { text, usableUntil: now + reuseSeconds }));
    return text;
  };
}

function describe({ claims, application, tier, audience }: AssertedCall, now: Seconds): object {
  return {
    aud: audience,
    sub: claims.subject,
    client_id: claims.clientId,
    key_set: claims.keySet,
    application,
    tier,
    scope: claims.scopes.join(' '),
    iat: now,
    exp: Math.min(now + lifetimeSeconds, claims.expiresAt),
  };
}
