/** A response of an upstream that is malformed or cannot be passed on. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly code = 'INVALID_ANSWER';
}

/** The upstream closed a reused connection without a byte of a response, perhaps before the request arrived. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
  readonly code = 'UPSTREAM_STALE_CONNECTION';
}
