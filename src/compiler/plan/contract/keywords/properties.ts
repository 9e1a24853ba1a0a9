import { isJsonObject } from '#compiled/json.ts';
import { reportProperties } from './compare-properties.ts';
import type { FlatSchema, PropertyFacts, SchemaNode } from './facts/flat-schema.ts';
import type { Direction } from './facts/schema-fact.ts';
import { matchesPattern } from './facts/text-tests.ts';
import { isNeverTogether } from './items.ts';
import type { KeywordComparison, Limits } from './facts/schema-meaning.ts';
import type { KeywordContext, DisjointTest, KeywordFamily } from './keyword-family.ts';
import { included, lowerLimit, upperLimit, tightestLimits } from './limits.ts';
import { hasRoomForOthers, none, readProperties } from './property-facts.ts';

/**
 * The keywords `properties`, `required`, `patternProperties`, `additionalProperties`, `propertyNames`, `readOnly` and
 * `writeOnly`.
 */
export const properties = {
  name: 'properties',
  none,
  readTogether: readProperties,
  onlyFor: propertiesFor,
  allowsInside(value, flat, fitting) {
    if (!isJsonObject(value)) return true;
    for (const name of flat.properties.required[fitting.direction])
      if (!Object.hasOwn(value, name)) return false;
    return Object.entries(value).every(([name, member]) => {
      const schemas = schemasOf(name, flat.properties);
      return schemas !== 'none' && schemas.every((schema) => fitting.fits(member, schema));
    });
  },
  areDisjoint: (type, a, b, test) => type === 'object' && haveNoObjectInCommon(a, b, test),
  withoutImplied: (limits, flat, { facts }) => withoutIdleCount(limits, flat, facts.direction),
  withImplied(limits, flat, receiver, comparison) {
    const counted = withRequiredCount(limits, flat, receiver, comparison.facts.direction);
    return receiver.has('maxProperties') ? withAllNames(counted, flat, comparison) : counted;
  },
  report: reportProperties,
  addBorders(borders, _, { properties: { named, required } }) {
    for (const name of [...named.keys(), ...required.request, ...required.response]) borders.names.add(name);
  },
  schemasBelow: ({ properties: { named, additional } }) =>
    typeof additional === 'object' ? [...named.values(), additional] : [...named.values()],
} satisfies KeywordFamily<PropertyFacts>;

/**
 * The facts that affect values of the given types. If `maxProperties` leaves room for required properties only, all
 * other properties count as refused.
 */
function propertiesFor(
  types: ReadonlySet<string>,
  flat: FlatSchema,
  { direction, sender }: KeywordContext,
): PropertyFacts {
  const own = flat.properties;
  if (!types.has('object')) return own === none ? own : { ...own, ...withoutProperties };
  // A new `maxProperties` counts as risky only, so properties for which it leaves no room are still compared.
  const addsLimit = sender !== undefined && upperLimit('maxProperties', sender) === Infinity;
  if (addsLimit || hasRoomForOthers(flat, direction)) return own;
  const names = own.required[direction];
  const named = new Map([...own.named].filter(([name]) => names.has(name)));
  const allowsName = (name: string) => names.has(name) && own.allowsName(name);
  const isOpen = direction === 'request' && own.additional === 'open' && own.matching.size === 0;
  // A required property that is not described has the schema of additional properties.
  if (named.size < names.size && !isOpen) return { ...own, named, allowsName };
  const others = [...names].filter((name) => !named.has(name) && own.allowsName(name));
  const anything = flat.nodes.nodeOf(true, flat.leaves[0]?.pointer ?? '');
  const all = new Map([...named, ...others.map((name) => [name, anything] as const)]);
  return { ...own, named: all, allowsName, matching: new Map(), additional: 'closed' };
}

const withoutProperties = {
  named: none.named,
  required: none.required,
  matching: none.matching,
  additional: none.additional,
};

