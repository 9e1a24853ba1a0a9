import { owns, type OwnerNames, type Person } from '#compiled/ownership.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';

/** The signed-in user, by the current declarations. */
export interface StoreUser extends Person, OwnerNames {
  /** The name of the user on pages. */
  readonly displayName: string;
  /** The id of the session, which is also its id at the authorization server; a logout revokes it. */
  readonly sessionId: string;
  /** When the user logged in. */
  readonly authenticatedAt?: Seconds;
  /** When the user entered credentials; absent if the provider does not report it. */
  readonly loggedInAt?: Seconds;
}

/** Something with a declared owner. */
interface Owned {
  /** A user name, a subject, an e-mail address or a team. */
  readonly owner: string;
}

/** Whether a user owns an application; false if nobody is signed in. */
export function ownsApplication(user: StoreUser | undefined, application: Owned): boolean {
  return user !== undefined && owns(user, application.owner);
}

/** Whether a user owns an API; false if nobody is signed in. */
export function ownsApi(user: StoreUser | undefined, api: Owned): boolean {
  return user !== undefined && owns(user, api.owner);
}

/** The signed-in user, for endpoints with the audience `signed-in`. Throws if nobody is signed in. */
export function requireUser({ user }: { readonly user: StoreUser | undefined }): StoreUser {
  if (user) return user;
  throw new Error('This endpoint needs a user, so its audience has to be `signed-in`.');
}
