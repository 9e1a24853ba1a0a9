import type { Json } from '../../../../compiled/json.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import type { FlatSchema, SchemaLimit, SchemaType } from './flat-schema.ts';
import type { SchemaFacts } from './schema-fact.ts';
import { tighteningPatterns } from './tightening-patterns.ts';
import { compareLimits, wholeLimits } from './schema-limits.ts';
import { showValue } from './show-value.ts';
import { describeTransition } from '../../wording/describe-value.ts';

/** Compares the types of two schemas; whether they have one in common. */
export function compareTypes(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): boolean {
  // The values on both sides are more specific than their types.
  if (base.values && head.values && !(base.origins.has('type') && head.origins.has('type'))) return true;
  const [old, now] = [meantTypes(base), meantTypes(head)];
  const removed = [...old].filter((type) => !now.has(type));
  const added = [...now].filter((type) => !old.has(type));
  const [before, after] = [namesOf(base.types), namesOf(head.types)];
  const what = `${before.join(', ')} → ${after.join(', ')}`;
  const detail = { before, after, part: 'type', what, keyword: 'type' };
  if (removed.length > 0 && added.length > 0) facts.report('type-changed', detail);
  else if (removed.length > 0) facts.report('type-narrowed', detail);
  else if (added.length > 0) facts.report('type-widened', detail);
  return removed.length < old.size || (old.size === 0 && now.size === 0);
}

/** A number that is a multiple of a whole number is an integer. */
function meantTypes({ types, limits }: FlatSchema): ReadonlySet<SchemaType> {
  const factor = limits.get('multipleOf');
  if (!types.has('number') || !factor || !Number.isInteger(factor.value)) return types;
  return new Set([...types].filter((type) => type !== 'number'));
}

/** The types of a schema for people: `number` includes `integer`. */
function namesOf(types: ReadonlySet<SchemaType>): readonly string[] {
  if (types.size === 0) return ['none'];
  if (types.size === 6) return ['any'];
  return [...types].filter((type) => type !== 'integer' || !types.has('number')).toSorted();
}

export function compareNullability(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  // A schema that allows everything allows null as well, so the change of its type reports that.
  const isAnything = ({ types, nullable, choices }: FlatSchema) =>
    types.size === 6 && nullable && choices.length === 0;
  const isReported = base.types.size !== head.types.size && (isAnything(base) || isAnything(head));
  if (base.nullable === head.nullable || isReported) return;
  const keyword = [base, head].some(({ origins }) => origins.has('nullable')) ? 'nullable' : 'type';
  if (head.nullable) facts.report('became-nullable', { what: 'allows null', keyword });
  else facts.report('became-not-nullable', { what: 'no longer allows null', keyword });
}

export function compareValues(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const keyword = keywordOfValues(base, head);
  if (!base.values && !head.values) return;
  if (!base.values) return reportEnumAdded(facts, head, keyword);
  if (!head.values) return reportEnumLifted(facts, base, keyword);
  const removed = [...base.values].filter(([key]) => !head.values?.has(key));
  const added = [...head.values].filter(([key]) => !base.values?.has(key));
  for (const [, value] of removed) {
    const part = `value ${showValue(value)}`;
    const detail = { action: 'remove', before: value, part, what: 'was removed', keyword } as const;
    facts.report('enum-value-removed', detail);
  }
  for (const [, value] of added) reportValueAdded(facts, value, base, keyword);
  compareOpenness(facts, base, head);
}

function reportValueAdded(
  facts: SchemaFacts,
  value: Json,
  { extensible }: FlatSchema,
  keyword: string,
): void {
  const detail = {
    action: 'add',
    after: value,
    part: `value ${showValue(value)}`,
    what: 'was added',
    keyword,
  } as const;
  if (facts.direction === 'response' && extensible)
    facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-value-added', detail);
}

/** `x-extensible-enum` announces that other values may follow. */
function compareOpenness(
  facts: SchemaFacts,
  { extensible: before }: FlatSchema,
  { extensible: after }: FlatSchema,
): void {
  if (before === after) return;
  const what = `was ${after ? 'opened' : 'closed'} to other values`;
  facts.reportAs('documentation-changed', {
    before,
    after,
    part: 'enum',
    what,
    keyword: 'x-extensible-enum',
  });
}

