import type { SecretReference } from './secret-reference.ts';

export type ManifestIdentityProvider = LdapProvider | OidcProvider | SamlProvider;

/** When a directory or a provider is queried again about users who have logged in through it. */
export interface UserCheckSettings {
  /**
   * How long after the provider's last confirmation of a user it is queried again, when the user's login is used or
   * refreshed.
   */
  readonly recheckSeconds: number;
  /**
   * How long after the provider's last confirmation of a user the user's grants can still be refreshed without a new
   * one.
   */
  readonly maximumUncheckedSeconds: number;
}

/** A directory that checks passwords (RFC 4513 section 5.1.3). */
export interface LdapProvider extends UserCheckSettings {
  readonly type: 'ldap';
  readonly name: string;
  /** `ldaps://`, or `ldap://` with `startTls` or on loopback. */
  readonly url: string;
  readonly startTls: boolean;
  /** PEM certificates that the directory's own certificate is checked against, in addition to the default ones. */
  readonly ca?: SecretReference;
  /** The account that searches. Default: anonymous. */
  readonly bind?: { readonly dn: string; readonly password: SecretReference };
  readonly searchBase: string;
  /** An RFC 4515 filter. `{username}` is replaced by the escaped name of the user. */
  readonly searchFilter: string;
  /** The attribute with the user's name for tokens. */
  readonly subjectAttribute: string;
  readonly displayNameAttribute: string;
  /** The attribute with the user's e-mail addresses. */
  readonly emailAttribute: string;
  /** The attribute of the user's entry that names the user's groups. */
  readonly groupAttribute: string;
  /** Searches for the entries of groups, in addition to reading the attribute. */
  readonly groupSearch?: LdapGroupSearch;
  readonly timeoutMs: number;
}

/** A search for the groups of a user. */
export interface LdapGroupSearch {
  readonly base: string;
  /** An RFC 4515 filter. `{dn}` and `{username}` are replaced by the escaped DN and name of the user. */
  readonly filter: string;
  /** The attribute with the name of a group. */
  readonly nameAttribute: string;
}

/** An OpenID Connect provider to which users are redirected for their login. */
export interface OidcProvider extends UserCheckSettings {
  readonly type: 'oidc';
  readonly name: string;
  /** The label of the button on the login page. */
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: SecretReference;
  readonly scopes: readonly string[];
  /** The claim with the user's e-mail address, which counts if `email_verified` is true. */
  readonly emailClaim: string;
  /** The claim with the names of the user's groups. */
  readonly groupsClaim: string;
  readonly ca?: SecretReference;
}

/** A single sign-on server whose SAML 2.0 assertions are exchanged for tokens (RFC 7522). */
export interface SamlProvider {
  readonly type: 'saml';
  readonly name: string;
  /** The entity id that assertions name as their Issuer. */
  readonly issuer: string;
  /** PEM certificates of the keys that it signs with: several while one key replaces another. */
  readonly certificates: readonly SecretReference[];
  /** Names of the gateway that an Audience may contain, in addition to its issuer and its token URLs. */
  readonly audiences: readonly string[];
  readonly clockSkewSeconds: number;
  /** The maximum lifetime of an assertion. */
  readonly maximumLifetimeSeconds: number;
  /** The formats that a NameID may have. Default: unspecified and persistent. */
  readonly nameIdFormats?: readonly string[];
  /** Whether a NameID has to be the name of a declared user. */
  readonly onlyDeclaredUsers: boolean;
}
