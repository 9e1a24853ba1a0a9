import type { RateLimit } from '../../../compiled/manifest.ts';
import { each } from './describe-limit.ts';
import { count } from './describe-quantity.ts';

type Limit = RateLimit | undefined;

/** What another limit means for who has it alone: `may make 500 requests a minute of DogPark/v1 instead of 1000`. */
export function describeAllowance(before: Limit, after: Limit, what: string): string {
  if (hasSameRate(before, after)) return describeDetail(before, after, what);
  return `may make ${rateOf(after)} of ${what} instead of ${earlierRate(before, after)}`;
}

/** What another limit means for who shares it: `shares 500 requests a minute of DogPark/v1 with all others instead of 1000`. */
export function describeSharedAllowance(before: Limit, after: Limit, what: string): string {
  if (hasSameRate(before, after)) return describeDetail(before, after, what);
  const earlier = earlierRate(before, after);
  return after
    ? `shares ${rateOf(after)} of ${what} with all others instead of ${earlier}`
    : `may make any number of requests of ${what} instead of sharing ${earlier} with all others`;
}

function hasSameRate(before: Limit, after: Limit): boolean {
  return before?.requests === after?.requests && before?.unit === after?.unit;
}

function describeDetail(before: Limit, after: Limit, what: string): string {
  if (before && after && before.burst !== after.burst) {
    return `may make ${count(after.burst, 'request')} of ${what} at once instead of ${before.burst}`;
  }
  const outcome = after?.whenUnavailable === 'allow' ? 'let pass' : 'refused';
  return `has calls of ${what} ${outcome} where they cannot be counted`;
}

function rateOf(limit: Limit): string {
  return limit ? `${count(limit.requests, 'request')} ${each[limit.unit]}` : 'any number of requests';
}

function earlierRate(before: Limit, after: Limit): string {
  if (!before) return 'any number';
  return before.unit === after?.unit ? `${before.requests}` : `${before.requests} ${each[before.unit]}`;
}
