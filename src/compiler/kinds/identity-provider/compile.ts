import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type {
  IdentityProviderDeclaration,
  LdapProviderDeclaration,
  OidcProviderDeclaration,
  SamlProviderDeclaration,
} from './declaration.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

/** All identity providers. */
export function compileIdentityProviders({
  workspace: { identityProviders },
  results,
}: Compilation): readonly ManifestIdentityProvider[] {
  return identityProviders.map((one) => results.entry(one, compileIdentityProvider));
}

/** An identity provider with its defaults filled in. */
function compileIdentityProvider({ value }: Declared<IdentityProviderDeclaration>): ManifestIdentityProvider {
  const { kind: _, ...provider } = compileProvider(value);
  return provider;
}

function compileProvider(
  provider: IdentityProviderDeclaration,
): ManifestIdentityProvider & { readonly kind: string } {
  switch (provider.type) {
    case 'ldap':
      return compileLdap(provider);
    case 'oidc':
      return compileOidc(provider);
    case 'saml':
      return compileSaml(provider);
  }
}

/** A removed user loses access at the next refresh, and a user who cannot be confirmed after a working day. */
const checks = { recheckSeconds: 60, maximumUncheckedSeconds: 28_800 };

/** Groups of the common object classes list their members by DN. */
const groupSearchDefaults = { filter: '(|(member={dn})(uniqueMember={dn}))', nameAttribute: 'cn' };

function compileLdap({ groupSearch, ...provider }: LdapProviderDeclaration) {
  return {
    startTls: false,
    searchFilter: '(uid={username})',
    // Unlike a login name, it is never reassigned (RFC 4530).
    subjectAttribute: 'entryUUID',
    displayNameAttribute: 'cn',
    emailAttribute: 'mail',
    groupAttribute: 'memberOf',
    timeoutMs: 5000,
    ...checks,
    ...provider,
    ...(groupSearch && { groupSearch: { ...groupSearchDefaults, ...groupSearch } }),
  };
}

function compileOidc(provider: OidcProviderDeclaration) {
  const { displayName = provider.name, scopes = ['profile'] } = provider;
  const claims = { emailClaim: 'email', groupsClaim: 'groups' };
  return { ...checks, ...claims, ...provider, displayName, scopes: [...new Set(['openid', ...scopes])] };
}

function compileSaml(provider: SamlProviderDeclaration) {
  return {
    audiences: [],
    clockSkewSeconds: 30,
    maximumLifetimeSeconds: 600,
    onlyDeclaredUsers: false,
    ...provider,
  };
}
