import { StoreError } from '#runtime/ports/token-store.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { showProblem, type Answer } from './answer.ts';
import type { UnredirectableRequest } from './evaluate-request.ts';
import { redirectError } from './redirect-back.ts';
import type { Redirected } from './refusals.ts';
import type { Visit } from './login/visit.ts';

type RequestSource = Pick<Visit, 'server' | 'address'>;

/** Shows a refusal only to the user. `startAgain` is the path where the user can try again. */
export function refuseToUser(
  visit: RequestSource,
  { problem, clientId }: UnredirectableRequest,
  startAgain?: string,
): Answer {
  auditRefusal(visit, problem, clientId);
  return showProblem(problem, startAgain);
}

/** Redirects to the application with the error. */
export function refuseToApplication(
  visit: Visit,
  request: AuthorizationRequest,
  refused: Redirected,
): Answer {
  auditRefusal(visit, refused, request.client.consumerKey);
  return { location: redirectError(request, refused) };
}

/** Redirects to the application after an unexpected error, and reports it. */
export function refuseFailure(visit: Visit, request: AuthorizationRequest, error: unknown): Answer {
  visit.reportError(error);
  return refuseToApplication(visit, request, error instanceof StoreError ? 'unavailable' : 'server_error');
}

function auditRefusal(
  { server, address }: RequestSource,
  refused: string,
  clientId: string | undefined,
): void {
  const client = clientId === undefined ? {} : { clientId };
  server.audit({ event: 'request_refused', endpoint: 'authorize', refused, ...client, address });
}
