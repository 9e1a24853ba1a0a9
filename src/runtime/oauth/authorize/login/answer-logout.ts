import { endOfSession, openFormerSession, type LoginSession } from '#runtime/identity/login-session.ts';
import { renderLogout } from '#runtime/pages/logout-page.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage, pathOfRequest } from '../authorize-paths.ts';
import { identifyBrowser } from './browser-identity.ts';
import { forgetSession, leaveProvider, showLoggedOut } from './redirect-to-provider.ts';
import { consentForm, logoutForm, openForm, sealForm } from '../sealed-form.ts';
import type { Visit } from './visit.ts';

/** Shows who is logged in, with the form to log out; providers send browsers here too after a logout there. */
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

/** Handles the form of the logout page: ends the session, and then the login at the provider that it came from. */
export async function answerLogout(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, logoutForm);
  if (!('content' in opened)) return opened;
  const session = await endSession(visit);
  const answer = await leaveProvider(visit, session);
  return { ...answer, cookies: { ...answer.cookies, ...(await forgetSession(visit, session)) } };
}

/**
 * Handles the form of the consent page for logging in as another user: ends the session, and starts again with the
 * request.
 */
export async function answerSwitch(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, consentForm);
  if (!('content' in opened)) return opened;
  const session = await endSession(visit);
  const { query } = opened.content;
  const location = pathOfRequest(visit.server.settings, query);
  return { location, cookies: await forgetSession(visit, session) };
}

/** Also revokes it, so that copies of the cookie are invalid too; later if the store cannot be reached. */
async function endSession(visit: Visit): Promise<LoginSession | undefined> {
  const session = await sessionOf(visit);
  if (session) await visit.server.pendingRevocations.revoke(session.id, endOfSession(session));
  return session;
}

/** A login at a provider can outlast the session here, so a logout after the session ends it there too. */
async function sessionOf({ server, cookies }: Visit): Promise<LoginSession | undefined> {
  const former = await openFormerSession(server.mint, cookies.session ?? '');
  if (!former || server.authorizationState.revocations.has(former.session.id)) return undefined;
  const { session, isOver } = former;
  const isOfProvider = server.identity.federations.some(({ name }) => name === session.provider);
  return isOver && !isOfProvider ? undefined : session;
}
