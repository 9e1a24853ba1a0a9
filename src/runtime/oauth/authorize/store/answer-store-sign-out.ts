import { openFormerSession } from '#runtime/identity/login-session.ts';
import { storeSignOutSeal } from '#runtime/identity/store-sign-in.ts';
import { showProblem, type Answer } from '../answer.ts';
import { urlOfStore } from '../authorize-paths.ts';
import { forgetSession, leaveProvider } from '../login/redirect-to-provider.ts';
import type { Visit } from '../login/visit.ts';

/**
 * Answers a browser whose user has signed out of the store, which has already revoked the session. Deletes the cookies
 * of that session, and logs the user out at the provider. If the browser has another session by now, it is not
 * affected.
 */
export async function answerStoreSignOut(visit: Visit): Promise<Answer> {
  const { server, query, cookies } = visit;
  const location = urlOfStore(server.settings, 'signed-out');
  if (!server.settings.store || location === undefined) return showProblem('page_unknown');
  const signOut = await storeSignOutSeal.open(server.mint, new URLSearchParams(query).get('ticket') ?? '');
  const former = await openFormerSession(server.mint, cookies.session ?? '');
  const isOfThisLogin = signOut?.isExpired === false && signOut.content.session === former?.session.id;
  if (!isOfThisLogin) return { location };
  const { session } = former;
  const isOfProvider = server.identity.federations.some(({ name }) => name === session.provider);
  const answer = isOfProvider ? await leaveProvider(visit, session) : { location };
  return { ...answer, cookies: { ...answer.cookies, ...(await forgetSession(visit, session)) } };
}
