import type { Call, Outcome, Policy } from './call.ts';
import { answerPreflight } from './policies/answer-preflight.ts';
import { assertCaller } from './policies/assert-caller.ts';
import { authenticate } from './policies/authenticate.ts';
import { checkLifecycle } from './policies/check-lifecycle.ts';
import { checkMediaType } from './policies/check-media-type.ts';
import { checkPath } from './policies/check-path.ts';
import { checkScope } from './policies/check-scope.ts';
import { checkSubscription } from './policies/check-subscription.ts';
import { chooseApi } from './policies/choose-api.ts';
import { chooseEndpoint } from './policies/choose-endpoint.ts';
import { enforceLimits } from './policies/enforce-limits.ts';
import { limitBody } from './policies/limit-body.ts';
import { matchOperation } from './policies/match-operation.ts';
import { reportResponses } from './policies/report-responses.ts';
import { validateRequest } from './policies/validate-request.ts';

/** What a call has to pass, in this order; the first one to refuse or to answer ends it. */
const policies: readonly Policy[] = [
  checkPath,
  chooseApi,
  checkLifecycle,
  answerPreflight,
  authenticate,
  checkSubscription,
  chooseEndpoint,
  matchOperation,
  checkScope,
  enforceLimits,
  limitBody,
  checkMediaType,
  validateRequest,
  reportResponses,
  assertCaller,
];

/** Takes a call through the policies. Returns a promise only where one of them does. */
export function applyPolicies(call: Call, from = 0): Outcome | Promise<Outcome> {
  for (let index = from; index < policies.length; index++) {
    const outcome = policies[index]?.(call);
    if (outcome === undefined) continue;
    if (!(outcome instanceof Promise)) return outcome;
    return outcome.then((settled) => settled ?? applyPolicies(call, index + 1));
  }
  return undefined;
}
