import type { Json } from '#compiled/json.ts';
import type { FlatSchema, SchemaNode, SchemaType } from '../keywords/facts/flat-schema.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { sharedTypes } from '../keywords/facts/schema-types.ts';
import type { DisjointTest } from '../keywords/keyword-family.ts';
import { familiesWith } from '../keywords/keywords.ts';
import { fitsSchema, fitsWithoutConditions } from '../keywords/fits-schema.ts';

const deciding = familiesWith('areDisjointAtOnce');
const byType = familiesWith('areDisjoint');

/** The maximum depth of nested properties and alternatives that are read. */
const maxDepth = 4;

/** The maximum number of pairs of schemas that are read for one result. */
const maxVisits = 200;

type Pairs = readonly (readonly [FlatSchema, FlatSchema])[];

const known = new WeakMap<SchemaNode, WeakMap<SchemaNode, Partial<Record<Direction, boolean>>>>();

/** Whether certainly no value fits both schemas, which may be of different documents. Results are cached per pair. */
export function areDisjoint(one: SchemaNode, other: SchemaNode, direction: Direction): boolean {
  const ofOne = known.get(one) ?? new WeakMap<SchemaNode, Partial<Record<Direction, boolean>>>();
  known.set(one, ofOne);
  const found = ofOne.get(other) ?? {};
  ofOne.set(other, found);
  return (found[direction] ??= readPair(one.flat, other.flat, new PairTest(direction)));
}

/** The given types without those of which certainly no value fits the schema. */
export function possibleTypes(
  types: ReadonlySet<SchemaType>,
  flat: FlatSchema,
  direction: Direction,
): ReadonlySet<SchemaType> {
  const test = new PairTest(direction, [], [[flat, flat]]);
  if (flat.values.listed && areDisjointAtOnce(flat, flat, test) === true) return new Set();
  return new Set([...types].filter((type) => !haveNoneInCommon(type, flat, flat, test)));
}

/** A test of one pair of schemas, with the pairs that led to it. */
class PairTest implements DisjointTest {
  readonly direction: Direction;
  /** The pairs for the values that contain the current value. */
  readonly around: Pairs;
  /** The pairs for the current value. */
  readonly here: Pairs;
  /** The number of pairs that may still be read. */
  readonly visits: { left: number };
  #inside: PairTest | undefined;

  constructor(direction: Direction, around: Pairs = [], here: Pairs = [], visits = { left: maxVisits }) {
    this.direction = direction;
    this.around = around;
    this.here = here;
    this.visits = visits;
  }

  fits(value: Json, flat: FlatSchema): boolean {
    return fitsSchema(value, flat, this.direction);
  }

  fitsWithoutConditions(value: Json, flat: FlatSchema): boolean {
    return fitsWithoutConditions(value, flat, this.direction);
  }

  isNever({ flat: a }: Pick<SchemaNode, 'flat'>, { flat: b }: Pick<SchemaNode, 'flat'>): boolean {
    return readPair(a, b, this);
  }

  isNeverInside({ flat: a }: SchemaNode, { flat: b }: SchemaNode): boolean {
    this.#inside ??= new PairTest(this.direction, [...this.around, ...this.here], [], this.visits);
    return readPair(a, b, this.#inside);
  }
}

function readPair(a: FlatSchema, b: FlatSchema, { direction, around, here, visits }: PairTest): boolean {
  visits.left -= 1;
  if (visits.left < 0 || (a.nullable && b.nullable)) return false;
  // If a value must contain a value of the same kind, it would be infinite, so none exists.
  if (around.some(([one, other]) => one === a && other === b)) return true;
  if (around.length + here.length >= maxDepth) return false;
  const types = [...sharedTypes(a.types, b.types)];
  if (types.length === 0) return true;
  const test = new PairTest(direction, around, [...here, [a, b]], visits);
  return areDisjointAtOnce(a, b, test) ?? types.every((type) => haveNoneInCommon(type, a, b, test));
}

function areDisjointAtOnce(a: FlatSchema, b: FlatSchema, test: PairTest): boolean | undefined {
  for (const family of deciding) {
    const found = family.areDisjointAtOnce?.(a, b, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether no value of a type fits two schemas. */
function haveNoneInCommon(type: SchemaType, a: FlatSchema, b: FlatSchema, test: PairTest): boolean {
  return byType.some((family) => family.areDisjoint?.(type, a, b, test) === true);
}
