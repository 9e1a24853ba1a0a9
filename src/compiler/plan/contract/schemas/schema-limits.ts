import type { Json, JsonObject } from '#compiled/json.ts';
import type { SchemaLimit, SchemaType } from './flat-schema.ts';

const upperLimits = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** The limits of one schema, without those that have no effect. */
export function readLimits(schema: JsonObject): ReadonlyMap<string, SchemaLimit> {
  const limits = new Map<string, SchemaLimit>();
  for (const bound of ['minimum', 'maximum'] as const) {
    const limit = readBound(schema, bound);
    if (limit) limits.set(bound, limit);
  }
  for (const keyword of [...counts, 'multipleOf']) {
    const value = schema[keyword];
    const isIdle = value === 0 && !upperLimits.has(keyword);
    if (typeof value === 'number' && !isIdle) limits.set(keyword, { value, exclusive: false });
  }
  if (schema['uniqueItems'] === true) limits.set('uniqueItems', { value: 1, exclusive: false });
  return limits;
}

/** `exclusiveMinimum` is a flag next to `minimum` up to OpenAPI 3.0, and a bound from 3.1 on. */
function readBound(schema: JsonObject, keyword: 'minimum' | 'maximum'): SchemaLimit | undefined {
  const value = schema[keyword];
  const exclusive = schema[keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'];
  const own = isNumber(value) ? { value, exclusive: exclusive === true } : undefined;
  if (!isNumber(exclusive)) return own;
  const other = { value: exclusive, exclusive: true };
  return own ? tighterOf(keyword, own, other) : other;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number';
}

/** The limits of the values that two schemas allow. */
export function tightestLimits(
  a: ReadonlyMap<string, SchemaLimit>,
  b: ReadonlyMap<string, SchemaLimit>,
): ReadonlyMap<string, SchemaLimit> {
  const all = new Map(a);
  for (const [keyword, limit] of b) {
    const known = all.get(keyword);
    all.set(keyword, known ? tighterOf(keyword, known, limit) : limit);
  }
  return all;
}

function tighterOf(keyword: string, a: SchemaLimit, b: SchemaLimit): SchemaLimit {
  if (keyword === 'multipleOf') return included(leastMultiple(a.value, b.value));
  return compareLimits(keyword, a, b) === 'tighter' ? b : a;
}

/** How `head` compares to `base`; `other` if each allows values that the other rejects. */
export function compareLimits(
  keyword: string,
  base: SchemaLimit,
  head: SchemaLimit,
): 'same' | 'tighter' | 'looser' | 'other' {
  if (base.value === head.value) {
    if (base.exclusive === head.exclusive) return 'same';
    return head.exclusive ? 'tighter' : 'looser';
  }
  if (keyword === 'multipleOf') return compareFactors(base.value, head.value);
  return head.value < base.value === upperLimits.has(keyword) ? 'tighter' : 'looser';
}

/** Allows for the rounding error of dividing decimals. */
function compareFactors(base: number, head: number): 'tighter' | 'looser' | 'other' {
  if (isWhole(head / base)) return 'tighter';
  return isWhole(base / head) ? 'looser' : 'other';
}

function isWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 && Math.round(quotient) !== 0;
}

/** The limits of integers, in whole numbers: more than 0 is at least 1, and every integer is a multiple of 0.5. */
export function wholeLimits(limits: ReadonlyMap<string, SchemaLimit>): ReadonlyMap<string, SchemaLimit> {
  const whole = new Map(limits);
  const [minimum, maximum, factor] = ['minimum', 'maximum', 'multipleOf'].map((keyword) =>
    limits.get(keyword),
  );
  if (minimum)
    whole.set(
      'minimum',
      included(minimum.exclusive ? Math.floor(minimum.value) + 1 : Math.ceil(minimum.value)),
    );
  if (maximum)
    whole.set(
      'maximum',
      included(maximum.exclusive ? Math.ceil(maximum.value) - 1 : Math.floor(maximum.value)),
    );
  const divisor = factor && wholeFactor(factor.value);
  if (divisor === 1) whole.delete('multipleOf');
  else if (divisor !== undefined) whole.set('multipleOf', included(divisor));
  return whole;
}

function included(value: number): SchemaLimit {
  // Without a minus before zero.
  return { value: value + 0, exclusive: false };
}

/** The least number of which both are divisors. */
function leastMultiple(a: number, b: number): number {
  const denominator = Math.max(denominatorOf(a), denominatorOf(b));
  const [one, other] = [Math.round(a * denominator), Math.round(b * denominator)];
  return (one / greatestDivisor(one, other)) * (other / denominator);
}

/** The power of ten that makes a decimal number whole. */
function denominatorOf(factor: number): number {
  const [, decimals = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:e(.+))?$/.exec(String(factor)) ?? [];
  return 10 ** Math.max(0, decimals.length - Number(exponent));
}

/** The integers that are multiples of 1.5 are those of 3: of the numerator of the fraction in its lowest terms. */
function wholeFactor(factor: number): number {
  const denominator = denominatorOf(factor);
  const numerator = Math.round(factor * denominator);
  return numerator / greatestDivisor(numerator, denominator);
}

function greatestDivisor(a: number, b: number): number {
  return b > 0 ? greatestDivisor(b, a % b) : a;
}

/** The type of value that a limit applies to; of numbers, the type of which every one may be. */
export function typeOfLimit(keyword: string): SchemaType {
  if (keyword.endsWith('Length')) return 'string';
  if (keyword.endsWith('Items')) return 'array';
  return keyword.endsWith('Properties') ? 'object' : 'integer';
}

const bounds: Readonly<Partial<Record<SchemaType, readonly [string, string]>>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Whether the upper limit of one schema is below the lower limit of another, for values of a type. */
export function isLimitedBelow(
  type: SchemaType,
  one: ReadonlyMap<string, SchemaLimit>,
  other: ReadonlyMap<string, SchemaLimit>,
): boolean {
  const [lower = '', upper = ''] = bounds[type] ?? [];
  const [most, least] = [one.get(upper), other.get(lower)];
  if (!most || !least) return false;
  return most.value < least.value || (most.value === least.value && (most.exclusive || least.exclusive));
}
