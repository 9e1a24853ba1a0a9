import { sameJson } from '#compiled/json.ts';
import { areDisjoint } from '../choices/are-disjoint.ts';
import type { FlatSchema, SchemaLimit, SchemaNode } from '../flat-schema.ts';
import type { Direction, SchemaFacts } from '../schema-fact.ts';
import { compareLimits, isLimitedBelow, tightestLimits, typeOfLimit, wholeLimits } from '../schema-limits.ts';
import { meantTypes } from './compare-types.ts';
import { withLengths, withoutIdleLength } from './lengths-of-texts.ts';

export function compareAllLimits(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [sent, known] = facts.direction === 'request' ? [base, head] : [head, base];
  const limits = withoutIdleLength(limitsOf(known, sent), known);
  const receiver = withoutUnique(withoutIdleCount(limits, known, facts.direction), known, facts.direction);
  const different = withUnique(
    withLengths(limitsOf(sent, known), sent, receiver),
    sent,
    receiver,
    facts.direction,
  );
  const counted = withRequiredCount(different, sent, receiver, facts.direction);
  const named = receiver.has('maxProperties') ? withAllNames(counted, sent, facts.direction) : counted;
  const sender = withLastItem(named, sent, receiver, facts.direction);
  const [before, after] = facts.direction === 'request' ? [sender, receiver] : [receiver, sender];
  for (const keyword of new Set([...before.keys(), ...after.keys()].toSorted()))
    compareLimit(facts, keyword, {
      base,
      head,
      before: before.get(keyword),
      after: after.get(keyword),
      isNever: leavesNone(keyword, [sent, known], facts.direction),
    });
}

type Limits = ReadonlyMap<string, SchemaLimit>;

/** Whether the limits of a receiver refuse all that is sent. */
function leavesNone(
  keyword: string,
  [sent, known]: readonly [FlatSchema, FlatSchema],
  direction: Direction,
): boolean {
  const least = { value: sent.required[direction].size, exclusive: false };
  const all = tightestLimits(withAllNames(sent.limits, sent, direction), new Map([['minProperties', least]]));
  const type = typeOfLimit(keyword);
  return isLimitedBelow(type, all, known.limits) || isLimitedBelow(type, known.limits, all);
}

/** A list of at most one item has different items. */
function mayHaveSeveral(limits: Limits, schema: FlatSchema, direction: Direction): boolean {
  return (limits.get('maxItems')?.value ?? Infinity) > 1 && countPossible(schema, direction) > 1;
}

function withoutUnique(limits: Limits, schema: FlatSchema, direction: Direction): Limits {
  if (!limits.has('uniqueItems') || mayHaveSeveral(limits, schema, direction)) return limits;
  return new Map([...limits].filter(([keyword]) => keyword !== 'uniqueItems'));
}

function withUnique(limits: Limits, schema: FlatSchema, receiver: Limits, direction: Direction): Limits {
  const unique = receiver.get('uniqueItems');
  if (!unique) return withoutUnique(limits, schema, direction);
  return mayHaveSeveral(limits, schema, direction) ? limits : new Map([...limits, ['uniqueItems', unique]]);
}

/** How many items there may be before one that can have no value. */
function countPossible({ types, items, tuple }: FlatSchema, direction: Direction): number {
  if (!types.has('array')) return Infinity;
  const isNever = (item: SchemaNode) => areDisjoint(item, item, direction);
  const end = tuple.findIndex(isNever);
  if (end >= 0) return end;
  return items && isNever(items) ? tuple.length : Infinity;
}

/** The count of required names, which are compared by themselves, may leave `minProperties` no effect. */
function withoutIdleCount(limits: Limits, { required }: FlatSchema, direction: Direction): Limits {
  const least = limits.get('minProperties')?.value ?? Infinity;
  if (least > required[direction].size) return limits;
  return new Map([...limits].filter(([keyword]) => keyword !== 'minProperties'));
}

/** An object has at least as many properties as it requires, which matters beside the least count of its receiver. */
function withRequiredCount(
  limits: Limits,
  schema: FlatSchema,
  receiver: Limits,
  direction: Direction,
): Limits {
  const [least, count] = [limits.get('minProperties')?.value ?? 0, schema.required[direction].size];
  if (count < least || count === 0) return limits;
  if (!receiver.has('minProperties')) return withoutIdleCount(limits, schema, direction);
  return new Map([...limits, ['minProperties', { value: count, exclusive: false }]]);
}

