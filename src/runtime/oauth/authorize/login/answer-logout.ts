import { endOfSession, openFormerSession, type LoginSession } from '#runtime/identity/login-session.ts';
import { renderLogout } from '#runtime/pages/logout-page.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage, pathOfRequest } from '../authorize-paths.ts';
import { identifyBrowser } from './browser-identity.ts';
import { forgetSession, leaveProvider, showLoggedOut } from './redirect-to-provider.ts';
import { consentForm, logoutForm, openForm, sealForm } from '../sealed-form.ts';
import type { Visit } from './visit.ts';

/** Shows the logout page of the current user. Providers also redirect browsers here after a logout. */
export async function showLogout(visit: Visit): Promise<Answer> {
  const { server } = visit;
  const session = await sessionOf(visit);
  if (!session) return showLoggedOut(visit);
  const browser = await identifyBrowser(visit);
  const federation = server.identity.federations.find(({ name }) => name === session.provider);
  const page = renderLogout({
    user: session.displayName,
    provider: federation?.displayName,
    transaction: await sealForm(visit, logoutForm, { browser: browser.id }),
    action: pathOfPage(server.settings, 'logout'),
    grantsPage: pathOfPage(server.settings, 'grants'),
  });
  return { status: 200, page, cookies: browser.cookies };
}

/**
 * Handles the form of the logout page: ends the session, and then the login at the provider that the user came from.
 */
export async function answerLogout(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, logoutForm);
  if (!('content' in opened)) return opened;
  const session = await endSession(visit);
  const answer = await leaveProvider(visit, session);
  return { ...answer, cookies: { ...answer.cookies, ...(await forgetSession(visit, session)) } };
}

/**
 * Handles the form on the consent page for switching users: ends the session, and repeats the authorization request.
 */
export async function answerSwitch(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, consentForm);
  if (!('content' in opened)) return opened;
  const session = await endSession(visit);
  const { query } = opened.content;
  const location = pathOfRequest(visit.server.settings, query);
  return { location, cookies: await forgetSession(visit, session) };
}

/**
 * Revokes the session, so that copies of its cookie are invalid too. If the store cannot be reached, the revocation is
 * retried later.
 */
async function endSession(visit: Visit): Promise<LoginSession | undefined> {
  const session = await sessionOf(visit);
  if (session) await visit.server.pendingRevocations.revoke(session.id, endOfSession(session));
  return session;
}

/**
 * The session to end, which may have expired if it came from a provider: the login there can outlast it, and a logout
 * must end that login too. Undefined if the session is revoked.
 */
async function sessionOf({ server, cookies }: Visit): Promise<LoginSession | undefined> {
  const former = await openFormerSession(server.mint, cookies.session ?? '');
  if (!former || server.authorizationState.revocations.has(former.session.id)) return undefined;
  const { session, isOver } = former;
  const isOfProvider = server.identity.federations.some(({ name }) => name === session.provider);
  return isOver && !isOfProvider ? undefined : session;
}
