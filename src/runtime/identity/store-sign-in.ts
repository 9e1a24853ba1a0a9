import type { LoginSession } from './login-session.ts';
import { Seal } from './seal.ts';

/** The login session that a browser has at the store: the same one as at the authorization server. */
export type StoreSession = Omit<LoginSession, 'consents'>;

/** The data that a browser takes from the store to the authorization server, to sign in there. */
export interface StoreSignIn {
  /** The id of the browser that began it. */
  readonly browser: string;
  /** The path of the store to go to afterwards. */
  readonly returnPath: string;
}

/** The data that a browser brings back from there; it is used once. */
export interface StoreTicket extends StoreSignIn {
  readonly id: string;
  readonly session: StoreSession;
}

/** A browser that has signed out of the store, and deletes its login at the authorization server too. */
export interface StoreSignOut {
  /** The id of the session. */
  readonly session: string;
}

export const storeSignInSeal = new Seal<StoreSignIn>('store-sign-in-1');
export const storeTicketSeal = new Seal<StoreTicket>('store-ticket-1');
export const storeSignOutSeal = new Seal<StoreSignOut>('store-sign-out-1');

/** How long a ticket, or the way to the sign-out, is valid: a redirect takes no longer. */
export const storeTicketSeconds = 60;
