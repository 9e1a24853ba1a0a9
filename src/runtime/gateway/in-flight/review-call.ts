import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { VerifiedToken } from '#runtime/token/token-context.ts';
import { Call, type Outcome } from '../call.ts';
import type { Generation } from '../generation/generation.ts';
import { checkAccess, checkPublicAccess } from '../policies.ts';
import { acceptToken, rejectInvalidToken } from '../policies/authenticate.ts';
import { checkLifecycle } from '../policies/check-lifecycle.ts';
import type { ServedApi } from '../generation/served-api.ts';
import { apiKey } from '#compiled/api-key.ts';

/**
 * How long a call may last even if its token expires meanwhile, in milliseconds, so that a call made shortly before the
 * expiry still gets its response. A WebSocket ends when the token expires.
 */
const minDurationMs = 60_000;

/**
 * The longest duration of a call without a token if none is declared, in seconds: no expiry of a token would end it.
 */
const maxAgeWithoutTokenSeconds = 3600;

/**
 * The rejection of a call that began in another generation, by the same policies as at its beginning; undefined if this
 * generation allows it. Before its token is verified, only its API is reviewed.
 */
export function reviewCall(call: Call, generation: Generation): Rejection | undefined {
  const rejection = findRejection(call, generation);
  if (rejection) call.isRefusedBy(generation);
  return rejection;
}

function findRejection(call: Call, generation: Generation): Rejection | undefined {
  const api = call.api && findServed(call, generation);
  if (!api) return call.api && { code: 'api_unknown' };
  const { request, response, upgrade, resourcePath } = call;
  const review = Object.assign(new Call(request, response, generation, upgrade), { api, resourcePath });
  const outcome = checkLifecycle(review) ?? checkAgain(call, review);
  return outcome && 'code' in outcome ? outcome : undefined;
}

/**
 * Checks the token of a call that began with one, even if its operation is public now: the upstream may know the
 * caller.
 */
function checkAgain({ operation, token }: Call, review: Call): Outcome {
  if (operation?.access === 'public') return checkPublicAccess(review);
  return token && (acceptTokenAgain(review, token) ?? checkAccess(review));
}

/** Also refuses a token if the key that verified its signature is no longer declared. */
function acceptTokenAgain(review: Call, token: VerifiedToken): Rejection | undefined {
  return acceptToken(review, review.generation.signingKeys.has(token.keyId) ? token : undefined);
}

/** The API with the same name and version in another generation; undefined if it is not served there. */
function findServed({ api }: Call, { served }: Generation): ServedApi | undefined {
  const found = served.byName.get(apiKey(api.manifest));
  return found?.manifest.state === 'created' ? undefined : found;
}

/** The rejection of a call whose grant is revoked. */
export function findRevoked(call: Call): Rejection | undefined {
  const { token, generation } = call;
  const isRevoked = token !== undefined && generation.authorizationState.revocations.ends(token.claims);
  return isRevoked ? rejectInvalidToken(call) : undefined;
}

/**
 * The rejection of a call that has lasted for `ageMs`, if its token has expired or it exceeds the duration that
 * `current` declares. `now` is in milliseconds since 1970-01-01T00:00:00Z.
 */
export function findOverdue(
  call: Call,
  current: Generation,
  now: number,
  ageMs: number,
): Rejection | undefined {
  const { token, upgrade } = call;
  if (token && token.claims.expiresAt <= Math.floor(now / 1000) && (upgrade || ageMs >= minDurationMs))
    return rejectInvalidToken(call);
  return ageMs >= maxMs(call, current) ? { code: 'call_too_long' } : undefined;
}

function maxMs(call: Call, current: Generation): number {
  const declared = call.api && findServed(call, current)?.part.api.streams;
  const otherwise = { maxAgeSeconds: call.token ? Infinity : maxAgeWithoutTokenSeconds };
  return 1000 * (declared ?? current.settings.streams ?? otherwise).maxAgeSeconds;
}
