import type { ErrorCode } from './error-codes.ts';

/** A request that is refused: data, rendered for its caller by `sendRejection`. */
export interface Rejection {
  readonly code: ErrorCode;
  /** Headers of the answer, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}
