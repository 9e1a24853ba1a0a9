/** How many seconds to wait after a 503, unless more is known: a restart, or the next try of a store, takes less. */
const seconds = '5';

/** When to try again, for answers that say that something is unavailable (RFC 9110 section 15.6.4). */
export function retryAfter(status: number): Readonly<Record<string, string>> {
  return status === 503 ? { 'retry-after': seconds } : {};
}
