import type { FlatSchema, SchemaLimit } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { compareLimits, wholeLimits } from '../schema-limits.ts';
import { meantTypes } from './compare-types.ts';

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
  const limit = { keyword, before: old ?? before, after: now ?? after };
  const what = `${showLimit(limit.before)} → ${showLimit(limit.after)}`;
  // If neither limit includes the other, the change is breaking in both directions.
  const isTighter = order === 'other' ? facts.direction === 'request' : order === 'tighter';
  facts.report(isTighter ? 'limit-tightened' : 'limit-loosened', { ...detail, part: keyword, what, limit });
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
