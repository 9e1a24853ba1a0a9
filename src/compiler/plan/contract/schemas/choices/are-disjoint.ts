import { appendPointer } from '#source/place.ts';
import { fitsSchema, fitsWithoutConditions } from '../fits-schema.ts';
import { matchesPattern } from '../flatten/matches-pattern.ts';
import { haveNoTextInCommon } from '../flatten/have-no-text.ts';
import { isAnything } from '../flatten/is-anything.ts';
import type { Choice, FlatSchema, SchemaNode, SchemaType } from '../flat-schema.ts';
import { isLimitedBelow } from '../schema-limits.ts';
import type { Direction } from '../schema-fact.ts';
import { sharedTypes } from '../schema-types.ts';

/** How many levels of properties and alternatives are read to distinguish schemas. */
const maxDepth = 4;

/** The maximum number of pairs that are read to distinguish two schemas. */
const maxVisits = 200;

type Pairs = readonly (readonly [FlatSchema, FlatSchema])[];

/** The pairs of schemas that led to a pair. */
interface Path {
  /** Those of the values around. */
  readonly around: Pairs;
  /** Those of the same value. */
  readonly here: Pairs;
  /** How many pairs may still be read. */
  readonly visits: { left: number };
}

function startPath(here: Pairs = []): Path {
  return { around: [], here, visits: { left: maxVisits } };
}

const known = new WeakMap<SchemaNode, WeakMap<SchemaNode, Partial<Record<Direction, boolean>>>>();

/** Whether it is certain that no value fits two schemas, which may be of two documents; each pair is read once. */
export function areDisjoint(one: SchemaNode, other: SchemaNode, direction: Direction): boolean {
  const ofOne = known.get(one) ?? new WeakMap<SchemaNode, Partial<Record<Direction, boolean>>>();
  known.set(one, ofOne);
  const found = ofOne.get(other) ?? {};
  ofOne.set(other, found);
  return (found[direction] ??= readPair(one, other, direction, startPath()));
}

function readPair(
  { flat: a }: Pick<SchemaNode, 'flat'>,
  { flat: b }: Pick<SchemaNode, 'flat'>,
  direction: Direction,
  path: Path,
): boolean {
  path.visits.left -= 1;
  if (path.visits.left < 0 || (a.nullable && b.nullable)) return false;
  // A value that needs such a value in it would have no end.
  if (path.around.some(([one, other]) => one === a && other === b)) return true;
  if (path.around.length + path.here.length >= maxDepth) return false;
  const types = [...sharedTypes(a.types, b.types)];
  if (types.length === 0) return true;
  if (a.values || b.values) return haveNoValueInCommon(a, b, direction);
  const here: Pairs = [...path.here, [a, b]];
  const isNever = (one: SchemaNode, other: SchemaNode) => readPair(one, other, direction, { ...path, here });
  if (isNoAlternative([a, b], isNever)) return true;
  const isNeverInside = neverInside({ ...path, here }, direction);
  return types.every((type) => haveNoneInCommon(type, [a, b], direction, isNeverInside));
}

function neverInside({ around, here, visits }: Path, direction: Direction): AreDisjoint {
  const path = { around: [...around, ...here], here: [], visits };
  return (one, other) => readPair(one, other, direction, path);
}

/** The types of a schema of which a value may fit it. */
export function possibleTypes(
  { types, flat }: { readonly types: ReadonlySet<SchemaType>; readonly flat: FlatSchema },
  direction: Direction,
): ReadonlySet<SchemaType> {
  if (flat.values && haveNoValueInCommon(flat, flat, direction)) return new Set();
  const isNever = neverInside(startPath([[flat, flat]]), direction);
  return new Set([...types].filter((type) => !haveNoneInCommon(type, [flat, flat], direction, isNever)));
}

/** Whether no value of a type fits two schemas. */
function haveNoneInCommon(
  type: SchemaType,
  [a, b]: readonly [FlatSchema, FlatSchema],
  direction: Direction,
  isNever: AreDisjoint,
): boolean {
  if (isLimitedBelow(type, a.limits, b.limits) || isLimitedBelow(type, b.limits, a.limits)) return true;
  if (type === 'string') return haveNoTextInCommon(a, b);
  if (type === 'array') return haveNoItemInCommon(a, b, isNever);
  return type === 'object' && haveNoObjectInCommon(a, b, direction, isNever);
}

