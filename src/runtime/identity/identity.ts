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
   * When the user entered their identity, which may be before this login; absent if the provider does not report it.
   */
  readonly loggedInAt?: Seconds;
  /** Absent for declared users, whose declarations contain all facts. */
  readonly facts?: UserFacts;
  /** The evidence to ask the provider whether it still knows the user; absent if it cannot be asked. */
  readonly evidence?: LoginEvidence;
  /** The OpenID Connect provider's data for ending the login; absent for other users. */
  readonly idToken?: string;
}

/** The facts about a user that a directory or a provider has reported at one time. */
export interface UserFacts {
  /** Addresses that are known to be the user's. */
  readonly emails: readonly string[];
  /** The groups that the user belongs to, each as the provider writes it. */
  readonly groups: readonly string[];
}

/** The evidence for asking a directory or a provider about a user again; it may contain the provider's token. */
export type LoginEvidence = Readonly<Record<string, string>>;

/**
 * The answer of a directory or a provider about a login: `removed` if it no longer knows the user, `login_ended` if it
 * has ended this login of a user whom it may still know, `unanswerable` if it cannot be asked with what is known.
 */
export type CheckedUser = 'confirmed' | 'removed' | 'login_ended' | 'unanswerable';

/** Stores the evidence for the next check of a login. Rejects if that cannot be stored. */
export type KeepEvidence = (evidence: LoginEvidence) => Promise<void>;

/** Receives the facts about a user that a directory or a provider reports now. */
export type LearnFacts = (facts: UserFacts) => void;

/** Asks a directory or a provider again about users who have logged in by it. */
export interface UserCheck extends UserCheckSettings {
  /**
   * Calls `keep` as soon as there is new evidence, and `learn` before it answers that the user is confirmed. Rejects
   * with an UnavailableError.
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
   * The user with this name and password, undefined if there is none; its time does not reveal whether the name is
   * known. Rejects with an UnavailableError if the directory cannot be asked.
   */
  authenticate(username: string, password: string): Promise<User | undefined>;
  /** Whether the name belongs to a user, as far as queries have shown; any other name may be a mistyped password. */
  knows?(username: string): boolean;
  /** Absent for the declared users, whom each generation knows. */
  readonly userCheck?: UserCheck;
}

/** A service that users are sent to for their login, and come back from. */
export interface FederatedLogin {
  /** The name of the identity provider. */
  readonly name: string;
  /** The label of the button on the login page. */
  readonly displayName: string;
  /**
   * The URL for the browser, and the data to remember until it returns. With `forcesLogin` the provider asks who the
   * user is, even if that browser has a session, and `finish` refuses an earlier login if it can detect one. Rejects
   * with an UnavailableError.
   */
  begin(
    callbackUrl: string,
    forcesLogin?: boolean,
  ): Promise<{ readonly url: string; readonly memory: LoginMemory }>;
  /**
   * The user who returned to `url`, the callback with its query; undefined if the login was refused or does not
   * belong to the remembered request. Rejects with an UnavailableError.
   */
  finish(url: string, memory: LoginMemory): Promise<User | undefined>;
  readonly userCheck?: UserCheck;
  /**
   * The URL for the browser, so that the user logs out there too; undefined if that is not possible. Rejects with an
   * UnavailableError.
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

/** Binds a login at a provider to the browser that began it; stored in a sealed cookie meanwhile. */
export interface LoginMemory {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** When the provider was asked for a fresh login; absent if any login of the user is accepted. */
  readonly askedAt?: Seconds;
}

/** An identity provider does not answer as expected; the message is for the operator. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Reports to the operator why a login at a provider is not accepted, although the provider is available. */
export class UnacceptedLoginError extends UnavailableError {}

/** The result, or the UnavailableError that it would reject with. */
export function orUnavailable<Result>(request: Promise<Result>): Promise<Result | UnavailableError> {
  return request.catch((error: unknown) => {
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
