import type { KeySetName } from '#compiled/manifest.ts';

/**
 * A call that a signed-in user tries in the store, as one of their applications; public operations need no
 * application.
 */
export interface ConsoleCall {
  readonly user: ConsoleUser;
  /** The name of the application; the caller has checked that the user owns it. Undefined if none was chosen. */
  readonly application: string | undefined;
  readonly keySet: KeySetName | undefined;
  /** `Name/version`. */
  readonly api: string;
  readonly method: string;
  /** Below the address of the API, with its leading slash and with its query: `/dogs?limit=5`. */
  readonly path: string;
  /** Names in any case. Headers that only a client, a browser or a proxy may set are dropped. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The cookies that the operation declares, as `name=value`; a header `Cookie` is dropped. */
  readonly cookies?: readonly string[];
  /** Undefined if the request has no body. */
  readonly body: Buffer | undefined;
}

export interface ConsoleUser {
  /** As in tokens: `user:ada`, or `user:staff/ada` for a user of an identity provider. */
  readonly subject: string;
  /** The identity provider that vouched for the user, or `users`. */
  readonly provider: string;
  /** The login; the token ends with it. */
  readonly sessionId: string;
  /** When the user logged in, in seconds. */
  readonly authenticatedAt?: number;
  /** The IP address of the browser. */
  readonly address: string;
}

/** The response to a call, as far as it was read. */
export interface ConsoleAnswer {
  readonly status: number;
  /** Names are in lower case; a name may be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Why the body is incomplete: it is too large, lasts too long, or was aborted. Undefined if it is complete. */
  readonly cut: 'size' | 'time' | 'aborted' | undefined;
  /** The time until the end of the body. */
  readonly durationMs: number;
  /** As in the access log. */
  readonly requestId: string;
}

/** Why a call was not sent, or has no response. */
export type ConsoleProblem =
  | 'gateway_starting'
  | 'application_unknown'
  | 'key_set_missing'
  | 'api_unknown'
  | 'not_subscribed'
  | 'sandbox_not_public'
  | 'user_not_allowed'
  | 'method_malformed'
  | 'path_malformed'
  | 'header_malformed'
  | 'request_too_large'
  | 'too_many_calls'
  | 'no_response';

export type ConsoleOutcome = ConsoleAnswer | { readonly problem: ConsoleProblem };

/** Sends a call through the gateway as a client of the application would, and never shows its token to anybody. */
export type SendConsoleCall = (call: ConsoleCall) => Promise<ConsoleOutcome>;

/** The maximum size of the body of a request or a response, in bytes. */
export const largestConsoleBody = 1024 * 1024;
