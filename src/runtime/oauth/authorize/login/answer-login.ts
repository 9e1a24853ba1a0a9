import { logIn } from '#runtime/identity/log-in.ts';
import { beginSession, sealSession } from '#runtime/identity/login-session.ts';
import type { User } from '#runtime/identity/identity.ts';
import { bindingOf } from '#runtime/token/authorization-state.ts';
import { keepLogin } from '../../stored-login.ts';
import type { Answer } from '../answer.ts';
import { keepIdToken } from './stored-id-token.ts';
import { readGoal, type LoginGoal } from './login-goal.ts';
import { refuseToUser } from '../refuse.ts';
import { loginForm, openForm } from '../sealed-form.ts';
import { showLogin } from './show-login.ts';
import { timeOfLogin } from '../../time-of-login.ts';
import { nowOf, type Visit } from './visit.ts';

/** Handles the password form of the login page, then continues with the goal of the login. */
export async function answerLogin(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, loginForm);
  if (!('content' in opened)) return opened;
  const goal = readGoal(visit.server, opened.content);
  if ('problem' in goal) return refuseToUser(visit, goal);
  const username = visit.form.get('username');
  const password = visit.form.get('password');
  if (username === undefined || password === undefined)
    return showLogin(visit, goal, { problem: 'incomplete', username: username ?? '' });
  const outcome = await checkPassword(visit, goal, username, password);
  if (typeof outcome === 'string') return showLogin(visit, goal, { problem: outcome, username });
  return startSession(visit, goal, { ...outcome, loggedInAt: nowOf(visit) });
}

function checkPassword(
  { server, address, hungUp }: Visit,
  { client }: LoginGoal,
  username: string,
  password: string,
) {
  const { identity, loginLimits, audit, reportUnavailable } = server;
  return logIn(identity, loginLimits, {
    application: client?.application,
    username,
    password,
    address,
    isByApplication: false,
    hungUp: hungUp(),
    audit,
    reportUnavailable,
  });
}

/** Begins a new session, which replaces the current one, and redirects to the goal of the login. */
export async function startSession(visit: Visit, goal: LoginGoal, user: User): Promise<Answer> {
  const { mint, authorizationState } = visit.server;
  const id = mint.newIdentifier();
  const session = beginSession(
    user,
    { id, ...bindingOf(authorizationState, user.subject, id) },
    timeOfLogin(visit.server, user.subject, goal.client?.consumerKey),
  );
  await keepLogin(visit.server, session, user);
  return {
    location: goal.location,
    cookies: {
      session: await sealSession(mint, session),
      ...(await keepIdToken(visit, session, user.idToken)),
      federation: '',
    },
  };
}
