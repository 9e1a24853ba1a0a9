import type { Json } from '../../../../../compiled/json.ts';
import { fitsAlone } from '../flatten/fits-alone.ts';
import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import { isLimitedBelow } from '../schema-limits.ts';
import type { Direction } from '../schema-fact.ts';
import { sharedTypes } from '../schema-types.ts';

/** How many levels of properties and alternatives are read to tell schemas apart. */
const maxDepth = 4;

/** Whether it is certain that no value fits two schemas, which may be of two documents. */
export function areDisjoint(
  { flat: a }: SchemaNode,
  { flat: b }: SchemaNode,
  direction: Direction,
  depth = maxDepth,
): boolean {
  if (depth === 0 || (a.nullable && b.nullable)) return false;
  const types = [...sharedTypes(a.types, b.types)];
  if (types.length === 0) return true;
  if (a.values || b.values) return haveNoValueInCommon(a, b);
  const isNever = (one: SchemaNode, other: SchemaNode) => areDisjoint(one, other, direction, depth - 1);
  if (isNoAlternative([a, b], isNever)) return true;
  return types.every((type) => {
    if (isLimitedBelow(type, a.limits, b.limits) || isLimitedBelow(type, b.limits, a.limits)) return true;
    return type === 'object' && haveNoObjectInCommon(a, b, direction, isNever);
  });
}

type AreDisjoint = (one: SchemaNode, other: SchemaNode) => boolean;

function haveNoValueInCommon(a: FlatSchema, b: FlatSchema): boolean {
  const [listed, other] = a.values ? [a.values, b] : [b.values, a];
  return [...(listed?.values() ?? [])].every((value: Json) => !fitsAlone(value, other));
}

/** Whether a choice of one of two schemas has no alternative that fits both. */
function isNoAlternative(flats: readonly [FlatSchema, FlatSchema], isNever: AreDisjoint): boolean {
  const wholes = flats.map((flat) => ({ id: -1, parts: [], flat }));
  return flats.some(({ choices }) =>
    choices.some(({ alternatives }) =>
      alternatives.every((one) => wholes.some((whole) => isNever(one, whole))),
    ),
  );
}

/** Whether a required property cannot have a value that fits both. */
function haveNoObjectInCommon(a: FlatSchema, b: FlatSchema, direction: Direction, isNever: AreDisjoint) {
  const required = new Set([...a.required[direction], ...b.required[direction]]);
  const most = [a, b].map(({ limits }) => limits.get('maxProperties')?.value ?? Infinity);
  if (required.size > Math.min(...most)) return true;
  return [...required].some((name) => {
    const [one, other] = [propertyOf(name, a), propertyOf(name, b)];
    if (one === 'closed' || other === 'closed') return true;
    return typeof one === 'object' && typeof other === 'object' && isNever(one, other);
  });
}

/** The schema of a property, as far as it has one. */
function propertyOf(
  name: string,
  { properties, patternProperties, additional }: FlatSchema,
): FlatSchema['additional'] {
  const own = properties.get(name);
  if (own) return own;
  return patternProperties.size > 0 ? 'open' : additional;
}
