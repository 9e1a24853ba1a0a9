import { logIn } from '../../identity/log-in.ts';
import { beginSession, sealSession } from '../../identity/login-session.ts';
import type { User } from '../../identity/user.ts';
import { bindingOf } from '../../token/standing.ts';
import { keepLogin } from '../kept-login.ts';
import type { Answer } from './answer.ts';
import { pathOfRequest } from './authorize-paths.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { judgeRequest } from './judge-request.ts';
import { keepIdToken } from './kept-id-token.ts';
import { refuseToUser } from './refuse.ts';
import { loginForm, openForm } from './sealed-form.ts';
import { showLogin } from './show-login.ts';
import { nowOf, type Visit } from './visit.ts';

/** Takes the form of the login page, and goes on with the request that it belongs to. */
export async function answerLogin(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, loginForm);
  if (!('content' in opened)) return opened;
  const judged = judgeRequest(visit.server, opened.content.query);
  if ('problem' in judged) return refuseToUser(visit, judged);
  const username = visit.form.get('username');
  const password = visit.form.get('password');
  if (username === undefined || password === undefined)
    return showLogin(visit, judged.request, { problem: 'incomplete', username: username ?? '' });
  const outcome = await checkPassword(visit, judged.request, username, password);
  if (typeof outcome === 'string') return showLogin(visit, judged.request, { problem: outcome, username });
  return welcome(visit, judged.request, outcome);
}

function checkPassword(
  { server, address }: Visit,
  { application }: AuthorizationRequest,
  username: string,
  password: string,
) {
  const { identity, failedLogins, audit } = server;
  return logIn(identity, failedLogins, {
    application,
    username,
    password,
    address,
    isByApplication: false,
    audit,
  });
}

/** Begins a new session, whatever session there was, and makes the request once more. */
export async function welcome(visit: Visit, request: AuthorizationRequest, user: User): Promise<Answer> {
  const { mint, settings, standing } = visit.server;
  const id = mint.newIdentifier();
  const session = beginSession(user, { id, ...bindingOf(standing, user.subject, id) }, nowOf(visit));
  await keepLogin(visit.server, session, user.evidence);
  return {
    location: pathOfRequest(settings, request.parameters.query),
    cookies: {
      session: await sealSession(mint, session),
      ...(await keepIdToken(visit, session, user.idToken)),
      federation: '',
    },
  };
}
