/** Seconds to wait after a 503; a restart, or the next attempt to reach the store, takes less. */
const seconds = '5';

/** The Retry-After header for a status; empty unless the service is unavailable (RFC 9110 section 15.6.4). */
export function retryAfter(status: number): Readonly<Record<string, string>> {
  return status === 503 ? { 'retry-after': seconds } : {};
}
