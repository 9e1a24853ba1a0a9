/** A person as the gateway has identified them, and whom owners and teams may name. */
export interface Person {
  /** As in tokens: `user:ada`, or `user:staff/ada` for a user of an identity provider. */
  readonly subject: string;
  /** The name of a declared user; absent for users of identity providers, whose names are not unique. */
  readonly username?: string;
  /** Only verified addresses. */
  readonly emails: readonly string[];
  /** Who knows the user: the name of an identity provider, or `users` for the declared ones. */
  readonly provider: string;
  /** Those of the identity provider, as it writes them; only the ones that teams of the served table name. */
  readonly groups: readonly string[];
}
