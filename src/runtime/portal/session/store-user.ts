import { foldDomain } from './fold-domain.ts';

/** The signed-in user, by the current declarations. */
export interface StoreUser {
  /** As in tokens: `user:ada`, or `user:staff/ada` for a user of an identity provider. */
  readonly subject: string;
  /** The name of a declared user; absent for users of identity providers, whose names are not unique. */
  readonly username?: string;
  /** The name of the user on pages. */
  readonly displayName: string;
  /** Only verified addresses. */
  readonly emails: readonly string[];
  /** The names of the declared teams that the user belongs to. */
  readonly teams: readonly string[];
  /** Who knows the user: the name of an identity provider, or `users` for the declared ones. */
  readonly provider: string;
  /** The same as at the authorization server; a logout revokes it. */
  readonly sessionId: string;
}

/** Something with a declared owner. */
export interface Owned {
  /** A user name, a subject, an e-mail address or a team. */
  readonly owner: string;
}

/** Whether a user owns an application; nobody who is not signed in does. */
export function ownsApplication(user: StoreUser | undefined, application: Owned): boolean {
  return owns(user, application.owner);
}

/** Whether a user owns an API; nobody who is not signed in does. */
export function ownsApi(user: StoreUser | undefined, api: Owned): boolean {
  return owns(user, api.owner);
}

/** The user of an endpoint for signed-in users. Throws if the endpoint is for others too. */
export function requireUser({ user }: { readonly user: StoreUser | undefined }): StoreUser {
  if (user) return user;
  throw new Error('This endpoint needs a user, so its audience has to be `signed-in`.');
}

function owns(user: StoreUser | undefined, owner: string): boolean {
  if (!user) return false;
  const { username, subject, teams, emails } = user;
  if (owner === username || owner === subject || teams.includes(owner)) return true;
  return emails.some((email) => foldDomain(email) === foldDomain(owner));
}