/** Whether an item is needed that cannot exist, or be in the list; a least count of none is not a condition. */
function lacksItem({ conditions, tuple, items, nodes }: FlatSchema, isNever: AreDisjoint): boolean {
  const needed = (conditions.get('contains') ?? []).filter(({ value }) => value['minContains'] !== 0);
  return needed.some(({ value: { contains }, pointer }) => {
    if (contains === false) return true;
    const item = nodes.nodeOf(contains, appendPointer(pointer, 'contains'));
    return isNever(item, item) || [...tuple, items].every((one) => one !== undefined && isNever(one, item));
  });
}

/** Whether both have a first item that cannot fit both. */
function haveNoItemInCommon(a: FlatSchema, b: FlatSchema, isNever: AreDisjoint): boolean {
  const least = Math.max(...[a, b].map(({ limits }) => limits.get('minItems')?.value ?? 0));
  const [one, other] = [a.tuple[0] ?? a.items, b.tuple[0] ?? b.items];
  if ([a, b].some((list) => lacksItem(list, isNever))) return true;
  return least > 0 && isNeverTogether([one, other], isNever);
}

type AreDisjoint = (one: SchemaNode, other: SchemaNode) => boolean;

/** Whether no value fits what there is of two schemas. */
function isNeverTogether(pair: readonly (SchemaNode | string | undefined)[], isNever: AreDisjoint): boolean {
  const [one, other = one] = pair.filter((schema) => typeof schema === 'object');
  return one !== undefined && other !== undefined && isNever(one, other);
}

/** What the other schema refuses by a condition counts as common, since a condition is compared with its own schema. */
function haveNoValueInCommon(a: FlatSchema, b: FlatSchema, direction: Direction): boolean {
  const [listed, other] = a.values ? [a, b] : [b, a];
  return [...(listed.values?.values() ?? [])].every(
    (value) => !fitsSchema(value, listed, direction) || !fitsWithoutConditions(value, other, direction),
  );
}

/** Whether a choice of one of two schemas has no alternative that fits both. */
function isNoAlternative(flats: readonly [FlatSchema, FlatSchema], isNever: AreDisjoint): boolean {
  const wholes = flats.map((flat) => ({ id: -1, parts: [], flat }));
  return flats.some(({ choices }) =>
    choices.some((choice) =>
      fittingAlone(choice).every((one) => wholes.some((whole) => isNever(one, whole))),
    ),
  );
}

/** The alternatives that a value may fit without another one that excludes them. */
function fittingAlone({ alternatives, isExclusive }: Choice): readonly SchemaNode[] {
  if (!isExclusive) return alternatives;
  return alternatives.filter((one, index) =>
    alternatives.every((other, at) => at === index || (other !== one && !isAnything(other))),
  );
}

/** Whether a required property cannot have a value that fits both. */
function haveNoObjectInCommon(a: FlatSchema, b: FlatSchema, direction: Direction, isNever: AreDisjoint) {
  const required = new Set([...a.required[direction], ...b.required[direction]]);
  const most = [a, b].map(({ limits }) => limits.get('maxProperties')?.value ?? Infinity);
  if (required.size > Math.min(...most) || hasTooFewNames([a, b], isNever)) return true;
  return [...required].some((name) => {
    const [one, other] = [propertyOf(name, a), propertyOf(name, b)];
    if (one === 'closed' || other === 'closed') return true;
    return isNeverTogether([one, other], isNever);
  });
}

/** Whether fewer properties can have a value than are needed. */
function hasTooFewNames(flats: readonly [FlatSchema, FlatSchema], isNever: AreDisjoint): boolean {
  const least = Math.max(...flats.map(({ limits }) => limits.get('minProperties')?.value ?? 0));
  if (least === 0) return false;
  const hasNoValue = (schema: SchemaNode) => isNever(schema, schema);
  const closed = flats.find(
    ({ additional, patternProperties }) =>
      (additional === 'closed' || (additional !== 'open' && hasNoValue(additional))) &&
      [...patternProperties.values()].every(hasNoValue),
  );
  if (!closed) return false;
  const isPossible = (name: string) => {
    const schemas = flats.map((flat) => propertyOf(name, flat));
    return !schemas.includes('closed') && !isNeverTogether(schemas, isNever);
  };
  return [...closed.properties.keys()].filter(isPossible).length < least;
}

/** The schema of a property, as far as it has one. */
function propertyOf(
  name: string,
  { properties, patternProperties, allowsName, additional }: FlatSchema,
): FlatSchema['additional'] {
  if (!allowsName(name)) return 'closed';
  const own = properties.get(name);
  if (own) return own;
  const matching = [...patternProperties].find(([pattern]) => matchesPattern(pattern, name));
  return matching?.[1] ?? additional;
}