/** The schemas of a property; `none` if it is refused. */
function schemasOf(
  name: string,
  { named, matching, allowsName, additional }: PropertyFacts,
): readonly SchemaNode[] | 'none' {
  if (!allowsName(name)) return 'none';
  const own = named.get(name);
  if (own) return [own];
  const found = [...matching].filter(([pattern]) => matchesPattern(pattern, name));
  if (found.length > 0) return found.map(([, schema]) => schema);
  if (additional === 'closed') return 'none';
  return additional === 'open' ? [] : [additional];
}

/**
 * Whether no object fits both schemas: too many names are required, too few are possible, or a required property has no
 * value that fits both.
 */
function haveNoObjectInCommon(a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean {
  const { direction } = test;
  const required = new Set([...a.properties.required[direction], ...b.properties.required[direction]]);
  const room = Math.min(upperLimit('maxProperties', a), upperLimit('maxProperties', b));
  if (required.size > room || hasTooFewNames([a, b], test)) return true;
  return [...required].some((name) => {
    const [one, other] = [propertyOf(name, a.properties), propertyOf(name, b.properties)];
    return one === 'closed' || other === 'closed' || isNeverTogether([one, other], test);
  });
}

/** Whether fewer properties can have a value than `minProperties` requires. */
function hasTooFewNames(flats: readonly [FlatSchema, FlatSchema], test: DisjointTest): boolean {
  const needed = Math.max(...flats.map((flat) => lowerLimit('minProperties', flat)));
  if (needed === 0) return false;
  const hasNoValue = (schema: SchemaNode) => test.isNeverInside(schema, schema);
  const closed = flats.find(
    ({ properties: { additional, matching } }) =>
      (additional === 'closed' || (additional !== 'open' && hasNoValue(additional))) &&
      [...matching.values()].every(hasNoValue),
  );
  if (!closed) return false;
  const isPossible = (name: string) => {
    const schemas = flats.map((flat) => propertyOf(name, flat.properties));
    return !schemas.includes('closed') && !isNeverTogether(schemas, test);
  };
  return [...closed.properties.named.keys()].filter(isPossible).length < needed;
}

/** The schema of a property; `open` if it may have any value, `closed` if it is refused. */
function propertyOf(name: string, { named, matching, allowsName, additional }: PropertyFacts) {
  if (!allowsName(name)) return 'closed';
  const own = named.get(name);
  if (own) return own;
  const found = [...matching].find(([pattern]) => matchesPattern(pattern, name));
  return found?.[1] ?? additional;
}

/**
 * Drops a `minProperties` that has no effect, since at least as many names are required. Required names are compared
 * separately.
 */
function withoutIdleCount(limits: Limits, { properties: own }: FlatSchema, direction: Direction): Limits {
  const count = limits.get('minProperties')?.value ?? Infinity;
  if (count > own.required[direction].size) return limits;
  return new Map([...limits].filter(([keyword]) => keyword !== 'minProperties'));
}

/**
 * Raises `minProperties` to the number of required names if the receiver has a minimum; otherwise drops it where that
 * number makes it redundant.
 */
function withRequiredCount(
  limits: Limits,
  schema: FlatSchema,
  receiver: Limits,
  direction: Direction,
): Limits {
  const [needed, count] = [
    lowerLimit('minProperties', { limits }),
    schema.properties.required[direction].size,
  ];
  if (count < needed || count === 0) return limits;
  if (!receiver.has('minProperties')) return withoutIdleCount(limits, schema, direction);
  return new Map([...limits, ['minProperties', included(count)]]);
}

/** Adds the `maxProperties` that a closed object implies: the number of its properties that can have a value. */
function withAllNames(
  limits: Limits,
  { properties: { additional, named, matching } }: FlatSchema,
  { facts, meaning }: KeywordComparison,
): Limits {
  if (additional !== 'closed' || matching.size > 0) return limits;
  const possible = [...named.values()].filter((one) => !meaning.isNever(one, facts.direction));
  return tightestLimits(limits, new Map([['maxProperties', included(possible.length)]]));
}
