import type { PageProblem } from '#runtime/pages/texts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Redirected } from './refusals.ts';
import { chooseRequestedScopes } from './rules/choose-requested-scopes.ts';
import { refuseRepeatedParameters } from './rules/refuse-repeated-parameters.ts';
import { refuseRequestObjects } from './rules/refuse-request-objects.ts';
import { requireChallenge } from './rules/require-challenge.ts';
import { requireDeclaredGrant } from './rules/require-declared-grant.ts';
import { requireDefaultResponseMode } from './rules/require-default-response-mode.ts';
import { requireKnownPrompt } from './rules/require-known-prompt.ts';
import { requireMaxAgeInSeconds } from './rules/require-max-age-in-seconds.ts';
import { requireKnownClient } from './rules/require-known-client.ts';
import { requireRegisteredRedirectUri } from './rules/require-registered-redirect-uri.ts';
import { requireResponseType } from './rules/require-response-type.ts';
import { requireShortRequest } from './rules/require-short-request.ts';

/** Resolves a part of a request, or returns why it is refused. */
export type Rule<Refusal> = (request: AuthorizationRequest) => Refusal | undefined;

/** A violation of these rules is only shown to the user, since there is no redirect URI to trust yet. */
export const rulesOfRedirecting: readonly Rule<PageProblem>[] = [
  requireShortRequest,
  requireKnownClient,
  requireRegisteredRedirectUri,
];

/** A violation of these rules is reported to the application. */
export const rulesOfRequest: readonly Rule<Redirected>[] = [
  refuseRepeatedParameters,
  refuseRequestObjects,
  requireResponseType,
  requireDeclaredGrant,
  requireDefaultResponseMode,
  requireChallenge,
  chooseRequestedScopes,
  requireKnownPrompt,
  requireMaxAgeInSeconds,
];

/** The refusal of the first rule that is violated. */
export function applyRules<Refusal>(
  rules: readonly Rule<Refusal>[],
  request: AuthorizationRequest,
): Refusal | undefined {
  for (const rule of rules) {
    const refusal = rule(request);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
