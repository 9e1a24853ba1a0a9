import { markHidden } from '#compiled/names/hidden-characters.ts';
import { renderLogin, type LoginView } from '#runtime/pages/login-page.ts';
import type { LoginProblem } from '#runtime/pages/texts.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage } from '../authorize-paths.ts';
import { identifyBrowser } from './browser-identity.ts';
import { federationsOf, keepGoal, takesPasswords, type LoginGoal } from './login-goal.ts';
import { refuseToUser } from '../refuse.ts';
import { loginForm, sealForm } from '../sealed-form.ts';
import type { Visit } from './visit.ts';

/** Why the previous attempt to log in failed. */
export interface FailedTry {
  readonly problem: LoginProblem;
  /** The typed username. */
  readonly username?: string;
}

/**
 * The status is 403 for a wrong password, since 401 would require a WWW-Authenticate header (RFC 9110 section 15.5.2).
 */
const statuses: Readonly<Record<LoginProblem, number>> = {
  incomplete: 400,
  refused: 403,
  limited: 429,
  busy: 503,
  unavailable: 503,
  provider_refused: 403,
  provider_unavailable: 503,
  provider_unproven: 403,
};

/** Shows the login page, with the problem of the previous attempt if any. */
export async function showLogin(visit: Visit, goal: LoginGoal, failed?: FailedTry): Promise<Answer> {
  const { server } = visit;
  const { client, store } = goal;
  const federations = federationsOf(server, goal);
  const hasPasswords = takesPasswords(server, goal);
  if (federations.length === 0 && !hasPasswords)
    return refuseToUser(visit, {
      problem: 'login_impossible',
      ...(client && { clientId: client.consumerKey }),
    });
  const browser = await identifyBrowser(visit);
  const page = renderLogin({
    application: client?.application.name,
    description: client?.application.description,
    store: store === undefined ? undefined : describeStore(server),
    transaction: await sealForm(visit, loginForm, { browser: browser.id, ...keepGoal(goal) }),
    passwordAction: hasPasswords ? pathOfPage(server.settings, 'login') : undefined,
    federatedAction: pathOfPage(server.settings, 'federated'),
    federations,
    username: failed?.username ?? '',
    problem: failed?.problem,
  });
  const status = failed ? statuses[failed.problem] : 200;
  return { status, page, headers: await headersFor(visit, failed), cookies: browser.cookies };
}

async function headersFor(
  { server, address }: Visit,
  failed: FailedTry | undefined,
): Promise<Record<string, string>> {
  if (failed?.problem !== 'limited') return {};
  const seconds = await server.loginLimits.secondsToWait({ username: failed.username ?? '', address });
  return { 'retry-after': String(seconds) };
}

function describeStore({ settings, organisation }: AuthorizationServer): NonNullable<LoginView['store']> {
  const { store, storeUrl } = settings;
  const title = markHidden(store?.title ?? organisation);
  // A store for those who are signed in would lead back to this page.
  return store?.visibility === 'public' && storeUrl !== undefined
    ? { title, url: `${storeUrl}/store` }
    : { title };
}
