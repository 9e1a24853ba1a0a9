import { maxLengthOf, minLengthOf } from '../../../../../openapi/schema/formats.ts';
import { allowsOnlyEmpty } from '../flatten/have-no-text.ts';
import { matchesPattern } from '../flatten/matches-pattern.ts';
import type { FlatSchema, SchemaLimit } from '../flat-schema.ts';
import { tightestLimits } from '../schema-limits.ts';

type Limits = ReadonlyMap<string, SchemaLimit>;

/** A pattern is compared by itself: if it refuses the empty text, or allows no other, a limit may have no effect. */
export function withoutIdleLength(limits: Limits, schema: FlatSchema): Limits {
  const isShortIdle = limits.get('minLength')?.value === 1 && refusesEmpty(schema);
  const isLongIdle = limits.has('maxLength') && allowsOnlyEmpty(schema);
  if (!isShortIdle && !isLongIdle) return limits;
  const idle = new Set([...(isShortIdle ? ['minLength'] : []), ...(isLongIdle ? ['maxLength'] : [])]);
  return new Map([...limits].filter(([keyword]) => !idle.has(keyword)));
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
  const least = Math.max(0, ...[...formats].map(minLengthOf));
  const most = Math.min(Infinity, ...[...formats].map(maxLengthOf));
  const lengths = new Map<string, SchemaLimit>();
  if (receiver.has('minLength') && least > 0) lengths.set('minLength', { value: least, exclusive: false });
  if (receiver.has('maxLength') && most < Infinity)
    lengths.set('maxLength', { value: most, exclusive: false });
  return tightestLimits(limits, lengths);
}

/** The shortest and longest text of such a pattern matter beside the limits of the receiver. */
function withLength(limits: Limits, schema: FlatSchema, receiver: Limits): Limits {
  const isEmpty = receiver.has('maxLength') && allowsOnlyEmpty(schema);
  const bounded = isEmpty ? new Map([...limits, ['maxLength', { value: 0, exclusive: false }]]) : limits;
  if (!receiver.has('minLength')) return isEmpty ? bounded : withoutIdleLength(limits, schema);
  if (limits.has('minLength') || !refusesEmpty(schema)) return bounded;
  return new Map([...bounded, ['minLength', { value: 1, exclusive: false }]]);
}
