import type { RateLimit } from '../../../compiled/manifest.ts';
import { each } from './describe-limit.ts';
import { count } from './describe-quantity.ts';

/** What another limit means for who is held to it: `may make 500 requests a minute of DogPark/v1 instead of 1000`. */
export function describeAllowance(
  before: RateLimit | undefined,
  after: RateLimit | undefined,
  what: string,
): string {
  if (before?.requests !== after?.requests || before?.unit !== after?.unit) {
    return `may make ${rateOf(after)} of ${what} instead of ${earlierRate(before, after)}`;
  }
  if (before && after && before.burst !== after.burst) {
    return `may make ${count(after.burst, 'request')} of ${what} at once instead of ${before.burst}`;
  }
  const outcome = after?.whenUnavailable === 'allow' ? 'let pass' : 'refused';
  return `has calls of ${what} ${outcome} where they cannot be counted`;
}

function rateOf(limit: RateLimit | undefined): string {
  return limit ? `${count(limit.requests, 'request')} ${each[limit.unit]}` : 'any number of requests';
}

function earlierRate(before: RateLimit | undefined, after: RateLimit | undefined): string {
  if (!before) return 'any number';
  return before.unit === after?.unit ? `${before.requests}` : `${before.requests} ${each[before.unit]}`;
}
