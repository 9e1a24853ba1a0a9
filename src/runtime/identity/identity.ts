import type { SamlTrust } from './saml/saml-trust.ts';
import type { UserCheckSettings } from '#compiled/settings/identity-providers.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';

/** A person who has logged in. */
export interface User {
  /** The `sub` of tokens (`token/claims.ts`): the same at every login, and unique. */
  readonly subject: string;
  /** The name of the user on pages. */
  readonly displayName: string;
  /** The name of the identity provider that knows the user, or `users` for declared users. */
  readonly provider: string;
  /**
   * When the user last authenticated at the provider, which may be before this login; absent if the provider does not
   * report it.
   */
  readonly loggedInAt?: Seconds;
  /** Absent for declared users, whose declarations contain all facts. */
  readonly facts?: UserFacts;
  /**
   * Data for asking the provider later whether it still knows the user; absent if the provider cannot be queried that
   * way.
   */
  readonly evidence?: LoginEvidence;
  /** The ID token, which the OpenID Connect provider needs to end the login; absent for other users. */
  readonly idToken?: string;
}

/** The facts about a user that a directory or a provider has reported at one time. */
export interface UserFacts {
  /** Email addresses that are known to belong to the user. */
  readonly emails: readonly string[];
  /** The groups that the user belongs to, each as the provider writes it. */
  readonly groups: readonly string[];
}

/** The data for querying a directory or a provider about a user again; it may contain the provider's token. */
export type LoginEvidence = Readonly<Record<string, string>>;

/**
 * The result of checking a user again. `removed`: the directory or provider no longer knows the user. `login_ended`: it
 * has ended this login, but may still know the user. `unanswerable`: the evidence is not enough to query it.
 */
export type CheckedUser = 'confirmed' | 'removed' | 'login_ended' | 'unanswerable';

/** Stores the evidence for the next check of a login. Rejects if storing fails. */
export type KeepEvidence = (evidence: LoginEvidence) => Promise<void>;

/** Receives the facts about a user that a directory or a provider reports now. */
export type LearnFacts = (facts: UserFacts) => void;

/** Checks whether a directory or provider still knows a user who has logged in through it. */
export interface UserCheck extends UserCheckSettings {
  /**
   * Calls `keep` as soon as there is new evidence, and `learn` before it resolves to `confirmed`. Rejects with an
   * UnavailableError.
   */
  confirm(
    subject: string,
    evidence: LoginEvidence,
    keep: KeepEvidence,
    learn?: LearnFacts,
  ): Promise<CheckedUser>;
}

/** Checks passwords. */
export interface PasswordDirectory {
  /** The name of the identity provider, or `users` for the declared users. */
  readonly name: string;
  /**
   * The user with this name and password; undefined if they do not match. The response time does not reveal whether the
   * name is known. Rejects with an UnavailableError if the directory cannot be queried.
   */
  authenticate(username: string, password: string): Promise<User | undefined>;
  /** Whether the name is known to belong to a user. Any other name may be a password typed into the wrong field. */
  knows?(username: string): boolean;
  /** Absent for declared users, whom every generation contains. */
  readonly userCheck?: UserCheck;
}

/** A login service that users are redirected to and return from. */
export interface FederatedLogin {
  /** The name of the identity provider. */
  readonly name: string;
  /** The label of the button on the login page. */
  readonly displayName: string;
  /**
   * The URL to redirect the browser to, and the data to remember until the browser returns. With `forcesLogin`, the
   * provider must authenticate the user even if the browser has a session there, and `finish` refuses an earlier login
   * if it can detect one. Rejects with an UnavailableError.
   */
  begin(
    callbackUrl: string,
    forcesLogin?: boolean,
  ): Promise<{ readonly url: string; readonly memory: LoginMemory }>;
  /**
   * The user who returned to `url` (the callback URL with its query); undefined if the login was refused or does not
   * match `memory`. Rejects with an UnavailableError.
   */
  finish(url: string, memory: LoginMemory): Promise<User | undefined>;
  readonly userCheck?: UserCheck;
  /**
   * The URL to redirect the browser to, so that the user also logs out at the provider; undefined if the provider does
   * not support this. Rejects with an UnavailableError.
   */
  endSession(logout: ProviderLogout): Promise<string | undefined>;
}

/** A logout at a provider. */
export interface ProviderLogout {
  /** The ID token of the login to end, if it was stored. */
  readonly idToken?: string | undefined;
  /** The provider's id of the user. */
  readonly hint: string;
  /** The URL that the provider sends the browser to afterwards, with `state`. */
  readonly returnUrl: string;
  readonly state: string;
}

/** Binds a login at a provider to the browser that began it; stored in a sealed cookie until the browser returns. */
export interface LoginMemory {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** When the provider was asked for a fresh login; absent if any login of the user is accepted. */
  readonly askedAt?: Seconds;
}

/** Thrown if an identity provider does not respond as expected; the message is for the operator. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Reports to the operator why a login at a provider is not accepted, although the provider is available. */
export class UnacceptedLoginError extends UnavailableError {}

/** Resolves to the result, or to the UnavailableError that the request rejects with. Other errors still reject. */
export function orUnavailable<Result>(request: Promise<Result>): Promise<Result | UnavailableError> {
  return request.catch((error: unknown) => {
    if (error instanceof UnavailableError) return error;
    throw error;
  });
}

/** The sources of users, in one generation. */
export interface Identity {
  /** In the order in which they are queried: the declared users first. */
  readonly directories: readonly PasswordDirectory[];
  readonly federations: readonly FederatedLogin[];
  readonly samlTrusts: readonly SamlTrust[];
}
