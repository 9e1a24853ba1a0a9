import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** A rejected request: data, which `sendRejection` renders for the caller. */
export interface Rejection {
  readonly code: ErrorCode;
  /** Replaces the status from the table of error codes. */
  readonly status?: number;
  /** Headers of the response, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The problems, if the error can have several: one sentence each, at most 20. */
  readonly errors?: readonly { readonly message: string }[];
}
