import type { KeySetName, ManifestUser } from '../../compiled/manifest.ts';
import type { GrantId, Seconds } from '../ports/token-store.ts';
import { declaredUserOf, providerOf } from './claims.ts';
import type { Client, Clients } from './clients.ts';
import type { Revocations } from './revocation/revocations.ts';
import { bindToUser } from './user-binding.ts';

/** Decides whether tokens, grants and sessions are valid: by the current declarations and by what is revoked. */
export interface AuthorizationState {
  /** Identifies the generation; unlike a reference to it, a mark keeps nothing of it alive. */
  readonly mark: symbol;
  readonly clients: Clients;
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  /** The names of the declared identity providers. */
  readonly providers: ReadonlySet<string>;
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
  /** Made by `bindToUser` for a declared user; one without it, from before bindings existed, is refused. */
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
  const isDeclared = provider === undefined || provider === 'users' || providers.has(provider);
  return isDeclared && isUserValid(authorizationState, credential);
}

/** A declared user is active, has the same password, and the token is not older than the user's `tokensNotBefore`. */
function isUserValid(
  authorizationState: AuthorizationState,
  { subject, issuedAt, grantId, userBinding }: LoginCredential,
): boolean {
  if (declaredUserOf(subject) === undefined) return true;
  const user = findUser(authorizationState, subject);
  if (user?.state !== 'active' || issuedAt < (user.tokensNotBefore ?? 0)) return false;
  return userBinding === bindToUser(user, grantId);
}

/** The declared user of a subject; undefined if it is a client, a provider's user, or not declared. */
export function findUser(
  { users }: Pick<AuthorizationState, 'users'>,
  subject: string,
): ManifestUser | undefined {
  return users.get(declaredUserOf(subject) ?? '');
}

/** The binding of a grant or session with this id if it is for a declared user; otherwise empty. */
export function bindingOf(
  authorizationState: Pick<AuthorizationState, 'users'>,
  subject: string,
  id: GrantId,
): Pick<Credential, 'userBinding'> {
  const user = findUser(authorizationState, subject);
  return user ? { userBinding: bindToUser(user, id) } : {};
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
