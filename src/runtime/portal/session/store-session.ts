import { idleEndOfSession } from '../../identity/login-session.ts';
import { Seal } from '../../identity/seal.ts';
import type { StoreSession } from '../../identity/store-sign-in.ts';
import { declaredUserOf } from '../../token/claims.ts';
import type { Portal } from '../portal.ts';
import { sealCsrfToken } from './csrf-token.ts';
import type { StoreCookies } from './store-cookies.ts';
import type { StoreUser } from './store-user.ts';

/** A session of a browser that is valid now. */
export interface CurrentSession {
  readonly user: StoreUser;
  readonly csrf: string;
  /** Makes the session last for another hour. */
  readonly renewed: StoreCookies;
}

const sessionSeal = new Seal<StoreSession>('store-session-1');

/** The cookie of a session that begins or is used now. */
export async function sealStoreSession(
  { sessions: { sealing } }: Portal,
  session: StoreSession,
): Promise<StoreCookies> {
  return { session: await sessionSeal.seal(sealing, session, idleEndOfSession(sealing, session)) };
}

/** The session of a browser; undefined if nobody is signed in (any more). Rejects with a StoreError. */
export async function findStoreSession(
  portal: Portal,
  cookies: StoreCookies,
  address: string,
): Promise<CurrentSession | undefined> {
  const { sessions } = portal;
  if (cookies.session === undefined) return undefined;
  const opened = await sessionSeal.open(sessions.sealing, cookies.session);
  if (opened?.isExpired !== false || !(await sessions.isValid(opened.content, address))) return undefined;
  const session = opened.content;
  return {
    user: userOf(session),
    csrf: await sealCsrfToken(sessions.sealing, session),
    renewed: await sealStoreSession(portal, session),
  };
}

function userOf({ id: sessionId, subject, displayName, provider }: StoreSession): StoreUser {
  const username = declaredUserOf(subject);
  return {
    subject,
    ...(username !== undefined && { username }),
    displayName,
    emails: [],
    teams: [],
    provider,
    sessionId,
  };
}