/** A closed object has at most all its properties that can have a value. */
function withAllNames(
  limits: Limits,
  { additional, properties, patternProperties }: FlatSchema,
  direction: Direction,
): Limits {
  if (additional !== 'closed' || patternProperties.size > 0) return limits;
  const possible = [...properties.values()].filter((one) => !areDisjoint(one, one, direction));
  return tightestLimits(limits, new Map([['maxProperties', { value: possible.length, exclusive: false }]]));
}

/**
 * A list ends before an item that can have no value, and has as many different items as there are values, which matters
 * beside the largest count of its receiver.
 */
function withLastItem(limits: Limits, schema: FlatSchema, receiver: Limits, direction: Direction): Limits {
  if (!receiver.has('maxItems')) return limits;
  const most = Math.min(countPossible(schema, direction), countDifferent(schema));
  if (most === Infinity) return limits;
  return tightestLimits(limits, new Map([['maxItems', { value: most, exclusive: false }]]));
}

/** How many different items a list has at most: as many as there are values, if they are listed or booleans. */
function countDifferent({ types, limits, items, tuple }: FlatSchema): number {
  if (!types.has('array') || !limits.has('uniqueItems') || !items || tuple.length > 0) return Infinity;
  const { values, nullable, types: kinds } = items.flat;
  const isBoolean = [...kinds].every((kind) => kind === 'boolean');
  return (values?.size ?? (isBoolean ? 2 : Infinity)) + (nullable ? 1 : 0);
}

/** What the limits of a schema mean for the numbers that it allows, beside those of another one. */
function limitsOf(schema: FlatSchema, other: FlatSchema): Limits {
  if (!isWhole(schema)) return schema.limits;
  const limits = wholeLimits(schema.limits);
  const isBesideFactor = !isWhole(other) && other.limits.has('multipleOf');
  if (!isBesideFactor || limits.has('multipleOf')) return limits;
  return new Map([...limits, ['multipleOf', { value: 1, exclusive: false }]]);
}

function isWhole(schema: FlatSchema): boolean {
  const types = meantTypes(schema);
  return types.has('integer') && !types.has('number');
}

interface LimitPair {
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  readonly before: SchemaLimit | undefined;
  readonly after: SchemaLimit | undefined;
  /** Whether no value fits the limits of both sides. */
  readonly isNever: boolean;
}

function compareLimit(facts: SchemaFacts, keyword: string, pair: LimitPair): void {
  const { base, head, before, after, isNever } = pair;
  // People see the limits as they are written; what else limits the values is compared by itself.
  const [old, now] = [base.limits.get(keyword), head.limits.get(keyword)];
  if (sameJson({ ...old }, { ...now })) return;
  const order = orderOf(keyword, before ?? old, after ?? now);
  if (order === 'same') return;
  const detail = {
    before: old?.value,
    after: now?.value,
    of: keyword,
    keyword: keywordOfLimit(keyword, base, head),
  };
  if (!old) {
    // That some values are refused may go unnoticed, but not that all are; others may have refused more before.
    const added = order === 'looser' ? 'limit-loosened' : 'limit-added';
    return facts.report(isNever ? 'limit-tightened' : added, {
      ...detail,
      action: 'add',
      part: `${keyword} ${now?.value}`,
      what: 'was added',
    });
  }
  if (!now) {
    return facts.report(order === 'tighter' ? 'limit-tightened' : 'limit-removed', {
      ...detail,
      action: 'remove',
      part: `${keyword} ${old.value}`,
      what: 'was removed',
    });
  }
  const what = `${showLimit(old)} → ${showLimit(now)}`;
  // If neither limit includes the other, the change is breaking in both directions.
  const isTighter = order === 'other' ? facts.direction === 'request' : order === 'tighter';
  facts.report(isTighter ? 'limit-tightened' : 'limit-loosened', {
    ...detail,
    part: keyword,
    what,
    limit: { keyword, before: old, after: now },
  });
}

/** How the values that a limit leaves change. */
function orderOf(
  keyword: string,
  before: SchemaLimit | undefined,
  after: SchemaLimit | undefined,
): ReturnType<typeof compareLimits> {
  if (before && after) return compareLimits(keyword, before, after);
  return after ? 'tighter' : 'looser';
}

function showLimit({ value, exclusive }: { readonly value: number; readonly exclusive: boolean }): string {
  return exclusive ? `${value} (exclusive)` : String(value);
}

/** A bound of OpenAPI 3.1 may be in `exclusiveMinimum` only. */
function keywordOfLimit(keyword: string, base: FlatSchema, head: FlatSchema): string {
  if (keyword !== 'minimum' && keyword !== 'maximum') return keyword;
  const isPlain = [base, head].some(({ origins }) => origins.has(keyword));
  return isPlain ? keyword : keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
}
