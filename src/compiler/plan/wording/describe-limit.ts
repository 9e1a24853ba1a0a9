import type { RateLimit } from '../../../compiled/manifest.ts';
import { count } from './describe-quantity.ts';

/** A unit of time, as it stands behind what is counted in it. */
export const each = { second: 'a second', minute: 'a minute', hour: 'an hour', day: 'a day' } as const;

/** `1000 requests a minute`; without a limit, `unlimited`. */
export function describeLimit(limit: RateLimit | undefined): string {
  if (!limit) return 'unlimited';
  const { requests, unit, burst, whenUnavailable } = limit;
  return [
    `${count(requests, 'request')} ${each[unit]}`,
    ...(burst === requests ? [] : [`${burst} at once`]),
    ...(whenUnavailable === 'allow' ? ['allowed where they cannot be counted'] : []),
  ].join(', ');
}

/** From what to what, no more than differs: `1000 → 500 requests a minute`. */
export function describeLimitChange(before: RateLimit | undefined, after: RateLimit | undefined): string {
  if (!before || !after) return `${describeLimit(before)} → ${describeLimit(after)}`;
  return Object.values(aspects)
    .map((describe) => describe(before, after))
    .filter((text) => text !== '')
    .join(', ');
}

type DescribeAspect = (before: RateLimit, after: RateLimit) => string;

/** Each member of a limit by the aspect that tells of it, so that none is forgotten. */
const aspects: { readonly [Name in Exclude<keyof RateLimit, 'unit'>]: DescribeAspect } = {
  requests: describeRates,
  burst: (before, after) =>
    before.burst === after.burst || (isPlain(before) && isPlain(after))
      ? ''
      : `${before.burst} → ${after.burst} at once`,
  whenUnavailable: (before, after) =>
    before.whenUnavailable === after.whenUnavailable
      ? ''
      : `${outcomes[before.whenUnavailable]} → ${outcomes[after.whenUnavailable]} where they cannot be counted`,
};

const outcomes = { allow: 'allowed', refuse: 'refused' } as const;

function describeRates(before: RateLimit, after: RateLimit): string {
  if (before.unit !== after.unit) {
    return `${count(before.requests, 'request')} ${each[before.unit]} → ${count(after.requests, 'request')} ${each[after.unit]}`;
  }
  if (before.requests === after.requests) return '';
  return `${before.requests} → ${count(after.requests, 'request')} ${each[after.unit]}`;
}

/** As many at once as in each unit, which goes without saying. */
function isPlain({ requests, burst }: RateLimit): boolean {
  return requests === burst;
}
