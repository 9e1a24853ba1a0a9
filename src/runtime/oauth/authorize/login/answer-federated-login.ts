import {
  orUnavailable,
  UnavailableError,
  UnacceptedLoginError,
  type FederatedLogin,
  type LoginMemory,
  type User,
} from '#runtime/identity/identity.ts';
import { Seal } from '#runtime/identity/seal.ts';
import { startSession } from './answer-login.ts';
import { showProblem, type Answer } from '../answer.ts';
import { callbackUrlOf } from '../authorize-paths.ts';
import { findBrowser } from './browser-identity.ts';
import { forgetLogout, hasLoggedOut } from './logged-out-providers.ts';
import { federationsOf, keepGoal, readGoal, type LoginGoal } from './login-goal.ts';
import { refuseToUser } from '../refuse.ts';
import { loginForm, openForm, type FormOfLogin } from '../sealed-form.ts';
import type { LoginProblem } from '#runtime/pages/texts.ts';
import { showLogin } from './show-login.ts';
import { nowOf, type Visit } from './visit.ts';

/** A login in progress at an identity provider, stored in the browser that began it. */
interface LoginUnderWay extends FormOfLogin {
  readonly provider: string;
  readonly memory: LoginMemory;
}

const seconds = 30 * 60;
const loginSeal = new Seal<LoginUnderWay>('federation-2');

/** Handles the login form that leads to an identity provider: redirects to the provider. */
export async function answerFederatedLogin(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, loginForm);
  if (!('content' in opened)) return opened;
  const goal = readGoal(visit.server, opened.content);
  if ('problem' in goal) return refuseToUser(visit, goal);
  const federation = findFederation(visit, goal, visit.form.get('provider'));
  if (!federation) return showProblem('provider_unknown');
  return beginLogin(visit, goal, federation, opened.content.browser);
}

async function beginLogin(
  visit: Visit,
  goal: LoginGoal,
  federation: FederatedLogin,
  browser: string,
): Promise<Answer> {
  const { mint, settings } = visit.server;
  const forcesLogin = goal.forcesLogin || (await hasLoggedOut(visit, federation.name));
  const begun = await orUnavailable(federation.begin(callbackUrlOf(settings, federation.name), forcesLogin));
  if (begun instanceof UnavailableError) return failLogin(visit, goal, federation, begun);
  if (goal.requiresProof === true && begun.memory.askedAt === undefined)
    return failLogin(visit, goal, federation, unproven(federation), 'provider_unproven');
  const underWay = { browser, ...keepGoal(goal), provider: federation.name, memory: begun.memory };
  const sealed = await loginSeal.seal(mint, underWay, nowOf(visit) + seconds);
  return { location: begun.url, cookies: { federation: sealed } };
}

/** Handles the return of a user from an identity provider. */
export async function answerFederatedCallback(visit: Visit, provider: string): Promise<Answer> {
  const opened = await loginSeal.open(visit.server.mint, visit.cookies.federation ?? '');
  if (opened?.isExpired !== false) return refuseToUser(visit, { problem: 'login_not_of_browser' });
  const { content } = opened;
  // A callback with a different state, such as one from an attacker's link, does not end the login in progress.
  const isOfThisLogin = content.provider === provider && content.memory.state === stateIn(visit.query);
  if (!isOfThisLogin || content.browser !== (await findBrowser(visit)))
    return refuseToUser(visit, { problem: 'login_not_of_browser' });
  const goal = readGoal(visit.server, content);
  if ('problem' in goal) return refuseToUser(visit, goal);
  const federation = findFederation(visit, goal, provider);
  if (!federation) return showProblem('provider_unknown');
  return finishLogin(visit, goal, federation, content.memory);
}

function stateIn(query: string): string | null {
  return new URLSearchParams(query).get('state');
}

async function finishLogin(
  visit: Visit,
  goal: LoginGoal,
  federation: FederatedLogin,
  memory: LoginMemory,
): Promise<Answer> {
  const { server, query, address } = visit;
  const url = `${callbackUrlOf(server.settings, federation.name)}?${query}`;
  const user = await orUnavailable<User | undefined>(federation.finish(url, memory));
  if (!user || user instanceof UnavailableError) return failLogin(visit, goal, federation, user);
  server.audit({ event: 'login_succeeded', user: user.subject, provider: federation.name, address });
  const answer = await startSession(visit, goal, user);
  return { ...answer, cookies: { ...answer.cookies, ...(await forgetLogout(visit, federation.name)) } };
}

function unproven({ name }: FederatedLogin): UnacceptedLoginError {
  return new UnacceptedLoginError(`The provider ${name} cannot prove that a login is new (auth_time).`);
}

/**
 * Shows the login page again with the problem, since the user may be able to log in another way. Deletes the data of
 * the failed login.
 */
async function failLogin(
  visit: Visit,
  goal: LoginGoal,
  { name: provider }: FederatedLogin,
  error: UnavailableError | undefined,
  problem: LoginProblem = isDown(error) ? 'provider_unavailable' : 'provider_refused',
): Promise<Answer> {
  const { server, address } = visit;
  if (isDown(error)) server.reportUnavailable(error.message);
  const reason = error?.message ?? problem;
  server.audit({ event: 'login_failed', user: 'unknown', provider, reason, address });
  const answer = await showLogin(visit, goal, { problem });
  return { ...answer, cookies: { ...answer.cookies, federation: '' } };
}

/**
 * Whether the error means that the provider is unavailable. An UnacceptedLoginError does not, since the provider has
 * responded.
 */
function isDown(error: UnavailableError | undefined): error is UnavailableError {
  return error !== undefined && !(error instanceof UnacceptedLoginError);
}

function findFederation(
  { server }: Visit,
  goal: LoginGoal,
  name: string | undefined,
): FederatedLogin | undefined {
  return federationsOf(server, goal).find((federation) => federation.name === name);
}
