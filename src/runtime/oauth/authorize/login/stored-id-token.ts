import { endOfSession, type LoginSession } from '#runtime/identity/login-session.ts';
import { Seal } from '#runtime/identity/seal.ts';
import type { CookieChanges } from '../cookies.ts';
import type { Visit } from './visit.ts';

/** The ID token of a login, which the gateway sends back to the provider at logout; stored in a sealed cookie. */
interface StoredIdToken {
  /** The id of the session that began with this login. */
  readonly session: string;
  readonly idToken: string;
}

/**
 * Limited because browsers drop cookies of more than 4096 bytes including the name; a longer ID token is not stored.
 */
const maxValueLength = 4000;

const idTokenSeal = new Seal<StoredIdToken>('id-token-1');

/** Stores the ID token of a new session, unless it is too long, and drops the previous one. */
export async function keepIdToken(
  visit: Visit,
  session: LoginSession,
  idToken: string | undefined,
): Promise<CookieChanges> {
  if (idToken === undefined) return forgetIdToken(visit);
  const content = { session: session.id, idToken };
  const sealed = await idTokenSeal.seal(visit.server.mint, content, endOfSession(session));
  return sealed.length <= maxValueLength ? { idtoken: sealed } : forgetIdToken(visit);
}

/** Deletes the ID token that a browser stores, if any. */
export function forgetIdToken({ cookies }: Visit): CookieChanges {
  return cookies.idtoken === undefined ? {} : { idtoken: '' };
}

/** The ID token of a session, if the browser stores it. */
export async function findIdToken(
  { server, cookies }: Visit,
  session: LoginSession,
): Promise<string | undefined> {
  const opened = await idTokenSeal.open(server.mint, cookies.idtoken ?? '');
  return opened?.content.session === session.id ? opened.content.idToken : undefined;
}
