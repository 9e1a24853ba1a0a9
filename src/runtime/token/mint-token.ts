import type { Clock } from '#runtime/ports/clock.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from './clients.ts';
import type { KeyRing } from './key-ring.ts';
import { bindToHolder, type Holder } from './user-binding.ts';

/** The common parts of all tokens of an authorization server, and the data for making one. */
export interface TokenMint {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newIdentifier: NewIdentifier;
}

/** The purpose of a token. */
export interface TokenOrder {
  readonly client: Pick<Client, 'consumerKey' | 'keySet'>;
  /** The `sub`, see `claims.ts`. */
  readonly subject: string;
  /** The user that it represents. */
  readonly holder?: Holder;
  /** The identity provider that vouched for a declared user; absent if the subject names who knows the user. */
  readonly provider?: string;
  readonly scopes: readonly string[];
  /** Absent if the token is a separate grant, known by its `jti`. */
  readonly grantId?: GrantId;
  /** The login that it comes from; absent if it does not come from one that can end as a whole. */
  readonly loginId?: string | undefined;
  /** When its user logged in. It may be some seconds ahead of the clock, and the token is not older. */
  readonly authenticatedAt?: Seconds;
  /** When it expires at the latest. */
  readonly notAfter?: Seconds;
  /** The one API that the token is for, as `Name/version`; absent if it may call all that the client may. */
  readonly consoleApi?: string;
}

/** A signed access token. */
export interface MintedToken {
  readonly token: string;
  /** The identifier that revokes it. */
  readonly grantId: GrantId;
  readonly lifetimeSeconds: number;
}

/** Signs an access token (RFC 9068 section 2.2). */
export function mintToken(mint: TokenMint, order: TokenOrder): MintedToken {
  const {
    client,
    subject,
    holder,
    provider,
    scopes,
    grantId,
    loginId,
    authenticatedAt = 0,
    notAfter = Infinity,
    consoleApi,
  } = order;
  const identifier = mint.newIdentifier();
  const now = Math.floor(mint.clock() / 1000);
  const expiresAt = Math.min(now + mint.lifetimeSeconds, notAfter);
  const token = mint.keyRing.signing.sign({
    iss: mint.issuer,
    aud: mint.audience,
    sub: subject,
    client_id: client.consumerKey,
    key_set: client.keySet,
    iat: Math.max(now, authenticatedAt),
    exp: expiresAt,
    jti: identifier,
    // Members that are undefined are omitted from the token, and cost less than spread members.
    scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    gid: grantId,
    sid: loginId,
    user_binding: holder && bindToHolder(holder, grantId ?? identifier),
    idp: provider,
    console_api: consoleApi,
  });
  return { token, grantId: grantId ?? identifier, lifetimeSeconds: expiresAt - now };
}
