/** The default number of seconds to wait after a 503: a restart, or the next attempt to reach a store, takes less. */
const seconds = '5';

/** When to try again, for answers that report an unavailable service (RFC 9110 section 15.6.4). */
export function retryAfter(status: number): Readonly<Record<string, string>> {
  return status === 503 ? { 'retry-after': seconds } : {};
}
