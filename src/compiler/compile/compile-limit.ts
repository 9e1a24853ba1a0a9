import type { RateLimit } from '../../compiled/manifest.ts';
import type { RateLimitDeclaration } from '../declaration/rate-limit.ts';

/** A limit with its burst filled in. */
export function compileLimit({ requests, unit, burst }: RateLimitDeclaration): RateLimit {
  return { requests, unit, burst: burst ?? requests };
}
