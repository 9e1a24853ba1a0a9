import { rememberConsent, sealSession, type LoginSession } from '#runtime/identity/login-session.ts';
import { digestOf } from '#compiled/digest.ts';
import type { Answer } from '../answer.ts';
import { pathOfRequest } from '../authorize-paths.ts';
import { queryWithoutPrompts } from '../query-parameters.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { nameConsent } from './consents.ts';
import { findSession } from '../login/find-session.ts';
import { grantAccess } from './grant-access.ts';
import { evaluateRequest, type EvaluatedRequest } from '../evaluate-request.ts';
import { refuseToApplication, refuseToUser } from '../refuse.ts';
import { consentForm, endOfForm, openForm, type ConsentForm } from '../sealed-form.ts';
import type { Visit } from '../login/visit.ts';

/** Handles the form of the consent page, and goes back to the application. */
export async function answerConsent(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, consentForm);
  if (!('content' in opened)) return opened;
  const { content } = opened;
  const evaluated = evaluateRequest(visit.server, content.query);
  if ('problem' in evaluated) return refuseToUser(visit, evaluated);
  const session = await findSession(visit, evaluated.request.client);
  const isCurrent = session?.id === content.session && isAsShown(evaluated, content);
  if (!isCurrent) return { location: pathOfRequest(visit.server.settings, content.query) };
  const { request } = evaluated;
  return (await isFirstUse(visit, content)) ? decide(visit, request, session) : repeat(visit, request);
}

/**
 * Answers a second submission of the same form, such as a double click, for which the browser drops the first response.
 * Redirects to the request again without asking for consent, so that one consent never yields two codes.
 */
function repeat(visit: Visit, request: AuthorizationRequest): Answer {
  if (!isAllowed(visit)) return refuseToApplication(visit, request, 'consent_refused');
  const query = queryWithoutPrompts(request.parameters.query, ['consent']);
  return { location: pathOfRequest(visit.server.settings, query) };
}

function isAllowed({ form }: Visit): boolean {
  return form.get('decision') === 'allow';
}

/** Whether the request still has the scopes that the page showed: the declarations may have changed since then. */
function isAsShown({ request, refused }: EvaluatedRequest, { scopes }: ConsentForm): boolean {
  return refused === undefined && request.scopes.join(' ') === scopes.join(' ');
}

function isFirstUse(visit: Visit, { id }: ConsentForm): Promise<boolean> {
  return visit.server.store.claim(digestOf(`consent ${id}`), Math.ceil(endOfForm(visit)));
}

async function decide(visit: Visit, request: AuthorizationRequest, session: LoginSession): Promise<Answer> {
  auditDecision(visit, request, session);
  if (!isAllowed(visit)) return refuseToApplication(visit, request, 'consent_refused');
  const { mint } = visit.server;
  const remembered = rememberConsent(session, nameConsent(request));
  const answer = await grantAccess(visit, request, remembered);
  return { ...answer, cookies: { session: await sealSession(mint, remembered) } };
}

function auditDecision(
  visit: Visit,
  { client, scopes }: AuthorizationRequest,
  { subject }: LoginSession,
): void {
  const { server, address } = visit;
  const event = isAllowed(visit) ? 'consent_given' : 'consent_refused';
  server.audit({ event, clientId: client.consumerKey, subject, scopes, address });
}
