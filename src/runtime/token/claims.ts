import type { JWTPayload } from 'jose';
import type { KeySetName } from '#compiled/manifest.ts';
import { hasHidden } from '#compiled/names/hidden-characters.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';

/** The claims of an access token (RFC 9068 section 2.2) that the gateway uses. */
export interface TokenClaims {
  /** The consumer key that the token was issued to. */
  readonly clientId: string;
  readonly keySet: KeySetName;
  /** The user that the token represents, or the client itself. */
  readonly subject: string;
  /** The identity provider that vouched for a declared user; absent if `subject` determines the provider. */
  readonly provider?: string;
  readonly scopes: readonly string[];
  /** The identifier that revokes the token: the grant that it belongs to, or the token's own identifier. */
  readonly grantId: GrantId;
  /** The `sid`: the login for which the token was issued; absent if that login cannot end as a whole. */
  readonly loginId?: string | undefined;
  /** The `jti`. */
  readonly tokenId: string;
  /** Binds the token of a user to the password and the provider, see `user-binding.ts`. */
  readonly userBinding?: string | undefined;
  /** The only API that the token is for, as `Name/version`; set only in tokens of the store's console. */
  readonly consoleApi?: string | undefined;
  readonly issuedAt: Seconds;
  /** When it expires. */
  readonly expiresAt: Seconds;
}

/**
 * The `sub` of a token that a client gets for itself; the prefix distinguishes it from any user (RFC 9700 section
 * 4.15).
 */
export function subjectOfClient(consumerKey: string): string {
  return `client:${consumerKey}`;
}

/** The `sub` of a token for a declared user, or for a user of an identity provider. */
export function subjectOfUser(name: string, provider?: string): string {
  return provider === undefined ? `user:${name}` : `user:${provider}/${name}`;
}

/** The name of the declared user of a subject; undefined for a client or a provider's user. */
export function declaredUserOf(subject: string): string | undefined {
  return subject.startsWith('user:') && !subject.includes('/') ? subject.slice('user:'.length) : undefined;
}

/** The provider of a subject's user, as in `User.provider`; undefined for a client. */
export function providerOf(subject: string): string | undefined {
  if (!subject.startsWith('user:')) return undefined;
  const slash = subject.indexOf('/');
  return slash === -1 ? 'users' : subject.slice('user:'.length, slash);
}

/** The provider's own id of a subject's user. */
export function providerUserOf(subject: string): string {
  return subject.slice(subject.indexOf('/') + 1);
}

/** Reads the claims of a verified token; undefined if one is missing or has another type. */
export function readClaims(payload: JWTPayload): TokenClaims | undefined {
  const { client_id: clientId, key_set: keySet, gid, scope = '' } = payload;
  const { user_binding: userBinding, idp: provider, sid, console_api: consoleApi } = payload;
  const { sub: subject, jti: tokenId, iat: issuedAt, exp: expiresAt } = payload;
  const grantId = gid ?? tokenId;
  if (typeof clientId !== 'string' || typeof subject !== 'string' || typeof grantId !== 'string')
    return undefined;
  if (tokenId === undefined || issuedAt === undefined || expiresAt === undefined || typeof scope !== 'string')
    return undefined;
  if (keySet !== 'production' && keySet !== 'sandbox') return undefined;
  return {
    clientId,
    keySet,
    subject,
    ...(typeof provider === 'string' && { provider }),
    scopes: splitScope(scope),
    grantId,
    loginId: typeof sid === 'string' ? sid : undefined,
    tokenId,
    userBinding: typeof userBinding === 'string' ? userBinding : undefined,
    consoleApi: typeof consoleApi === 'string' ? consoleApi : undefined,
    issuedAt,
    expiresAt,
  };
}

/** The scopes of a `scope` parameter or claim (RFC 6749 section 3.3). */
export function splitScope(scope: string): readonly string[] {
  return scope === '' ? [] : scope.split(' ');
}

/**
 * The maximum length in UTF-16 units; a `sub` of OpenID Connect has at most 255 characters (OpenID Connect Core 1.0
 * section 2).
 */
const maxNameLength = 256;

/**
 * Whether a provider's name for a user can be the `sub` of a token. It must not contain white space around it or
 * control characters, which readers of tokens may drop; halves of surrogate pairs, which are all the same once
 * written; or invisible characters, which could make one user look like another.
 */
export function isSubjectName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && name.trim() === name && !hasHidden(name);
}
