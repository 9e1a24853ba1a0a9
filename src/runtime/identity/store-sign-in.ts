import type { Seconds } from '#runtime/ports/token-store.ts';
import type { LoginSession } from './login-session.ts';
import { Seal } from './seal.ts';

/** The login session of a browser at the store; it is the session of the authorization server. */
export type StoreSession = Omit<LoginSession, 'consents'>;

/** The data that a browser carries from the store to the authorization server to sign in. */
export interface StoreSignIn {
  /** The id of the browser that began the sign-in. */
  readonly browser: string;
  /** The path in the store to open after the sign-in. */
  readonly returnPath: string;
  /** The maximum age of the login; any login is accepted if absent. */
  readonly maxAgeSeconds?: Seconds;
}

/** Whether a user has entered credentials within a time, as far as the provider reports it. */
export function isRecentLogin(
  { loggedInAt = -Infinity }: Pick<StoreSession, 'loggedInAt'>,
  maxAgeSeconds: Seconds,
  now: Seconds,
): boolean {
  return now - loggedInAt <= maxAgeSeconds;
}

/** The data that a browser carries back to the store; it can be used once. */
export interface StoreTicket extends StoreSignIn {
  readonly id: string;
  readonly session: StoreSession;
}

/**
 * The data that a browser carries to the authorization server after signing out of the store, to delete its login there
 * too.
 */
export interface StoreSignOut {
  /** The id of the session. */
  readonly session: string;
}

export const storeSignInSeal = new Seal<StoreSignIn>('store-sign-in-1');
export const storeTicketSeal = new Seal<StoreTicket>('store-ticket-1');
export const storeSignOutSeal = new Seal<StoreSignOut>('store-sign-out-1');

/** How long the data of a redirect is valid; a redirect takes less time. */
export const storeTicketSeconds = 60;
