import type { Clock } from '#runtime/ports/clock.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { GrantId, Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from './clients.ts';
import type { KeyRing } from './key-ring.ts';
import { bindToHolder, type Holder } from './user-binding.ts';

/** What all tokens of an authorization server have in common, and the means to mint them. */
export interface TokenMint {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newIdentifier: NewIdentifier;
}

/** The content of one token. */
export interface TokenOrder {
  readonly client: Pick<Client, 'consumerKey' | 'keySet'>;
  /** The `sub`, see `claims.ts`. */
  readonly subject: string;
  /** The user that the token represents, for the binding of the token. */
  readonly holder?: Holder;
  /** The identity provider that vouched for a declared user; absent if the subject determines the provider. */
  readonly provider?: string;
  readonly scopes: readonly string[];
  /** Absent if the token is a separate grant, identified by its `jti`. */
  readonly grantId?: GrantId;
  /** The login for which the token is issued; absent if that login cannot end as a whole. */
  readonly loginId?: string | undefined;
  /** When the user logged in. This may be some seconds ahead of the clock; the `iat` of the token is not earlier. */
  readonly authenticatedAt?: Seconds;
  /** The latest time at which the token may expire. */
  readonly notAfter?: Seconds;
  /**
   * The only API that the token is for, as `Name/version`; absent if it may call every API that the client may call.
   */
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
    // Undefined members are omitted from the token, and cost less than spread members.
    scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    gid: grantId,
    sid: loginId,
    user_binding: holder && bindToHolder(holder, grantId ?? identifier),
    idp: provider,
    console_api: consoleApi,
  });
  return { token, grantId: grantId ?? identifier, lifetimeSeconds: expiresAt - now };
}
