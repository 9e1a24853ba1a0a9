import Type from 'typebox';

/** One scope of RFC 6749, section 3.3. */
export const ScopeTokenSchema = Type.String({
  pattern: '^[!#-\\[\\]-~]+$',
  description:
    'A scope (RFC 6749, section 3.3): printable ASCII, without a space, a double quote or a backslash.',
});

/** The grants that an application may declare (RFC 6749, RFC 7522). */
export const grantTypes = [
  'client_credentials',
  'authorization_code',
  'refresh_token',
  'password',
  'implicit',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
] as const;

export type GrantType = (typeof grantTypes)[number];

/** The sources of users who log in: the declared users, or identity providers of a type. */
type UserSource = 'users' | 'ldap' | 'oidc' | 'saml';

export interface GrantTraits {
  /** The types of application that cannot use the grant, because they lack a browser or a secret. */
  readonly unusableFor: readonly ('command-line' | 'single-page' | 'native')[];
  /** The sources of its users; empty if the grant needs no user. */
  readonly usersFrom: readonly UserSource[];
  /** Whether the user logs in at the authorization endpoint, which redirects to a callback URL. */
  readonly redirects: boolean;
  readonly issuesRefreshTokens: boolean;
}

/** The facts about each grant that rules and plans use. */
export const grantTraits: Readonly<Record<GrantType, GrantTraits>> = {
  client_credentials: {
    unusableFor: ['single-page', 'native'],
    usersFrom: [],
    redirects: false,
    // RFC 6749 section 4.4.3.
    issuesRefreshTokens: false,
  },
  authorization_code: {
    unusableFor: ['command-line'],
    usersFrom: ['users', 'ldap', 'oidc'],
    redirects: true,
    issuesRefreshTokens: true,
  },
  refresh_token: { unusableFor: [], usersFrom: [], redirects: false, issuesRefreshTokens: false },
  password: {
    unusableFor: ['single-page', 'native'],
    usersFrom: ['users', 'ldap'],
    redirects: false,
    issuesRefreshTokens: true,
  },
  implicit: {
    unusableFor: ['command-line', 'native'],
    usersFrom: ['users', 'ldap', 'oidc'],
    redirects: true,
    // RFC 6749 section 4.2.2.
    issuesRefreshTokens: false,
  },
  'urn:ietf:params:oauth:grant-type:saml2-bearer': {
    unusableFor: ['command-line', 'single-page', 'native'],
    usersFrom: ['saml'],
    redirects: false,
    // A refresh token would outlive the assertion that it was issued for (RFC 7521 section 4.1).
    issuesRefreshTokens: false,
  },
};

/** The grants that have a trait. */
export function grantTypesWith(hasTrait: (traits: GrantTraits) => boolean): readonly GrantType[] {
  return grantTypes.filter((grantType) => hasTrait(grantTraits[grantType]));
}
