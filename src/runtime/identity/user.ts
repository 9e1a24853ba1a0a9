/** Somebody who has logged in. */
export interface User {
  /** The `sub` of tokens (`token/claims.ts`): the same at every login, and nobody else's. */
  readonly subject: string;
  /** What pages call the user. */
  readonly displayName: string;
  /** Who knows the user: the name of an identity provider, or `users` for the declared ones. */
  readonly provider: string;
}
