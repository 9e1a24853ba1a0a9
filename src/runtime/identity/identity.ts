import type { SamlTrust } from './saml/saml-trust.ts';
import type { UserCheckSettings } from '../../compiled/identity-providers.ts';
import type { Seconds } from '../ports/token-store.ts';

/** Somebody who has logged in. */
export interface User {
  /** The `sub` of tokens (`token/claims.ts`): the same at every login, and nobody else's. */
  readonly subject: string;
  /** What pages call the user. */
  readonly displayName: string;
  /** Who knows the user: the name of an identity provider, or `users` for the declared ones. */
  readonly provider: string;
  /** What the provider can be asked with whether it still knows the user; absent if it cannot be asked. */
  readonly evidence?: LoginEvidence;
  /** What an OpenID Connect provider knows the login by when it is to end; absent for everybody else. */
  readonly idToken?: string;
}

/** What a directory or a provider gets when it is asked again about a user; a token of the provider may be in it. */
export type LoginEvidence = Readonly<Record<string, string>>;

/**
 * What a directory or a provider says of a login: `removed` if it no longer knows the user, `login_ended`
 * where it has ended this login of somebody whom it may know still, `unanswerable` where it cannot be asked with what
 * is known.
 */
export type CheckedUser = 'confirmed' | 'removed' | 'login_ended' | 'unanswerable';

/** Keeps what to ask about a login with the next time. Rejects if that cannot be stored. */
export type KeepEvidence = (evidence: LoginEvidence) => Promise<void>;

/** Asks a directory or a provider again about users who have logged in by it. */
export interface UserCheck extends UserCheckSettings {
  /** Calls `keep` as soon as there is other evidence to ask with. Rejects with an UnavailableError. */
  confirm(subject: string, evidence: LoginEvidence, keep: KeepEvidence): Promise<CheckedUser>;
}

/** Checks passwords. */
export interface PasswordDirectory {
  /** The name of the identity provider, or `users` for the declared users. */
  readonly name: string;
  /**
   * The user whose name and password these are, undefined if they are nobody's; how long it takes does not tell
   * whether the name is known. Rejects with an UnavailableError if the directory cannot be asked.
   */
  authenticate(username: string, password: string): Promise<User | undefined>;
  /** Whether the name is a user's, as far as is known once it was asked about; another may be a mistyped password. */
  knows?(username: string): boolean;
  /** Absent for the declared users, whom each generation knows. */
  readonly userCheck?: UserCheck;
}

/** Where users are sent for their login, and come back from. */
export interface FederatedLogin {
  /** The name of the identity provider. */
  readonly name: string;
  /** What the button on the login page says. */
  readonly displayName: string;
  /**
   * Where to send the browser, and what to remember until it is back. With `forcesLogin` the provider asks who the user
   * is, also if it knows somebody in that browser, and `finish` refuses an earlier login where it can tell. Rejects
   * with an UnavailableError.
   */
  begin(
    callbackUrl: string,
    forcesLogin?: boolean,
  ): Promise<{ readonly url: string; readonly memory: LoginMemory }>;
  /**
   * The user who came back to `url`, the callback with its query; undefined if the login was refused or does not
   * belong to what is remembered. Rejects with an UnavailableError.
   */
  finish(url: string, memory: LoginMemory): Promise<User | undefined>;
  readonly userCheck?: UserCheck;
  /**
   * Where to send the browser, so that the user logs out there too; undefined if that is not possible. Rejects with
   * an UnavailableError.
   */
  endSession(logout: ProviderLogout): Promise<string | undefined>;
}

/** A logout at a provider. */
export interface ProviderLogout {
  /** Of the login that is to end, where it was kept. */
  readonly idToken?: string | undefined;
  /** What the provider calls the user. */
  readonly hint: string;
  /** Where the provider sends the browser afterwards, with `state`. */
  readonly returnUrl: string;
  readonly state: string;
}

/** What binds a login at a provider to the browser that began it; kept sealed in a cookie meanwhile. */
export interface LoginMemory {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** When the provider was asked for a login of just now; absent if any login of the user will do. */
  readonly askedAt?: Seconds;
}

/** An identity provider that does not answer as it should; the message is for the operator. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Says to the operator why a login at a provider does not count, although the provider can be asked. */
export class UnacceptedLoginError extends UnavailableError {}

/** The result, or the UnavailableError that it would reject with. */
export function orUnavailable<Result>(asking: Promise<Result>): Promise<Result | UnavailableError> {
  return asking.catch((error: unknown) => {
    if (error instanceof UnavailableError) return error;
    throw error;
  });
}

/** The sources of users, in one generation. */
export interface Identity {
  /** In the order in which they are asked: the declared users first. */
  readonly directories: readonly PasswordDirectory[];
  readonly federations: readonly FederatedLogin[];
  readonly samlTrusts: readonly SamlTrust[];
}
