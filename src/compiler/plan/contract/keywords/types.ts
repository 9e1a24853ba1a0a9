import type { Json, JsonObject } from '#compiled/json.ts';
import type { FlatSchema, SchemaType } from './facts/flat-schema.ts';
import type { SchemaFacts } from './facts/schema-fact.ts';
import type { SchemaMeaning } from './facts/schema-meaning.ts';
import { allowsAll } from './facts/schema-keywords.ts';
import { allTypes, hasTypeOf, sharedTypes, typeOfValue } from './facts/schema-types.ts';
import type { KeywordFamily } from './keyword-family.ts';
import { typesNextTo, typesWithin } from './limits.ts';
import { valueListsOf } from './values.ts';

/** `type`, `nullable`, and the types that other keywords still allow. */
export const types = {
  name: 'types',
  none: allTypes,
  read: ({ value }) => {
    const found = readTypes(value);
    return found === allTypes ? found : sharedTypes(allTypes, found);
  },
  merge: sharedTypes,
  refine: ({ types: named, limits }) => typesWithin(named, limits),
  allows: (value, { types: allowed }) => hasTypeOf(allowed, value),
  reportAlways: reportNullability,
} satisfies KeywordFamily<ReadonlySet<SchemaType>>;

/** The types of one schema without its `allOf` and without null. */
export function readTypes(schema: JsonObject): ReadonlySet<SchemaType> {
  if (allowsAll(schema['not'])) return new Set();
  const [values] = valueListsOf(schema);
  const named = namedTypes(schema);
  return values ? sharedTypes(named, withIntegers(values.map(typeOfValue))) : named;
}

function namedTypes({ type }: JsonObject): ReadonlySet<SchemaType> {
  if (type === 'file') return new Set(['string']);
  return type === undefined ? allTypes : withIntegers([type].flat());
}

function withIntegers(names: readonly Json[]): ReadonlySet<SchemaType> {
  const known = names.filter((name): name is SchemaType => allTypes.has(name as SchemaType));
  return new Set(known.includes('number') ? [...known, 'integer'] : known);
}

/** Whether the types and the listed values of one schema allow null. */
export function listsNull(schema: JsonObject): boolean {
  const { type } = schema;
  if (type !== undefined && ![type].flat().includes('null')) return false;
  return valueListsOf(schema).every((list) => list.includes(null));
}

/** Whether a schema of OpenAPI up to 3.0 allows null in addition to what its other keywords allow. */
export function addsNull(schema: JsonObject): boolean {
  return schema['nullable'] === true || schema['x-nullable'] === true;
}

/**
 * Compares the types of two schemas. Returns the types that both have; undefined if the schemas need no further
 * comparison.
 */
export function reportTypes(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  meaning: SchemaMeaning,
): ReadonlySet<SchemaType> | undefined {
  const shared = sharedTypes(base.types, head.types);
  // Listed values are more specific than types, and are compared instead.
  const [listedBefore, listedAfter] = [base.values.listed, head.values.listed];
  const hasValues = (listedBefore ?? listedAfter) && shared.size > 0;
  const haveOnlyValues =
    listedBefore && listedAfter && !(base.origins.has('type') && head.origins.has('type'));
  const typesIn = (flat: FlatSchema, other: FlatSchema) =>
    meaning.possibleTypes(typesNextTo(flat, other), flat, facts.direction);
  if (hasValues || haveOnlyValues) {
    if (facts.direction === 'response') reportOtherTypes(facts, base, head, typesIn(head, base));
    return shared;
  }
  const [old, now] = [typesIn(base, head), typesIn(head, base)];
  const removed = [...old].filter((type) => !now.has(type));
  const added = [...now].filter((type) => !old.has(type));
  const [before, after] = [namesOf(base, old), namesOf(head, now)];
  const what = `${before.join(', ')} → ${after.join(', ')}`;
  const detail = { before, after, part: 'type', what, keyword: 'type' };
  if (removed.length > 0 && added.length > 0) facts.report('type-changed', detail);
  else if (removed.length > 0) facts.report('type-narrowed', detail);
  else if (added.length > 0) facts.report('type-widened', detail);
  return removed.length < old.size ? sharedTypes(old, now) : undefined;
}

/**
 * Reports types that a response with listed values gains: readers expect further values of a known type, but no further
 * types.
 */
function reportOtherTypes(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  now: ReadonlySet<SchemaType>,
): void {
  if ([...now].every((type) => base.types.has(type))) return;
  const [before, after] = [namesOf(base, base.types), namesOf(head, now)];
  const what = `${before.join(', ')} → ${after.join(', ')}`;
  facts.report('type-widened', { before, after, part: 'type', what, keyword: 'type' });
}

/** The types of a schema as messages show them: `number` includes `integer`. */
function namesOf({ types: written }: FlatSchema, possible: ReadonlySet<SchemaType>): readonly string[] {
  const found = new Set([...written].filter((type) => possible.has(type === 'number' ? 'integer' : type)));
  if (found.size === 0) return ['none'];
  if (found.size === 6) return ['any'];
  return [...found].filter((type) => type !== 'integer' || !found.has('number')).toSorted();
}

function reportNullability(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  // A schema that allows everything allows null as well, so the change of its type reports that.
  const isAnything = ({ types: allowed, nullable, choices }: FlatSchema) =>
    allowed.size === 6 && nullable && choices.all.length === 0;
  const isReported = base.types.size !== head.types.size && (isAnything(base) || isAnything(head));
  if (base.nullable === head.nullable || isReported) return;
  const keyword = [base, head].some(({ origins }) => origins.has('nullable')) ? 'nullable' : 'type';
  if (head.nullable) facts.report('became-nullable', { what: 'allows null', keyword });
  else facts.report('became-not-nullable', { what: 'no longer allows null', keyword });
}
