import type { Answer } from './answer.ts';
import { sealSession } from '#runtime/identity/login-session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { pathOfRequest } from './authorize-paths.ts';
import { isConsented } from './consent/consents.ts';
import { findSession } from './login/find-session.ts';
import { grantAccess } from './consent/grant-access.ts';
import { evaluateRequest, type EvaluatedRequest } from './evaluate-request.ts';
import { goalOfRequest } from './login/login-goal.ts';
import type { Redirected } from './refusals.ts';
import { refuseFailure, refuseToApplication, refuseToUser } from './refuse.ts';
import { requiresLogin } from './login/requires-login.ts';
import { showConsent } from './consent/show-consent.ts';
import { showLogin } from './login/show-login.ts';
import { nowOf, type Visit } from './login/visit.ts';

/**
 * Answers an authorization request (RFC 6749 section 3.1): checks it, has the user log in and consent, and goes back to
 * the application. No user is redirected before the login, not even with an error (RFC 9700 section 4.11.2), unless the
 * application forbids pages.
 */
export async function answerAuthorization(visit: Visit): Promise<Answer> {
  const evaluated = evaluateRequest(visit.server, visit.query);
  if ('problem' in evaluated) return refuseToUser(visit, evaluated);
  const { request } = evaluated;
  try {
    return await answerEvaluated(visit, evaluated);
  } catch (error) {
    if (request.isSilent) return refuseFailure(visit, request, error);
    throw error;
  }
}

async function answerEvaluated(visit: Visit, { request, refused }: EvaluatedRequest): Promise<Answer> {
  const session = await findSession(visit, request.client);
  if (!session) return askForLogin(visit, request, refused);
  if (refused !== undefined) return refuseToApplication(visit, request, refused);
  if (requiresLogin(request, session, nowOf(visit))) return askForLogin(visit, request);
  if (request.prompts.includes('consent') || !isConsented(request, session))
    return request.isSilent
      ? refuseToApplication(visit, request, 'consent_required')
      : showConsent(visit, request, session);
  const answer = await grantAccess(visit, request, session);
  return { ...answer, cookies: { session: await sealSession(visit.server.mint, session) } };
}

/** An application that wants no page learns that one is needed (OpenID Connect Core 1.0 section 3.1.2.6). */
async function askForLogin(
  visit: Visit,
  request: AuthorizationRequest,
  refused: Redirected = 'login_required',
): Promise<Answer> {
  if (request.isSilent) return refuseToApplication(visit, request, refused);
  return showLogin(visit, goalOfRequest(request));
}

/**
 * Answers an authorization request that came as a form: it is repeated with GET, since a browser sends no
 * cookies with a form from another site.
 */
export async function answerPostedAuthorization(visit: Visit): Promise<Answer> {
  const evaluated = evaluateRequest(visit.server, visit.body);
  if ('problem' in evaluated) return refuseToUser(visit, evaluated);
  return { location: pathOfRequest(visit.server.settings, evaluated.request.parameters.query) };
}
