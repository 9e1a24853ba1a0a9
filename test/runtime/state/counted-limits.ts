import type { RateLimit } from '#compiled/manifest.ts';
import type { CountedLimit } from '#runtime/ports/rate-counters.ts';

/** A limit as compile would make it, on a key that no other test counts unless one is given. */
export function countBy(
  requests: number,
  unit: RateLimit['unit'],
  { key = crypto.randomUUID(), ...changes }: Partial<RateLimit> & { readonly key?: string } = {},
): CountedLimit {
  return { key, limit: { requests, unit, burst: requests, whenUnavailable: 'refuse', ...changes } };
}
