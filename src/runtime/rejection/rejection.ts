import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** A rejected request: data, which `sendRejection` renders for the caller. */
export interface Rejection {
  readonly code: ErrorCode;
  /** The status, in place of that in the table of error codes. */
  readonly status?: number;
  /** Headers of the response, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each problem, if there may be several; a sentence each, at most 20. */
  readonly errors?: readonly { readonly message: string }[];
}
