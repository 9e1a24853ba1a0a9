import { type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import type { FlatSchema, Located, SchemaLimit, SchemaType } from './facts/flat-schema.ts';
import { compareFactors, leastMultiple, wholeFactor } from './facts/multiples.ts';
import type { KeywordComparison, Limits } from './facts/schema-meaning.ts';
import type { KeywordFamily } from './keyword-family.ts';

const none: Limits = new Map();

/** Bounds, lengths and counts: `minimum`, `maxLength`, `uniqueItems` and similar keywords. */
export const limits = {
  name: 'limits',
  none,
  read: ({ value }) => readLimits(value),
  merge: tightestLimits,
  onlyFor: (types, { limits: all }) =>
    new Map([...all].filter(([keyword]) => types.has(typeOfLimit(keyword)))),
  allows(value, { limits: all }) {
    for (const [keyword, limit] of all) if (!isInLimit(value, keyword, limit)) return false;
    return true;
  },
  areDisjoint: (type, a, b) =>
    isLimitedBelow(type, a.limits, b.limits) || isLimitedBelow(type, b.limits, a.limits),
  report: reportLimits,
  borders: {
    minimum: 'numbers',
    maximum: 'numbers',
    exclusiveMinimum: 'numbers',
    exclusiveMaximum: 'numbers',
    multipleOf: 'factors',
    minLength: 'lengths',
    maxLength: 'lengths',
    minItems: 'counts',
    maxItems: 'counts',
    minProperties: 'counts',
    maxProperties: 'counts',
  },
} satisfies KeywordFamily<Limits>;

const upperLimits = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** The limits that one schema declares, without those that have no effect, such as `minLength: 0`. */
export function readLimits(schema: JsonObject): Limits {
  const found = new Map<string, SchemaLimit>();
  for (const bound of ['minimum', 'maximum'] as const) {
    const limit = readBound(schema, bound);
    if (limit) found.set(bound, limit);
  }
  for (const keyword of [...counts, 'multipleOf']) {
    const value = schema[keyword];
    const isIdle = value === 0 && !upperLimits.has(keyword);
    if (typeof value === 'number' && !isIdle) found.set(keyword, { value, exclusive: false });
  }
  if (schema['uniqueItems'] === true) found.set('uniqueItems', { value: 1, exclusive: false });
  return found;
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
export function tightestLimits(a: Limits, b: Limits): Limits {
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

/** For each of the merged limits, the schema that declares it. */
export function tightestOrigins(leaves: readonly Located[], all: Limits): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>();
  for (const [keyword, limit] of all) {
    const tightest = leaves.find(({ value }) => sameJson(readLimits(value).get(keyword), limit));
    if (tightest && tightest.value[keyword] !== undefined) found.set(keyword, tightest);
  }
  return found;
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

/**
 * Converts limits to whole numbers, for integers: more than 0 becomes at least 1, and `multipleOf: 0.5` has no effect.
 */
export function wholeLimits(all: Limits): Limits {
  const whole = new Map(all);
  const [minimum, maximum, factor] = ['minimum', 'maximum', 'multipleOf'].map((keyword) => all.get(keyword));
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

/** A limit that includes its value. */
export function included(value: number): SchemaLimit {
  // Adding 0 turns -0 into 0.
  return { value: value + 0, exclusive: false };
}

/**
 * The type of value that a limit applies to. For numbers it is `integer`, which is in every set of types with `number`.
 */
function typeOfLimit(keyword: string): SchemaType {
  if (keyword.endsWith('Length')) return 'string';
  if (keyword.endsWith('Items')) return 'array';
  return keyword.endsWith('Properties') ? 'object' : 'integer';
}

function isInLimit(value: Json, keyword: string, { value: limit, exclusive }: SchemaLimit): boolean {
  const size = sizeFor(keyword, value);
  if (size === undefined) return true;
  if (keyword === 'multipleOf') return Math.abs(size / limit - Math.round(size / limit)) < 1e-6;
  if (size === limit) return !exclusive;
  return keyword.startsWith('max') ? size < limit : size > limit;
}

/** The number that a limit is compared with; undefined if it does not apply to the value. */
function sizeFor(keyword: string, value: Json): number | undefined {
  if (typeof value === 'number') return /^(minimum|maximum|multipleOf)$/.test(keyword) ? value : undefined;
  if (typeof value === 'string') return keyword.endsWith('Length') ? [...value].length : undefined;
  if (Array.isArray(value))
    return keyword.endsWith('Items') && keyword !== 'uniqueItems' ? value.length : undefined;
  if (typeof value === 'object' && value !== null)
    return keyword.endsWith('Properties') ? Object.keys(value).length : undefined;
  return undefined;
}

const bounds: Readonly<Partial<Record<SchemaType, readonly [string, string]>>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Whether the upper limit of one schema is below the lower limit of another, for values of a type. */
function isLimitedBelow(type: SchemaType, one: Limits, other: Limits): boolean {
  const [lower = '', upper = ''] = bounds[type] ?? [];
  const [most, least] = [one.get(upper), other.get(lower)];
  if (!most || !least) return false;
  return most.value < least.value || (most.value === least.value && (most.exclusive || least.exclusive));
}

/** The types of which some values are within the limits. */
export function typesWithin(types: ReadonlySet<SchemaType>, all: Limits): ReadonlySet<SchemaType> {
  if (all.size === 0) return types;
  const ofIntegers = types.has('number') ? all : wholeLimits(all);
  const limitsOf = (type: SchemaType) => (type === 'integer' ? ofIntegers : all);
  return new Set([...types].filter((type) => !isLimitedBelow(type, limitsOf(type), limitsOf(type))));
}

/** The types of a schema, without `number` if `multipleOf` is a whole number, since every such number is an integer. */
export function meantTypes({ types, limits: all }: FlatSchema): ReadonlySet<SchemaType> {
  return Number.isInteger(all.get('multipleOf')?.value) ? withoutNumber(types) : types;
}

/**
 * Like `meantTypes`, but a number that can only be one whole number also counts as an integer if the other schema
 * allows integers only.
 */
export function typesNextTo(schema: FlatSchema, other: FlatSchema): ReadonlySet<SchemaType> {
  const [minimum, maximum] = [schema.limits.get('minimum')?.value, schema.limits.get('maximum')?.value];
  const isOneWhole = Number.isInteger(minimum) && minimum === maximum;
  const types = meantTypes(schema);
  return isOneWhole && !meantTypes(other).has('number') ? withoutNumber(types) : types;
}

function withoutNumber(types: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set([...types].filter((type) => type !== 'number'));
}

/** The least length or count of a schema; 0 without one. */
export function lowerLimit(
  keyword: 'minItems' | 'minLength' | 'minProperties',
  { limits: all }: Pick<FlatSchema, 'limits'>,
): number {
  return all.get(keyword)?.value ?? 0;
}

/** The largest length or count of a schema; infinite without one. */
export function upperLimit(
  keyword: 'maxItems' | 'maxLength' | 'maxProperties',
  { limits: all }: Pick<FlatSchema, 'limits'>,
): number {
  return all.get(keyword)?.value ?? Infinity;
}

export function hasDifferentItems({ limits: all }: FlatSchema): boolean {
  return all.has('uniqueItems');
}

/** Whether a schema has no limits except a `minItems` of at most 1. */
export function allowsAnyCount({ limits: all }: FlatSchema): boolean {
  return [...all].every(([keyword, { value }]) => keyword === 'minItems' && value <= 1);
}

/** Whether a schema has both bounds, and they are within a range. */
export function isWithinRange(
  { limits: all }: FlatSchema,
  [lowest, highest]: readonly [number, number],
): boolean {
  const [minimum, maximum] = [all.get('minimum')?.value, all.get('maximum')?.value];
  return minimum !== undefined && minimum >= lowest && maximum !== undefined && maximum <= highest;
}

function reportLimits(comparison: KeywordComparison): void {
  const { facts, base, head, meaning } = comparison;
  const [sent, known] = facts.direction === 'request' ? [base, head] : [head, base];
  const receiver = meaning.withoutImplied(limitsNextTo(known, sent), known, comparison);
  const sender = meaning.withImplied(limitsNextTo(sent, known), sent, receiver, comparison);
  const [before, after] = facts.direction === 'request' ? [sender, receiver] : [receiver, sender];
  for (const keyword of new Set([...before.keys(), ...after.keys()].toSorted()))
    reportLimit(comparison, keyword, [before.get(keyword), after.get(keyword)]);
}

/**
 * The effective limits of a schema, comparable with those of another one: limits of integers become whole numbers, and
 * get an explicit `multipleOf: 1` if the other schema has a `multipleOf` for numbers.
 */
function limitsNextTo(schema: FlatSchema, other: FlatSchema): Limits {
  if (!isWhole(schema)) return schema.limits;
  const whole = wholeLimits(schema.limits);
  const isNextToFactor = !isWhole(other) && other.limits.has('multipleOf');
  if (!isNextToFactor || whole.has('multipleOf')) return whole;
  return new Map([...whole, ['multipleOf', included(1)]]);
}

function isWhole(schema: FlatSchema): boolean {
  const types = meantTypes(schema);
  return types.has('integer') && !types.has('number');
}

function reportLimit(
  comparison: KeywordComparison,
  keyword: string,
  [before, after]: readonly [SchemaLimit | undefined, SchemaLimit | undefined],
): void {
  const { facts, base, head } = comparison;
  // Reports show the limits as written; the keywords that imply further limits are compared separately.
  const [old, now] = [base.limits.get(keyword), head.limits.get(keyword)];
  if (sameJson({ ...old }, { ...now })) return;
  const order = orderOf(keyword, before ?? old, after ?? now);
  if (order === 'same') return;
  const written = keywordOfLimit(keyword, base, head);
  const detail = { before: old?.value, after: now?.value, of: keyword, keyword: written };
  if (!old) {
    // A new limit counts as added, which is less severe than tightened, unless it refuses every value. If other
    // keywords implied a tighter limit before, it counts as loosened.
    const added = order === 'looser' ? 'limit-loosened' : 'limit-added';
    const part = `${keyword} ${now?.value}`;
    const id = leavesNone(keyword, comparison) ? 'limit-tightened' : added;
    return facts.report(id, { ...detail, action: 'add', part, what: 'was added' });
  }
  if (!now) {
    const part = `${keyword} ${old.value}`;
    const id = order === 'tighter' ? 'limit-tightened' : 'limit-removed';
    return facts.report(id, { ...detail, action: 'remove', part, what: 'was removed' });
  }
  const what = `${showLimit(old)} → ${showLimit(now)}`;
  // If neither limit includes the other, the change is breaking in both directions.
  const isTighter = order === 'other' ? facts.direction === 'request' : order === 'tighter';
  const limit = { keyword, before: old, after: now };
  facts.report(isTighter ? 'limit-tightened' : 'limit-loosened', { ...detail, part: keyword, what, limit });
}

/** Receiver limits for which `withImplied` adds both counts of properties. */
const countsOfProperties: Limits = new Map([
  ['minProperties', included(0)],
  ['maxProperties', included(0)],
]);

/** Whether the receiver's limits refuse every value that the sender sends. */
function leavesNone(keyword: string, comparison: KeywordComparison): boolean {
  const { facts, base, head, meaning } = comparison;
  const [sent, known] = facts.direction === 'request' ? [base, head] : [head, base];
  const type = typeOfLimit(keyword);
  const all =
    type === 'object' ? meaning.withImplied(sent.limits, sent, countsOfProperties, comparison) : sent.limits;
  return isLimitedBelow(type, all, known.limits) || isLimitedBelow(type, known.limits, all);
}

/** How a limit changes; a missing limit allows every value. */
function orderOf(
  keyword: string,
  before: SchemaLimit | undefined,
  after: SchemaLimit | undefined,
): ReturnType<typeof compareLimits> {
  if (before && after) return compareLimits(keyword, before, after);
  return after ? 'tighter' : 'looser';
}

function showLimit({ value, exclusive }: SchemaLimit): string {
  return exclusive ? `${value} (exclusive)` : String(value);
}

/** The keyword that declares a limit; from OpenAPI 3.1 on, a bound may be in `exclusiveMinimum` only. */
function keywordOfLimit(keyword: string, base: FlatSchema, head: FlatSchema): string {
  if (keyword !== 'minimum' && keyword !== 'maximum') return keyword;
  const isPlain = [base, head].some(({ origins }) => origins.has(keyword));
  return isPlain ? keyword : keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
}
