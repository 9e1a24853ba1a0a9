import type { RateLimit } from '#compiled/manifest.ts';
import type { RateLimitDeclaration } from '#compiler/declaration/parts/rate-limit.ts';

/** A limit with its defaults filled in. */
export function compileLimit({ requests, unit, burst, whenUnavailable }: RateLimitDeclaration): RateLimit {
  return { requests, unit, burst: burst ?? requests, whenUnavailable: whenUnavailable ?? 'refuse' };
}
