import { sealSession, type LoginSession } from '#runtime/identity/login-session.ts';
import {
  isRecentLogin,
  storeSignInSeal,
  storeTicketSeal,
  storeTicketSeconds,
  type StoreSignIn,
} from '#runtime/identity/store-sign-in.ts';
import { showProblem, type Answer } from '../answer.ts';
import { urlOfStore } from '../authorize-paths.ts';
import { findSession } from '../login/find-session.ts';
import { goalOfStore } from '../login/login-goal.ts';
import { showLogin } from '../login/show-login.ts';
import { nowOf, type Visit } from '../login/visit.ts';
import { refuseToUser } from '../refuse.ts';

/**
 * Answers a browser that the store redirected here to sign in. Lets the user log in unless there is a session that is new
 * enough, and then returns to the store with a ticket, which only the browser that began the sign-in can use.
 */
export async function answerStoreSignIn(visit: Visit): Promise<Answer> {
  const { settings, mint } = visit.server;
  const state = new URLSearchParams(visit.query).get('state') ?? '';
  const beginning = urlOfStore(settings, 'sign-in');
  if (!settings.store || beginning === undefined) return showProblem('page_unknown');
  const opened = await storeSignInSeal.open(mint, state);
  if (!opened) return refuseToUser(visit, { problem: 'sign_in_unknown' }, beginning);
  const { content, isExpired } = opened;
  if (isExpired) return { location: `${beginning}?${queryOf(content)}` };
  const session = await findSession(visit);
  const { maxAgeSeconds } = content;
  if (session && (maxAgeSeconds === undefined || isRecentLogin(session, maxAgeSeconds, nowOf(visit))))
    return returnToStore(visit, content, session);
  return showLogin(visit, goalOfStore(visit.server, state, maxAgeSeconds !== undefined));
}

/** The query with which a sign-in begins again; `again` asks for a recent login. */
function queryOf({ returnPath, maxAgeSeconds }: StoreSignIn): string {
  return new URLSearchParams({
    ...(maxAgeSeconds !== undefined && { again: 'on' }),
    return: returnPath,
  }).toString();
}

async function returnToStore(visit: Visit, signIn: StoreSignIn, session: LoginSession): Promise<Answer> {
  const { mint, settings } = visit.server;
  const { consents: _, ...login } = session;
  const content = { ...signIn, id: mint.newIdentifier(), session: login };
  const ticket = await storeTicketSeal.seal(mint, content, nowOf(visit) + storeTicketSeconds);
  return {
    location: `${urlOfStore(settings, 'signed-in')}?ticket=${ticket}`,
    cookies: { session: await sealSession(mint, session) },
  };
}
