import type { Json } from '../../../../compiled/json.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import type { FlatSchema, SchemaType } from './flat-schema.ts';
import type { SchemaFacts } from './schema-fact.ts';
import { compareLimits } from './schema-limits.ts';
import { showValue } from './show-value.ts';

/** Compares the types of two schemas; whether they have one in common. */
export function compareTypes(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): boolean {
  // Values are listed on both sides, and tell more than the types that they have.
  if (base.values && head.values && !(base.origins.has('type') && head.origins.has('type'))) return true;
  const gone = [...base.types].filter((type) => !head.types.has(type));
  const come = [...head.types].filter((type) => !base.types.has(type));
  const [before, after] = [namesOf(base.types), namesOf(head.types)];
  const detail = { before, after, what: `type ${before.join(', ')} → ${after.join(', ')}`, keyword: 'type' };
  if (gone.length > 0 && come.length > 0) facts.say('type-changed', detail);
  else if (gone.length > 0) facts.say('type-narrowed', detail);
  else if (come.length > 0) facts.say('type-widened', detail);
  return gone.length < base.types.size || (base.types.size === 0 && head.types.size === 0);
}

/** Every number counts its integers in; a schema without a type names none. */
function namesOf(types: ReadonlySet<SchemaType>): readonly string[] {
  if (types.size === 0) return ['none'];
  if (types.size === 6) return ['any'];
  return [...types].filter((type) => type !== 'integer' || !types.has('number')).toSorted();
}

export function compareNullability(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  // What allows everything allows null as well, which goes without saying where the types differ.
  const isAnything = ({ types, nullable }: FlatSchema) => types.size === 6 && nullable;
  const isSaid = base.types.size !== head.types.size && (isAnything(base) || isAnything(head));
  if (base.nullable === head.nullable || isSaid) return;
  const keyword = [base, head].some(({ origins }) => origins.has('nullable')) ? 'nullable' : 'type';
  if (head.nullable) facts.say('became-nullable', { what: 'null is allowed', keyword });
  else facts.say('became-not-nullable', { what: 'null is not allowed any more', keyword });
}

export function compareValues(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const keyword = keywordOfValues(base, head);
  if (!base.values && !head.values) return;
  if (!base.values) return sayEnumAdded(facts, head, keyword);
  if (!head.values) return sayEnumLifted(facts, base, keyword);
  const gone = [...base.values].filter(([key]) => !head.values?.has(key));
  const come = [...head.values].filter(([key]) => !base.values?.has(key));
  for (const [, value] of gone) {
    const what = `the value ${showValue(value)} is gone`;
    facts.say('enum-value-removed', { action: 'remove', before: value, what, keyword });
  }
  for (const [, value] of come) sayValueAdded(facts, value, base, keyword);
  compareOpenness(facts, base, head);
}

function sayValueAdded(facts: SchemaFacts, value: Json, { extensible }: FlatSchema, keyword: string): void {
  const detail = {
    action: 'add',
    after: value,
    what: `the value ${showValue(value)} is new`,
    keyword,
  } as const;
  if (facts.direction === 'response' && extensible)
    facts.sayOf('response-extensible-enum-value-added', detail);
  else facts.say('enum-value-added', detail);
}

/** Callers are told that they have to expect other values, though there are none yet. */
function compareOpenness(
  facts: SchemaFacts,
  { extensible: before }: FlatSchema,
  { extensible: after }: FlatSchema,
): void {
  if (before === after) return;
  const what = `the enum is ${after ? 'open to more values' : 'closed to other values'}`;
  facts.sayOf('documentation-changed', { before, after, what, keyword: 'x-extensible-enum' });
}

function keywordOfValues(base: FlatSchema, head: FlatSchema): string {
  const keywords = ['enum', 'const', 'x-extensible-enum'];
  return keywords.find((keyword) => base.origins.has(keyword) || head.origins.has(keyword)) ?? 'enum';
}

