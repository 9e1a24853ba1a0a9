import type { ManifestTier, RateLimit } from '#compiled/manifest.ts';

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules('en');

/** A formatted count: `1,204`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A short formatted count: `1.2K`. */
export function formatShortCount(count: number): string {
  return compact.format(count);
}

/** The word that fits a count: `is` for 1, `are` for all others. */
export function wordFor(count: number, one: string, other = `${one}s`): string {
  return plurals.select(count) === 'one' ? one : other;
}

/** A count with its noun: `1 request`, `1,204 requests`. */
export function countOf(count: number, one: string, other?: string): string {
  return `${formatCount(count)} ${wordFor(count, one, other)}`;
}

const each = { second: 'a second', minute: 'a minute', hour: 'an hour', day: 'a day' } as const;

/** The numbers of a limit: `1,000 requests a minute, bursts of 200`. The usual burst is not mentioned. */
export function describeLimit({
  requests,
  unit,
  burst = requests,
}: Pick<RateLimit, 'requests' | 'unit'> & Partial<RateLimit>): string {
  const rate = `${countOf(requests, 'request')} ${each[unit]}`;
  return burst === requests ? rate : `${rate}, bursts of ${formatCount(burst)}`;
}

/** The numbers of a tier: `1,000 requests a minute, 5 calls at a time`. */
export function describeTier({ limit, maxConcurrentCalls: most }: Omit<ManifestTier, 'name'>): string {
  const rate = limit ? describeLimit(limit) : 'no limit';
  return most === undefined ? rate : `${rate}, ${countOf(most, 'call')} at a time`;
}

/** A tier with its numbers, where it is named or chosen: `gold: 1,000 requests a minute`. */
export function nameTier(tier: ManifestTier): string {
  return `${tier.name}: ${describeTier(tier)}`;
}
