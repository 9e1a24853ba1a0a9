import { maxLengthOf, minLengthOf } from '#openapi/schema/formats.ts';
import { allowsOnlyEmpty } from '../flatten/have-no-text.ts';
import { matchesPattern } from '../flatten/matches-pattern.ts';
import type { FlatSchema, SchemaLimit } from '../flat-schema.ts';
import { compareLimits, tightestLimits } from '../schema-limits.ts';

type Limits = ReadonlyMap<string, SchemaLimit>;

/** Patterns and formats are compared by themselves: a limit that says no more has no effect. */
export function withoutIdleLength(limits: Limits, schema: FlatSchema): Limits {
  const needed = withoutKnownLengths(limits, schema.formats);
  const isShortIdle = needed.get('minLength')?.value === 1 && refusesEmpty(schema);
  const isLongIdle = needed.has('maxLength') && allowsOnlyEmpty(schema);
  if (!isShortIdle && !isLongIdle) return needed;
  const idle = new Set([...(isShortIdle ? ['minLength'] : []), ...(isLongIdle ? ['maxLength'] : [])]);
  return new Map([...needed].filter(([keyword]) => !idle.has(keyword)));
}

function refusesEmpty({ patterns }: FlatSchema): boolean {
  return [...patterns].some((pattern) => !matchesPattern(pattern, ''));
}

/** The limits of a sender of texts, with what its patterns and formats say about their lengths beside a receiver's. */
export function withLengths(limits: Limits, schema: FlatSchema, receiver: Limits): Limits {
  return withFormats(withLength(limits, schema, receiver), schema, receiver);
}

/** A text of a format has a length, which matters beside the limits of the receiver. */
function withFormats(limits: Limits, { formats }: FlatSchema, receiver: Limits): Limits {
  if (formats.size === 0) return limits;
  const ofFormats = new Map([...lengthsOf(formats)].filter(([keyword]) => receiver.has(keyword)));
  return tightestLimits(withoutKnownLengths(limits, formats), ofFormats);
}

/** The limits without those that all texts of the formats meet. */
function withoutKnownLengths(limits: Limits, formats: ReadonlySet<string>): Limits {
  const known = lengthsOf(formats);
  return new Map(
    [...limits].filter(([keyword, limit]) => {
      const length = known.get(keyword);
      return !length || compareLimits(keyword, length, limit) === 'tighter';
    }),
  );
}

/** The limits of the lengths of texts of some formats. */
function lengthsOf(formats: ReadonlySet<string>): Limits {
  const least = Math.max(0, ...[...formats].map(minLengthOf));
  const most = Math.min(Infinity, ...[...formats].map(maxLengthOf));
  return new Map<string, SchemaLimit>([
    ...(least > 0 ? [['minLength', { value: least, exclusive: false }] as const] : []),
    ...(most < Infinity ? [['maxLength', { value: most, exclusive: false }] as const] : []),
  ]);
}

/** The shortest and longest text of such a pattern matter beside the limits of the receiver. */
function withLength(limits: Limits, schema: FlatSchema, receiver: Limits): Limits {
  const isEmpty = receiver.has('maxLength') && allowsOnlyEmpty(schema);
  const bounded = isEmpty ? new Map([...limits, ['maxLength', { value: 0, exclusive: false }]]) : limits;
  if (!receiver.has('minLength')) return isEmpty ? bounded : withoutIdleLength(limits, schema);
  if (limits.has('minLength') || !refusesEmpty(schema)) return bounded;
  return new Map([...bounded, ['minLength', { value: 1, exclusive: false }]]);
}
