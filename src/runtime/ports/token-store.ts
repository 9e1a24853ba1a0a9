import type { Digest } from '#compiled/digest.ts';
import type { KeySetName } from '#compiled/manifest.ts';

/** A time since 1970-01-01T00:00:00Z, or a duration. */
export type Seconds = number;

/** Identifies a grant of a user or a client, also in tokens. It cannot be guessed, and gives no access. */
export type GrantId = string;

/** A grant to a client. All of its codes and tokens can be revoked together. */
export interface StoredGrant {
  readonly id: GrantId;
  /** The consumer key. */
  readonly clientId: string;
  readonly keySet: KeySetName;
  /** The `sub` of its tokens. */
  readonly subject: string;
  /** Binds the grant to the user's password and provider, see `token/user-binding.ts`. */
  readonly userBinding?: string | undefined;
  readonly scopes: readonly string[];
  /** When the user logged in. */
  readonly authenticatedAt: Seconds;
  /** The login for which it was issued, see StoredLogin; absent in grants of earlier releases. */
  readonly loginId?: string;
}

/** A grant whose chain of refresh tokens can still be used. */
export interface ListedGrant {
  readonly grant: StoredGrant;
  /**
   * When its newest refresh token was issued; absent if an earlier release opened the chain and it has not been used
   * since.
   */
  readonly lastUsedAt?: Seconds;
  /** When the newest refresh token expires if it is not used, and when the whole chain expires. */
  readonly idleUntil: Seconds;
  readonly endsAt: Seconds;
}

/**
 * When a directory or a provider last confirmed a user who logged in with it, and the evidence for checking the user
 * again.
 */
export interface StoredLogin {
  /** When the directory or the provider last confirmed the user. */
  readonly checkedAt: Seconds;
  /** Sealed by the authorization server. */
  readonly evidence: string;
}

/** The grant of an authorization code (RFC 6749 section 4.1.3). */
export interface AuthorizationCode extends StoredGrant {
  /** The URI as it was sent to the authorization endpoint. */
  readonly redirectUri: string;
  /** The S256 challenge of RFC 7636; absent if none was sent. */
  readonly codeChallenge?: string;
}

/** How long a code is valid, and how long it is remembered. */
export interface CodeTimes {
  /** The time after which the code can no longer be redeemed. */
  readonly expiresAt: Seconds;
  /** The time until which a second attempt to redeem the code is detected; not before `expiresAt`. */
  readonly forgetAt: Seconds;
}

/** How long a chain of refresh tokens is valid. */
export interface RefreshTimes {
  /** When the newest token expires, unless it is used before. */
  readonly idleUntil: Seconds;
  /** When every token of the chain has expired, used or not. */
  readonly endsAt: Seconds;
}

/**
 * The result of exchanging a refresh token: `rotated`; `raced` if the previous token was sent again shortly after its
 * use, as two browser tabs may do; `replayed` if a used token was sent; `unknown` if the chain is unknown, expired or
 * revoked.
 */
export type Rotation = 'rotated' | 'raced' | 'replayed' | 'unknown';

/** How long after its use a refresh token counts as raced if it is sent again. */
export const rotationGraceSeconds = 10;

/**
 * Stores the state of tokens. Codes and tokens are known to it only as SHA-256 digests. Every method is atomic: of two
 * concurrent calls, from any process, one comes first. An expired entry is treated as if it had never existed. A method
 * rejects with a StoreError if the store cannot be used; it may have taken effect nevertheless.
 */
export interface TokenStore {
  /** Stores a code; an existing code is not changed. */
  putCode(code: Digest, record: AuthorizationCode, times: CodeTimes): Promise<void>;
  /**
   * Redeems a code for the client that it was issued to; `first` is true for exactly one caller. Undefined if the code
   * is unknown, was not redeemed in time, or was issued to another client, which leaves it unchanged.
   */
  takeCode(
    code: Digest,
    clientId: string,
  ): Promise<{ readonly first: boolean; readonly record: AuthorizationCode } | undefined>;
  /** Opens the chain of refresh tokens for a grant without one. Does nothing if the grant is revoked. */
  openGrant(grant: StoredGrant, token: Digest, times: RefreshTimes): Promise<void>;
  /**
   * The grant of a chain of refresh tokens that has neither expired nor been revoked, and whether a token is the newest
   * of the chain. Undefined for any other grant.
   */
  findGrant(
    id: GrantId,
    token: Digest,
  ): Promise<
    { readonly grant: StoredGrant; readonly isCurrent: boolean; readonly idleUntil: Seconds } | undefined
  >;
  /** All grants whose chains can be used, or those of one subject. Changes made during the listing may be missing. */
  listGrants(subject?: string): AsyncIterable<ListedGrant>;
  /** Stores the data of a login, and replaces earlier data. */
  putLogin(id: string, login: StoredLogin, until: Seconds): Promise<void>;
  findLogin(id: string): Promise<StoredLogin | undefined>;
  /** Replaces the newest token. The chain then ends at `idleUntil`, or at its previous end if sooner. */
  rotate(id: GrantId, from: Digest, to: Digest, idleUntil: Seconds): Promise<Rotation>;
  /** Claims an identifier until a time; returns false if it is already claimed. */
  claim(identifier: Digest, until: Seconds): Promise<boolean>;
  /** Changes the end of a claim that is in force. */
  endClaim(identifier: Digest, until: Seconds): Promise<void>;
  /**
   * Revokes a grant until a time; if it is already revoked, the later time counts. When this resolves, every listener
   * of every process that shares the store has been notified, except for processes that did not respond within a
   * second.
   */
  revoke(id: GrantId, until: Seconds): Promise<void>;
  /** The revoked grants, each with the time at which all of its tokens have expired in any case. */
  revocations(): Promise<ReadonlyMap<GrantId, Seconds>>;
  /** A listener may receive the same grant several times. Returns a function that removes the listener. */
  onRevoked(listener: RevocationListener): () => void;
  close(): Promise<void>;
}

export type RevocationListener = (id: GrantId, until: Seconds) => void;

/** The store cannot be reached or used; the message is one sentence for the operator, and contains no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
