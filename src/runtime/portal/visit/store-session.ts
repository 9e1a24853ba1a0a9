import type { UserFacts } from '#runtime/identity/identity.ts';
import { idleEndOfSession, endOfSession } from '#runtime/identity/login-session.ts';
import { Seal, type Sealing } from '#runtime/identity/seal.ts';
import type { StoreSession } from '#runtime/identity/store-sign-in.ts';
import { declaredUserOf } from '#runtime/token/claims.ts';
import type { Portal } from './portal.ts';
import type { StoreCookies } from './store-cookies.ts';
import type { StoreUser } from './store-user.ts';

/** The valid session of a browser. */
interface CurrentSession {
  readonly user: StoreUser;
  readonly csrf: string;
  /** The cookie that extends the session. */
  readonly renewed: StoreCookies;
}

const sessionSeal = new Seal<StoreSession>('store-session-1');

/** The cookie of a session, whose idle time starts now. */
export async function sealStoreSession(
  { sessions: { sealing } }: Portal,
  session: StoreSession,
): Promise<StoreCookies> {
  return { session: await sessionSeal.seal(sealing, session, idleEndOfSession(sealing, session)) };
}

/** The session of a browser; undefined if nobody is signed in. Rejects with a StoreError. */
export async function findStoreSession(
  portal: Portal,
  cookies: StoreCookies,
  address: string,
): Promise<CurrentSession | undefined> {
  const { sessions } = portal;
  if (cookies.session === undefined) return undefined;
  const opened = await sessionSeal.open(sessions.sealing, cookies.session);
  if (opened?.isExpired !== false) return undefined;
  const session = opened.content;
  const facts = await sessions.findFacts(session, address);
  if (!facts) return undefined;
  return {
    user: describeUser(portal, session, facts),
    csrf: await sealCsrfToken(sessions.sealing, session),
    renewed: await sealStoreSession(portal, session),
  };
}

function describeUser(
  { teams }: Portal,
  { id: sessionId, subject, displayName, provider, authenticatedAt, loggedInAt }: StoreSession,
  { emails, groups }: UserFacts,
): StoreUser {
  const username = declaredUserOf(subject);
  const person = { subject, ...(username !== undefined && { username }), emails, provider, groups };
  return {
    ...person,
    displayName,
    teams: teams.of(person),
    sessionId,
    authenticatedAt,
    ...(loggedInAt !== undefined && { loggedInAt }),
  };
}

/** Proves that a form was created for a session; other sites and other users cannot create one. */
interface CsrfToken {
  readonly session: string;
}

const csrfSeal = new Seal<CsrfToken>('store-csrf-1');

/** The value of the field `csrf` in the forms of a session. */
function sealCsrfToken(sealing: Sealing, session: StoreSession): Promise<string> {
  return csrfSeal.seal(sealing, { session: session.id }, endOfSession(session));
}

/** Whether the token of a form was created for the user's session. */
export async function isCsrfToken(sealing: Sealing, token: string, user: StoreUser): Promise<boolean> {
  const opened = await csrfSeal.open(sealing, token);
  return opened?.isExpired === false && opened.content.session === user.sessionId;
}
