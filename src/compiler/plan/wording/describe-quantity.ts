import type { RateLimit } from '#compiled/manifest.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A span of time in the largest unit that divides it: `14 days`, `90 seconds`, `1500 ms`. */
export function describeDuration(milliseconds: number): string {
  const unit = units.find(([, length]) => milliseconds !== 0 && milliseconds % length === 0);
  return unit ? count(milliseconds / unit[1], unit[0]) : `${milliseconds} ms`;
}

/** A number of bytes in the largest unit that divides it: `10 MiB`, `1500 bytes`. */
export function describeSize(bytes: number): string {
  const mebibyte = 1024 * 1024;
  if (bytes !== 0 && bytes % mebibyte === 0) return `${bytes / mebibyte} MiB`;
  if (bytes !== 0 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return count(bytes, 'byte');
}

/** `1 secret`, `2 secrets`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Units of time as they follow a count. */
const each = { second: 'a second', minute: 'a minute', hour: 'an hour', day: 'a day' } as const;

/** `1000 requests a minute`; without a limit, `unlimited`. */
export function describeLimit(limit: RateLimit | undefined): string {
  if (!limit) return 'unlimited';
  const { requests, unit, burst, whenUnavailable } = limit;
  return [
    `${count(requests, 'request')} ${each[unit]}`,
    ...(burst === requests ? [] : [`${burst} at once`]),
    ...(whenUnavailable === 'allow' ? ['allowed while counting is unavailable'] : []),
  ].join(', ');
}

/** Describes only the differences between two limits: `1000 → 500 requests a minute`. */
export function describeLimitChange(before: RateLimit | undefined, after: RateLimit | undefined): string {
  if (!before || !after) return `${describeLimit(before)} → ${describeLimit(after)}`;
  return Object.values(aspects)
    .map((describe) => describe(before, after))
    .filter((text) => text !== '')
    .join(', ');
}

type DescribeAspect = (before: RateLimit, after: RateLimit) => string;

/** Describes the change of each member of a limit; the type makes the compiler report a missing member. */
const aspects: { readonly [Name in Exclude<keyof RateLimit, 'unit'>]: DescribeAspect } = {
  requests: describeRates,
  burst: (before, after) =>
    before.burst === after.burst || (isPlain(before) && isPlain(after))
      ? ''
      : `${before.burst} → ${after.burst} at once`,
  whenUnavailable: (before, after) =>
    before.whenUnavailable === after.whenUnavailable
      ? ''
      : `${outcomes[before.whenUnavailable]} → ${outcomes[after.whenUnavailable]} while counting is unavailable`,
};

const outcomes = { allow: 'allowed', refuse: 'rejected' } as const;

function describeRates(before: RateLimit, after: RateLimit): string {
  if (before.unit !== after.unit) {
    return `${count(before.requests, 'request')} ${each[before.unit]} → ${count(after.requests, 'request')} ${each[after.unit]}`;
  }
  if (before.requests === after.requests) return '';
  return `${before.requests} → ${count(after.requests, 'request')} ${each[after.unit]}`;
}

/** Whether the burst is the default, which is not mentioned. */
function isPlain({ requests, burst }: RateLimit): boolean {
  return requests === burst;
}

type Limit = RateLimit | undefined;

/** The effect of a changed limit of one application: `can make 500 requests a minute of DogPark/v1 instead of 1000`. */
export function describeAllowance(before: Limit, after: Limit, what: string): string {
  if (hasSameRate(before, after)) return describeDetail(before, after, what);
  return `can make ${rateOf(after)} of ${what} instead of ${earlierRate(before, after)}`;
}

/**
 * The effect of a changed limit that all callers share, such as `shares 500 requests a minute of DogPark/v1 with all
 * others instead of 1000`.
 */
export function describeSharedAllowance(before: Limit, after: Limit, what: string): string {
  if (hasSameRate(before, after)) return describeDetail(before, after, what);
  const earlier = earlierRate(before, after);
  return after
    ? `shares ${rateOf(after)} of ${what} with all others instead of ${earlier}`
    : `can make any number of requests of ${what} instead of sharing ${earlier} with all others`;
}

function hasSameRate(before: Limit, after: Limit): boolean {
  return before?.requests === after?.requests && before?.unit === after?.unit;
}

function describeDetail(before: Limit, after: Limit, what: string): string {
  if (before && after && before.burst !== after.burst) {
    return `can make ${count(after.burst, 'request')} of ${what} at once instead of ${before.burst}`;
  }
  const outcome = after?.whenUnavailable === 'allow' ? 'allowed' : 'rejected';
  return `has calls of ${what} ${outcome} while counting is unavailable`;
}

function rateOf(limit: Limit): string {
  return limit ? `${count(limit.requests, 'request')} ${each[limit.unit]}` : 'any number of requests';
}

function earlierRate(before: Limit, after: Limit): string {
  if (!before) return 'any number';
  return before.unit === after?.unit ? `${before.requests}` : `${before.requests} ${each[before.unit]}`;
}