function sayEnumAdded(facts: SchemaFacts, { values }: FlatSchema, keyword: string): void {
  const after = [...(values?.values() ?? [])];
  facts.say('enum-added', { action: 'add', after, what: `only ${showValue(after)} is allowed`, keyword });
}

function sayEnumLifted(facts: SchemaFacts, { values, extensible }: FlatSchema, keyword: string): void {
  const before = [...(values?.values() ?? [])];
  const what = `more than ${showValue(before)} is allowed`;
  const detail = { action: 'remove', before, what, keyword } as const;
  if (facts.direction === 'response' && extensible)
    facts.sayOf('response-extensible-enum-value-added', detail);
  else facts.say('enum-lifted', detail);
}

/** Formats all of whose values another one has too. */
const widerFormats: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

export function compareFormats(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.format, head.format];
  if (before === after) return;
  const what = `format ${before ?? 'none'} → ${after ?? 'none'}`;
  const detail = { before, after, what, keyword: 'format' };
  if (before === undefined || widerFormats[after ?? ''] === before) facts.say('format-narrowed', detail);
  else if (after === undefined || widerFormats[before] === after) facts.say('format-widened', detail);
  else facts.say('format-changed', detail);
}

export function comparePatterns(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const gone = [...base.patterns].filter((pattern) => !head.patterns.has(pattern));
  const come = [...head.patterns].filter((pattern) => !base.patterns.has(pattern));
  const [before, after] = [gone.join(' '), come.join(' ')];
  const keyword = 'pattern';
  if (gone.length > 0 && come.length > 0)
    facts.say('pattern-changed', { before, after, what: `pattern ${before} → ${after}`, keyword });
  else if (come.length > 0)
    facts.say('pattern-added', { action: 'add', after, what: `pattern ${after} is new`, keyword });
  else if (gone.length > 0)
    facts.say('pattern-removed', { action: 'remove', before, what: `pattern ${before} is gone`, keyword });
}

export function compareAllLimits(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  for (const keyword of new Set([...base.limits.keys(), ...head.limits.keys()].toSorted()))
    compareLimit(facts, keyword, base, head);
}

function compareLimit(facts: SchemaFacts, keyword: string, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.limits.get(keyword), head.limits.get(keyword)];
  const detail = {
    before: before?.value,
    after: after?.value,
    of: keyword,
    keyword: keywordOfLimit(keyword, base, head),
  };
  if (!before) {
    return facts.say('limit-added', { ...detail, action: 'add', what: `${keyword} ${after?.value} is new` });
  }
  if (!after) {
    return facts.say('limit-removed', {
      ...detail,
      action: 'remove',
      what: `${keyword} ${before.value} is gone`,
    });
  }
  const order = compareLimits(keyword, before, after);
  if (order === 'same') return;
  const what = `${keyword} ${showLimit(before)} → ${showLimit(after)}`;
  // Where neither holds the other, both directions lose.
  const isTighter = order === 'other' ? facts.direction === 'request' : order === 'tighter';
  facts.say(isTighter ? 'limit-tightened' : 'limit-loosened', { ...detail, what });
}

function showLimit({ value, exclusive }: { readonly value: number; readonly exclusive: boolean }): string {
  return exclusive ? `${value} (exclusive)` : String(value);
}

/** A bound of OpenAPI 3.1 may stand in `exclusiveMinimum` alone. */
function keywordOfLimit(keyword: string, base: FlatSchema, head: FlatSchema): string {
  if (keyword !== 'minimum' && keyword !== 'maximum') return keyword;
  const isPlain = [base, head].some(({ origins }) => origins.has(keyword));
  return isPlain ? keyword : keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
}

export function compareDefaults(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.default, head.default];
  if (sameJson(before, after)) return;
  const what = `default ${before === undefined ? 'none' : showValue(before)} → ${after === undefined ? 'none' : showValue(after)}`;
  facts.say('default-changed', { before, after, what, keyword: 'default' });
}
