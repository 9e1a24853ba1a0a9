import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import { Seal, type Sealing } from './seal.ts';
import type { User } from './identity.ts';

/** A login session of one browser, stored in a sealed cookie. */
export interface LoginSession extends Omit<User, 'facts' | 'evidence' | 'idToken'> {
  /** Issued at login, and revoked at logout. */
  readonly id: GrantId;
  /** Binds the session to the user's password and provider, see `token/user-binding.ts`. */
  readonly userBinding?: string | undefined;
  readonly authenticatedAt: Seconds;
  /** Identifiers of the consents that the user has given in this session, the newest last. */
  readonly consents: readonly string[];
}

/** A session expires after being idle for this time. */
const idleSeconds = 60 * 60;

/** A session expires this long after its login, even if it is used. */
const maxSeconds = 8 * 60 * 60;

/** Limited because a cookie holds at most 4096 bytes including its name, and browsers silently drop larger cookies. */
const maxConsents = 30;
const maxDisplayNameLength = 100;

const sessionSeal = new Seal<LoginSession>('session-2');

/** Begins the session of a user who has just logged in. */
export function beginSession(
  user: User,
  { id, userBinding }: Pick<LoginSession, 'id' | 'userBinding'>,
  now: Seconds,
): LoginSession {
  const { subject, displayName, provider, loggedInAt } = user;
  const shownName = [...markHidden(displayName)].slice(0, maxDisplayNameLength).join('');
  const authenticatedAt = Math.floor(now);
  return {
    id,
    userBinding,
    subject,
    displayName: shownName,
    provider,
    authenticatedAt,
    ...(loggedInAt !== undefined && { loggedInAt: Math.floor(loggedInAt) }),
    consents: [],
  };
}

/** Records a consent; beyond the maximum, the oldest are dropped. */
export function rememberConsent(session: LoginSession, consent: string): LoginSession {
  const others = session.consents.filter((other) => other !== consent);
  return { ...session, consents: [...others, consent].slice(-maxConsents) };
}

/** When a session expires, even if it is used. */
export function endOfSession({ authenticatedAt }: Pick<LoginSession, 'authenticatedAt'>): Seconds {
  return authenticatedAt + maxSeconds;
}

/** Seals a session, whose idle time starts now. */
export function sealSession(sealing: Sealing, session: LoginSession): Promise<string> {
  return sessionSeal.seal(sealing, session, idleEndOfSession(sealing, session));
}

/** When a session that is used now will expire if it is not used again. */
export function idleEndOfSession(
  { clock }: Pick<Sealing, 'clock'>,
  session: Pick<LoginSession, 'authenticatedAt'>,
): Seconds {
  return Math.min(clock() / 1000 + idleSeconds, endOfSession(session));
}

/** The last session of a browser, which may have expired. */
interface LastSession {
  readonly session: LoginSession;
  readonly isOver: boolean;
}

/** Opens a session, expired or not; undefined if this authorization server did not issue it. */
export async function openFormerSession(sealing: Sealing, text: string): Promise<LastSession | undefined> {
  const opened = await sessionSeal.open(sealing, text);
  return opened && { session: opened.content, isOver: opened.isExpired };
}

/** Opens a session; undefined if it has expired, or this authorization server did not issue it. */
export async function openSession(sealing: Sealing, text: string): Promise<LoginSession | undefined> {
  const former = await openFormerSession(sealing, text);
  return former?.isOver === false ? former.session : undefined;
}
