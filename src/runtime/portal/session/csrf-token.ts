import { endOfSession } from '#runtime/identity/login-session.ts';
import { Seal, type Sealing } from '#runtime/identity/seal.ts';
import type { StoreSession } from '#runtime/identity/store-sign-in.ts';
import type { StoreUser } from './store-user.ts';

/** Proves that a form was made for a session, which other sites and other users cannot. */
interface CsrfToken {
  readonly session: string;
}

const csrfSeal = new Seal<CsrfToken>('store-csrf-1');

/** The value of the field `csrf` of the forms of a session. */
export function sealCsrfToken(sealing: Sealing, session: StoreSession): Promise<string> {
  return csrfSeal.seal(sealing, { session: session.id }, endOfSession(session));
}

/** Whether a form was made for the session of a user. */
export async function isCsrfToken(sealing: Sealing, token: string, user: StoreUser): Promise<boolean> {
  const opened = await csrfSeal.open(sealing, token);
  return opened?.isExpired === false && opened.content.session === user.sessionId;
}
