import type { SecretReference } from './secret-reference.ts';

export type ManifestIdentityProvider = LdapProvider | OidcProvider | SamlProvider;

/** When users who have logged in by a directory or a provider are checked again. */
export interface UserCheckSettings {
  /**
   * How long after its last confirmation of a user the provider is queried again, when the user's login is used or
   * refreshed.
   */
  readonly recheckSeconds: number;
  /** How long after its last confirmation of a user no grant of the user is refreshed without another one. */
  readonly maximumUncheckedSeconds: number;
}

/** A directory that checks passwords (RFC 4513 section 5.1.3). */
export interface LdapProvider extends UserCheckSettings {
  readonly type: 'ldap';
  readonly name: string;
  /** `ldaps://`, or `ldap://` with `startTls` or on loopback. */
  readonly url: string;
  readonly startTls: boolean;
  /** PEM certificates that the directory's own is checked against, in addition to the usual ones. */
  readonly ca?: SecretReference;
  /** The account that searches. Default: anonymous. */
  readonly bind?: { readonly dn: string; readonly password: SecretReference };
  readonly searchBase: string;
  /** An RFC 4515 filter in which `{username}` stands for the escaped name. */
  readonly searchFilter: string;
  /** The attribute with the user's name for tokens. */
  readonly subjectAttribute: string;
  readonly displayNameAttribute: string;
  /** The attribute with the user's addresses. */
  readonly emailAttribute: string;
  /** The attribute of the user's entry that names the user's groups. */
  readonly groupAttribute: string;
  /** Finds groups by entries of their own, besides the attribute. */
  readonly groupSearch?: LdapGroupSearch;
  readonly timeoutMs: number;
}

/** A search for the groups of a user. */
export interface LdapGroupSearch {
  readonly base: string;
  /** An RFC 4515 filter in which `{dn}` and `{username}` stand for the user's, escaped. */
  readonly filter: string;
  /** The attribute that a group is named by. */
  readonly nameAttribute: string;
}

/** An OpenID Connect provider that users are sent to for their login. */
export interface OidcProvider extends UserCheckSettings {
  readonly type: 'oidc';
  readonly name: string;
  /** The label of the button on the login page. */
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: SecretReference;
  readonly scopes: readonly string[];
  /** The claim with the user's address, which counts if `email_verified` is true. */
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
  /** PEM certificates that it signs with, several while one takes over from another. */
  readonly certificates: readonly SecretReference[];
  /** Names of the gateway that an Audience may contain, besides its issuer and its token URLs. */
  readonly audiences: readonly string[];
  readonly clockSkewSeconds: number;
  /** The maximum lifetime of an assertion. */
  readonly maximumLifetimeSeconds: number;
  /** The formats that a NameID may have; unspecified and persistent without it. */
  readonly nameIdFormats?: readonly string[];
  /** Whether a NameID has to be the name of a declared user. */
  readonly onlyDeclaredUsers: boolean;
}
