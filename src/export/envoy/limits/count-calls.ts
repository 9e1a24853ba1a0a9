import type { Compiled } from '#compiled/compiled.ts';
import type { RateLimit } from '#compiled/manifest.ts';
import { limitHeaders } from './limit-headers.ts';
import { limitKinds, limitName, type LimitKind } from './limit-name.ts';

/** The smallest number of counters, for tables with few subscriptions. */
const leastCounters = 100_000;

/**
 * The filter that counts calls, with a token bucket for each limit and subject. The program sets headers that name the
 * limits of a call and their subjects, so that a new subscription does not change the filter.
 */
export function countCalls(table: Compiled) {
  const limits = listLimits(table);
  const kinds = limitKinds.filter((kind) => limits.some(([own]) => own === kind));
  return {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit',
    stat_prefix: 'gatewright',
    filter_enabled: always,
    filter_enforced: always,
    always_consume_default_token_bucket: false,
    token_bucket: { max_tokens: unlimited, tokens_per_fill: unlimited, fill_interval: '1s' },
    max_dynamic_descriptors: Math.max(leastCounters, roundUp(2 * table.manifest.subscriptions.length)),
    descriptors: limits.map(describeLimit),
    rate_limits: kinds.map((kind) => {
      const { limit, subject } = limitHeaders(kind);
      return {
        actions: [fromHeader(kind, limit), fromHeader('subject', subject)],
        // Sends limit headers only for limits that apply, since the filter also counts calls that nothing limits.
        x_ratelimit_option: 'DRAFT_VERSION_03',
      };
    }),
  };
}

/** Rounds up to a power of two, since each change of the number resets all counters. */
function roundUp(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

const always = { default_value: { numerator: 100, denominator: 'HUNDRED' } };

/** The largest value of a 32-bit field: the limit of calls that nothing limits. */
const unlimited = 4_294_967_295;

function fromHeader(descriptorKey: string, name: string) {
  return { request_headers: { descriptor_key: descriptorKey, header_name: name } };
}

type KindOfLimit = readonly [kind: LimitKind, limit: RateLimit];

/** All limits of a table without duplicates, however many subjects they apply to. */
function listLimits({ manifest, apis }: Compiled): readonly KindOfLimit[] {
  const limits = new Map<string, KindOfLimit>();
  const add = (kind: LimitKind, limit: RateLimit | undefined) => {
    if (limit) limits.set(`${kind} ${limitName(limit)}`, [kind, limit]);
  };
  for (const { limit } of manifest.tiers) add('subscription', limit);
  for (const { limit } of manifest.applications) add('application', limit);
  for (const { part } of manifest.apis) {
    const api = apis.get(part);
    add('address', api?.addressLimit);
    add('api', api?.limit);
    for (const { limit } of api?.operations ?? []) add('operation', limit);
  }
  return [...limits.values()];
}

const secondsPerUnit: Readonly<Record<RateLimit['unit'], number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};

/** The descriptor of a limit. Its entry without a value matches every subject, and gives each its own bucket. */
function describeLimit([kind, limit]: KindOfLimit) {
  const { requests, unit, burst } = limit;
  return {
    entries: [{ key: kind, value: limitName(limit) }, { key: 'subject' }],
    token_bucket: {
      max_tokens: burst,
      tokens_per_fill: requests,
      fill_interval: `${secondsPerUnit[unit]}s`,
    },
  };
}
