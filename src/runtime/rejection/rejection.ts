import type { ErrorCode } from './error-codes.ts';

/** A request that is refused: data, rendered for its caller by `sendRejection`. */
export interface Rejection {
  readonly code: ErrorCode;
  /** Headers of the answer, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each thing that is wrong, where several may be; a sentence each, at most 20. */
  readonly errors?: readonly { readonly message: string }[];
}
