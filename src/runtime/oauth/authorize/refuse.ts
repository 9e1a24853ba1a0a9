import type { AuthorizationRequest } from './authorization-request.ts';
import { showProblem, type Answer } from './answer.ts';
import type { HopelessRequest } from './evaluate-request.ts';
import { redirectError } from './redirect-back.ts';
import type { Redirected } from './refusals.ts';
import type { Visit } from './login/visit.ts';

type Whence = Pick<Visit, 'server' | 'address'>;

/** Tells the user that a request is refused, and nobody else; `startAgain` is where it can be tried once more. */
export function refuseToUser(
  visit: Whence,
  { problem, clientId }: HopelessRequest,
  startAgain?: string,
): Answer {
  noteRefusal(visit, problem, clientId);
  return showProblem(problem, startAgain);
}

/** Tells the application that its request is refused. */
export function refuseToApplication(
  visit: Visit,
  request: AuthorizationRequest,
  refused: Redirected,
): Answer {
  noteRefusal(visit, refused, request.client.consumerKey);
  return { location: redirectError(request, refused) };
}

function noteRefusal({ server, address }: Whence, refused: string, clientId: string | undefined): void {
  const client = clientId === undefined ? {} : { clientId };
  server.audit({ event: 'request_refused', endpoint: 'authorize', refused, ...client, address });
}
