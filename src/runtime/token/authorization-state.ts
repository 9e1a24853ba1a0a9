import type { KeySetName, ManifestUser } from '#compiled/manifest.ts';
import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import { declaredUserOf, providerOf } from './claims.ts';
import type { Client, Clients } from './clients.ts';
import type { Revocations } from './revocation/revocations.ts';
import { bindToHolder, type Holder } from './user-binding.ts';

/** Decides whether tokens, grants and sessions are valid, by the current declarations and revocations. */
export interface AuthorizationState {
  /** Identifies the generation; unlike a reference, it does not keep the generation in memory. */
  readonly mark: symbol;
  readonly clients: Clients;
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  /** The realms of the declared identity providers by their names. */
  readonly providers: ReadonlyMap<string, string>;
  readonly revocations: Revocations;
  /** Of the whole gateway. */
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
  /** The login that it comes from, if known. */
  readonly loginId?: string | undefined;
  /** From `bindToHolder`; a credential of a declared user is refused without it. */
  readonly userBinding?: string | undefined;
  /** When it was issued. */
  readonly issuedAt: Seconds;
}

/** A credential, for any application. */
type LoginCredential = Omit<Credential, 'clientId' | 'keySet'>;

/** The client of a valid token: its key set and its user are declared, and nothing revokes it. */
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
 * Whether a declared user is active, with the same password and provider, and the token is not older than the user's
 * `tokensNotBefore`.
 */
function isUserValid(authorizationState: AuthorizationState, credential: LoginCredential): boolean {
  const { subject, issuedAt } = credential;
  if (declaredUserOf(subject) === undefined) return isBound(authorizationState, credential);
  const user = findUser(authorizationState, subject);
  if (user?.state !== 'active' || issuedAt < (user.tokensNotBefore ?? 0)) return false;
  return isBound(authorizationState, credential);
}

/**
 * Credentials of releases before providers were bound are bound only to the password of a declared user, or not at
 * all.
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

/** The declared user of a subject; undefined if it is a client, a provider's user, or not declared. */
export function findUser(
  { users }: Pick<AuthorizationState, 'users'>,
  subject: string,
): ManifestUser | undefined {
  return users.get(declaredUserOf(subject) ?? '');
}

/** The binding of a grant or session of a user with this id. */
export function bindingOf(
  authorizationState: Pick<AuthorizationState, 'users' | 'providers'>,
  subject: string,
  id: GrantId,
): Pick<Credential, 'userBinding'> {
  const userBinding = bindToHolder(holderOf(authorizationState, subject), id);
  return userBinding === undefined ? {} : { userBinding };
}

/** The provider that authenticated the user; undefined if it is a client. */
function providerOfCredential({ provider, subject }: LoginCredential): string | undefined {
  return provider ?? providerOf(subject);
}

/** Whether users whom a provider knows, or `users` for the declared ones, may log in to an application. */
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
 * The realm of a provider, in which its users' names are unique: another realm has other people. A directory may
 * move.
 */
function realmOf(provider: ManifestIdentityProvider): string {
  if (provider.type !== 'ldap') return `${provider.type} ${provider.issuer}`;
  return `ldap ${provider.subjectAttribute} ${provider.searchBase}`;
}
