/** An upstream's answer that is well formed, and yet cannot be passed on. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
  readonly code = 'INVALID_ANSWER';
}

/** The upstream closed a kept connection without a byte of an answer, perhaps before the request arrived. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
  readonly code = 'UPSTREAM_STALE_CONNECTION';
}