function keywordOfValues(base: FlatSchema, head: FlatSchema): string {
  const keywords = ['enum', 'const', 'x-extensible-enum'];
  return keywords.find((keyword) => base.origins.has(keyword) || head.origins.has(keyword)) ?? 'enum';
}

function reportEnumAdded(facts: SchemaFacts, { values }: FlatSchema, keyword: string): void {
  const after = [...(values?.values() ?? [])];
  facts.report('enum-added', { action: 'add', after, what: `allows only ${showValue(after)}`, keyword });
}

function reportEnumLifted(facts: SchemaFacts, { values, extensible }: FlatSchema, keyword: string): void {
  const before = [...(values?.values() ?? [])];
  const what = `allows values other than ${showValue(before)}`;
  const detail = { action: 'remove', before, what, keyword } as const;
  if (facts.direction === 'response' && extensible)
    facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-lifted', detail);
}

/** Formats whose values all fit a wider format. */
const widerFormats: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

export function compareFormats(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.format, head.format];
  if (before === after) return;
  const detail = {
    before,
    after,
    part: 'format',
    what: describeTransition(before, after),
    keyword: 'format',
  };
  if (before === undefined || widerFormats[after ?? ''] === before) facts.report('format-narrowed', detail);
  else if (after === undefined || widerFormats[before] === after) facts.report('format-widened', detail);
  else facts.report('format-changed', detail);
}

export function comparePatterns(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const removed = tighteningPatterns(base.patterns, head.patterns);
  const added = tighteningPatterns(head.patterns, base.patterns);
  const [before, after] = [removed.join(' '), added.join(' ')];
  const keyword = 'pattern';
  if (removed.length > 0 && added.length > 0)
    facts.report('pattern-changed', { before, after, part: keyword, what: `${before} → ${after}`, keyword });
  else if (added.length > 0)
    facts.report('pattern-added', {
      action: 'add',
      after,
      part: `pattern ${after}`,
      what: 'was added',
      keyword,
    });
  else if (removed.length > 0)
    facts.report('pattern-removed', {
      action: 'remove',
      before,
      part: `pattern ${before}`,
      what: 'was removed',
      keyword,
    });
}

export function compareAllLimits(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [limitsOf(base, head), limitsOf(head, base)];
  for (const keyword of new Set([...before.keys(), ...after.keys()].toSorted()))
    compareLimit(facts, keyword, { base, head, before: before.get(keyword), after: after.get(keyword) });
}

/** What the limits of a schema mean for the numbers that it allows, beside those of another one. */
function limitsOf(schema: FlatSchema, other: FlatSchema): ReadonlyMap<string, SchemaLimit> {
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
}

function compareLimit(facts: SchemaFacts, keyword: string, { base, head, before, after }: LimitPair): void {
  // People see the limits as they are written.
  const [old, now] = [before && base.limits.get(keyword), after && head.limits.get(keyword)];
  const detail = {
    before: old?.value,
    after: now?.value,
    of: keyword,
    keyword: keywordOfLimit(keyword, base, head),
  };
  if (!before) {
    return facts.report('limit-added', {
      ...detail,
      action: 'add',
      part: `${keyword} ${now?.value}`,
      what: 'was added',
    });
  }
  if (!after) {
    return facts.report('limit-removed', {
      ...detail,
      action: 'remove',
      part: `${keyword} ${old?.value}`,
      what: 'was removed',
    });
  }
  const order = compareLimits(keyword, before, after);
  if (order === 'same') return;
  const what = `${showLimit(old ?? before)} → ${showLimit(now ?? after)}`;
  // If neither limit includes the other, the change is breaking in both directions.
  const isTighter = order === 'other' ? facts.direction === 'request' : order === 'tighter';
  facts.report(isTighter ? 'limit-tightened' : 'limit-loosened', { ...detail, part: keyword, what });
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

export function compareDefaults(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.default, head.default];
  if (sameJson(before, after)) return;
  const keyword = 'default';
  const [earlier, later] = [before, after].map((value) =>
    value === undefined ? undefined : showValue(value),
  );
  facts.report('default-changed', {
    before,
    after,
    part: keyword,
    what: describeTransition(earlier, later),
    keyword,
  });
}
