import type { KeySetName, ManifestUser } from '#compiled/manifest.ts';
import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import { declaredUserOf, providerOf } from './claims.ts';
import type { Client, Clients } from './clients.ts';
import type { Revocations } from './revocation/revocations.ts';
import { bindToHolder, type Holder } from './user-binding.ts';

/** The data by which tokens, grants and sessions are valid or not: the current declarations and revocations. */
export interface AuthorizationState {
  /** Identifies the generation without keeping it in memory, as a reference would. */
  readonly mark: symbol;
  readonly clients: Clients;
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  /** The realms of the declared identity providers by their names. */
  readonly providers: ReadonlyMap<string, string>;
  readonly revocations: Revocations;
  /** The start of valid tokens for the whole gateway; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
}

/** A token, or the grant of a refresh token. */
export interface Credential {
  readonly clientId: string;
  readonly keySet: KeySetName;
  readonly subject: string;
  /** The identity provider that vouched for a declared user, as in `TokenClaims`. */
  readonly provider?: string;
  readonly grantId: GrantId;
  /** The login for which it was issued, if known. */
  readonly loginId?: string | undefined;
  /** The result of `bindToHolder`; a credential of a declared user is refused without it. */
  readonly userBinding?: string | undefined;
  /** When it was issued. */
  readonly issuedAt: Seconds;
}

/** A credential without the application that it was issued to. */
type LoginCredential = Omit<Credential, 'clientId' | 'keySet'>;

/**
 * The client of a valid credential. Undefined if its key set or its user is no longer declared, or if it is revoked.
 */
export function findAuthorizedClient(
  authorizationState: AuthorizationState,
  credential: Credential,
): Client | undefined {
  const client = authorizationState.clients.get(credential.clientId);
  if (client?.keySet !== credential.keySet || !isLoginValid(authorizationState, credential)) return undefined;
  if (credential.issuedAt < (client.application.tokensNotBefore ?? 0)) return undefined;
  const provider = providerOfCredential(credential);
  return provider === undefined || allowsProvider(client.application, provider) ? client : undefined;
}

/** Whether a login is still valid for any application: nothing revokes it, and its user could log in today. */
export function isLoginValid(authorizationState: AuthorizationState, credential: LoginCredential): boolean {
  const { revocations, providers, tokensNotBefore = 0 } = authorizationState;
  if (revocations.ends(credential) || credential.issuedAt < tokensNotBefore) return false;
  const provider = providerOfCredential(credential);
  if (provider === undefined) return true;
  const isDeclared = provider === 'users' || providers.has(provider);
  return isDeclared && isUserValid(authorizationState, credential);
}

/**
 * Whether the user's password and provider are still the same. A declared user must also be active, and the credential
 * not older than the user's `tokensNotBefore`.
 */
function isUserValid(authorizationState: AuthorizationState, credential: LoginCredential): boolean {
  const { subject, issuedAt } = credential;
  if (declaredUserOf(subject) === undefined) return isBound(authorizationState, credential);
  const user = findUser(authorizationState, subject);
  if (user?.state !== 'active' || issuedAt < (user.tokensNotBefore ?? 0)) return false;
  return isBound(authorizationState, credential);
}

/**
 * Whether a credential is bound to its holder. Credentials of earlier releases, which did not bind providers, are bound
 * only to the password of a declared user, or not bound.
 */
function isBound(
  authorizationState: AuthorizationState,
  { subject, provider, grantId, userBinding }: LoginCredential,
): boolean {
  const { user, realm } = holderOf(authorizationState, subject, provider);
  if (userBinding === bindToHolder({ user, realm }, grantId)) return true;
  return realm !== undefined && userBinding === bindToHolder({ user }, grantId);
}

/** The holder that a subject names; `provider` as in `Credential`. */
export function holderOf(
  { users, providers }: Pick<AuthorizationState, 'users' | 'providers'>,
  subject: string,
  provider = providerOf(subject),
): Holder {
  return { user: findUser({ users }, subject), realm: providers.get(provider ?? '') };
}

/** The declared user of a subject; undefined for a client, for a provider's user, and if the user is not declared. */
export function findUser(
  { users }: Pick<AuthorizationState, 'users'>,
  subject: string,
): ManifestUser | undefined {
  return users.get(declaredUserOf(subject) ?? '');
}

/** The binding of a grant or session to its user; empty for a client. */
export function bindingOf(
  authorizationState: Pick<AuthorizationState, 'users' | 'providers'>,
  subject: string,
  id: GrantId,
): Pick<Credential, 'userBinding'> {
  const userBinding = bindToHolder(holderOf(authorizationState, subject), id);
  return userBinding === undefined ? {} : { userBinding };
}

/** The provider that authenticated the user; undefined for a client. */
function providerOfCredential({ provider, subject }: LoginCredential): string | undefined {
  return provider ?? providerOf(subject);
}

/** Whether the users of a provider, or the declared users (`users`), may log in to an application. */
export function allowsProvider({ identityProviders }: Client['application'], provider: string): boolean {
  return identityProviders?.includes(provider) ?? true;
}

/** The declared users by name. */
export function indexUsers(users: readonly ManifestUser[]): ReadonlyMap<string, ManifestUser> {
  return new Map(users.map((user) => [user.name, user]));
}

/** The realms of identity providers by their names. */
export function indexRealms(providers: readonly ManifestIdentityProvider[]): ReadonlyMap<string, string> {
  return new Map(providers.map((provider) => [provider.name, realmOf(provider)]));
}

/**
 * The realm of a provider, in which the names of its users are unique: a name in another realm is another person. The
 * address of a directory is not part of its realm, since a directory may move.
 */
function realmOf(provider: ManifestIdentityProvider): string {
  if (provider.type !== 'ldap') return `${provider.type} ${provider.issuer}`;
  return `ldap ${provider.subjectAttribute} ${provider.searchBase}`;
}
