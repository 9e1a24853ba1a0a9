import type { FlatSchema, SchemaType } from '../flat-schema.ts';
import { sharedTypes } from '../schema-types.ts';
import { possibleTypes } from '../choices/are-disjoint.ts';
import type { Direction, SchemaFacts } from '../schema-fact.ts';

/** Compares the types of two schemas. Returns those that both have; undefined if nothing else is to be compared. */
export function compareTypes(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
): ReadonlySet<SchemaType> | undefined {
  const shared = sharedTypes(base.types, head.types);
  // The values on both sides are more specific than their types.
  const hasValues = (base.values ?? head.values) && shared.size > 0;
  const haveOnlyValues =
    base.values && head.values && !(base.origins.has('type') && head.origins.has('type'));
  if (hasValues || haveOnlyValues) {
    if (facts.direction === 'response') reportOtherTypes(facts, base, head);
    return shared;
  }
  const [old, now] = [typesIn(facts.direction, base, head), typesIn(facts.direction, head, base)];
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

/** Values of further types do not fit what readers expect, unlike further values of a type. */
function reportOtherTypes(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const now = typesIn(facts.direction, head, base);
  if ([...now].every((type) => base.types.has(type))) return;
  const [before, after] = [namesOf(base, base.types), namesOf(head, now)];
  const what = `${before.join(', ')} → ${after.join(', ')}`;
  facts.report('type-widened', { before, after, part: 'type', what, keyword: 'type' });
}

/** A number that is a multiple of a whole number is an integer. */
export function meantTypes({ types, limits }: FlatSchema): ReadonlySet<SchemaType> {
  return Number.isInteger(limits.get('multipleOf')?.value) ? withoutNumber(types) : types;
}

function withoutNumber(types: ReadonlySet<SchemaType>): ReadonlySet<SchemaType> {
  return new Set([...types].filter((type) => type !== 'number'));
}

/** The types beside those of another schema: next to integers, a number that can only be one whole number is an integer. */
function typesBeside(schema: FlatSchema, other: FlatSchema): ReadonlySet<SchemaType> {
  const [minimum, maximum] = [schema.limits.get('minimum')?.value, schema.limits.get('maximum')?.value];
  const isOneWhole = Number.isInteger(minimum) && minimum === maximum;
  const types = meantTypes(schema);
  return isOneWhole && !meantTypes(other).has('number') ? withoutNumber(types) : types;
}

/** Without types of which no value fits, whichever keyword refuses them. */
function typesIn(direction: Direction, flat: FlatSchema, other: FlatSchema): ReadonlySet<SchemaType> {
  return possibleTypes({ types: typesBeside(flat, other), flat }, direction);
}

/** The types of a schema for people: `number` includes `integer`. */
function namesOf({ types: written }: FlatSchema, possible: ReadonlySet<SchemaType>): readonly string[] {
  const types = new Set([...written].filter((type) => possible.has(type === 'number' ? 'integer' : type)));
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
