import type { Call, Outcome, WaitingPolicy } from './call.ts';
import { answerPreflight } from './policies/answer-preflight.ts';
import { assertCaller } from './policies/assert-caller.ts';
import { authenticate, refuseTokenInQuery } from './policies/authenticate.ts';
import { checkLifecycle } from './policies/check-lifecycle.ts';
import { checkMediaType } from './policies/check-media-type.ts';
import { checkPath, checkPathEncoding } from './policies/check-path.ts';
import { checkScope } from './policies/check-scope.ts';
import { checkSubscription } from './policies/check-subscription.ts';
import { chooseApi } from './policies/choose-api.ts';
import { chooseEndpoint, chooseProductionEndpoint } from './policies/choose-endpoint.ts';
import { enforceAddressLimit, enforceLimits } from './policies/enforce-limits.ts';
import { limitBody } from './policies/limit-body.ts';
import { limitConcurrentCalls } from './policies/limit-concurrency.ts';
import { matchOperation } from './policies/match-operation.ts';
import { isolateResponse, isPublicCall, requirePublic } from './policies/public-access.ts';
import { refuseOverrides } from './policies/refuse-overrides.ts';
import { removeConnectionHeaders } from './policies/remove-connection-headers.ts';
import { reportResponses } from './policies/report-responses.ts';
import { validateRequest } from './policies/validate-request.ts';

/** Applies the policies to a call. Returns a promise only if one of them does. */
export function applyPolicies(call: Call): Outcome | Promise<Outcome> {
  const outcome = findApiOfCall(call);
  if (outcome) return outcome;
  if (call.api.part.hasPublicOperations && isPublicCall(call)) return authorizePublicCall(call);
  return proceed(call, authenticate(call), authorizeCall);
}

// The policies in the order in which they apply; the first one that refuses or answers ends the call. Only the last
// policy of each function may wait. They are not in a list, since V8 cannot inline functions that are called through a
// list.

function findApiOfCall(call: Call): Outcome {
  return (
    removeConnectionHeaders(call) ??
    checkPath(call) ??
    chooseApi(call) ??
    checkLifecycle(call) ??
    checkPathEncoding(call) ??
    answerPreflight(call)
  );
}

function authorizeCall(call: Call): Outcome | Promise<Outcome> {
  const outcome = checkAccess(call) ?? refuseOverrides(call) ?? limitConcurrentCalls(call);
  return proceed(call, outcome ?? enforceLimits(call), checkContent);
}

function authorizePublicCall(call: Call): Outcome | Promise<Outcome> {
  const outcome: Outcome =
    isolateResponse(call) ?? refuseTokenInQuery(call) ?? checkPublicAccess(call) ?? refuseOverrides(call);
  return proceed(call, outcome ?? enforceAddressLimit(call), checkContent);
}

/** Checks whether a call that needs no token is allowed. It consumes no limit, so that it can be repeated. */
export function checkPublicAccess(call: Call): Outcome {
  return requirePublic(call) ?? chooseProductionEndpoint(call);
}

/** Checks whether a call with a valid token is allowed. It consumes no limit, so that it can be repeated. */
export function checkAccess(call: Call): Outcome {
  return checkSubscription(call) ?? chooseEndpoint(call) ?? matchOperation(call) ?? checkScope(call);
}

function checkContent(call: Call): Outcome | Promise<Outcome> {
  const outcome: Outcome = limitBody(call) ?? checkMediaType(call);
  return proceed(call, outcome ?? validateRequest(call), prepare);
}

function prepare(call: Call): Outcome {
  return reportResponses(call) ?? assertCaller(call);
}

function proceed(
  call: Call,
  outcome: Outcome | Promise<Outcome>,
  next: WaitingPolicy,
): Outcome | Promise<Outcome> {
  if (outcome === undefined) return next(call);
  return outcome instanceof Promise ? outcome.then((rejection) => rejection ?? next(call)) : outcome;
}
