/** Somebody who has logged in. */
export interface User {
  /** The `sub` of tokens (`token/claims.ts`): the same at every login, and nobody else's. */
  readonly subject: string;
  /** What pages call the user. */
  readonly displayName: string;
  /** Who knows the user: the name of an identity provider, or `users` for the declared ones. */
  readonly provider: string;
  /** What the provider can be asked with whether it still knows the user; absent where it cannot be asked. */
  readonly evidence?: LoginEvidence;
  /** What an OpenID Connect provider knows the login by when it is to end; absent for everybody else. */
  readonly idToken?: string;
}

/** What a directory or a provider gets when it is asked again about a user; a token of the provider may be in it. */
export type LoginEvidence = Readonly<Record<string, string>>;
