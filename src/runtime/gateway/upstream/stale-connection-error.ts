/** The upstream closed a kept connection without a byte of an answer, perhaps before the request arrived. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
  readonly code = 'UPSTREAM_STALE_CONNECTION';
}
