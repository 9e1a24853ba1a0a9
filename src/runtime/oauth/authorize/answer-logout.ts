import { endOfSession, openSession, type LoginSession } from '../../identity/login-session.ts';
import { renderLoggedOut, renderLogout } from '../../pages/logout-page.ts';
import type { Answer } from './answer.ts';
import { pathOfPage, pathOfRequest } from './authorize-paths.ts';
import { identifyBrowser } from './browser-identity.ts';
import { consentForm, logoutForm, openForm, sealForm } from './sealed-form.ts';
import type { Visit } from './visit.ts';

/** Shows who is logged in, and how to end that. */
export async function showLogout(visit: Visit): Promise<Answer> {
  const session = await sessionOf(visit);
  if (!session) return { status: 200, page: renderLoggedOut() };
  const browser = await identifyBrowser(visit);
  const page = renderLogout({
    user: session.displayName,
    transaction: await sealForm(visit, logoutForm, { browser: browser.id }),
    action: pathOfPage(visit.server.settings, 'logout'),
  });
  return { status: 200, page, cookies: browser.cookies };
}

/** Takes the form of the logout page, and ends the session. */
export async function answerLogout(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, logoutForm);
  if (!('content' in opened)) return opened;
  await endSession(visit);
  return { status: 200, page: renderLoggedOut(), cookies: { session: '' } };
}

/** Takes the form of the consent page by which somebody else logs in: ends the session, and begins with the request. */
export async function answerSwitch(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, consentForm);
  if (!('content' in opened)) return opened;
  await endSession(visit);
  const { query } = opened.content;
  return { location: pathOfRequest(visit.server.settings, query), cookies: { session: '' } };
}

/** Revokes it too, so that no copy of the cookie is good either. */
async function endSession(visit: Visit): Promise<void> {
  const session = await sessionOf(visit);
  if (session) await visit.server.store.revoke(session.id, endOfSession(session));
}

async function sessionOf({ server, cookies }: Visit): Promise<LoginSession | undefined> {
  const session = await openSession(server.mint, cookies.session ?? '');
  return session && !server.standing.revocations.has(session.id) ? session : undefined;
}
