/** An upstream's answer that is well formed, and yet cannot be passed on. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
  readonly code = 'INVALID_ANSWER';
}
