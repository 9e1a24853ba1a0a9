import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import {
  type FlatSchema,
  type ItemFacts,
  type Located,
  type NodeSource,
  type SchemaNode,
  isAnything,
} from './facts/flat-schema.ts';
import type { KeywordComparison, Limits } from './facts/schema-meaning.ts';
import type { DisjointTest, Fitting, KeywordFamily, SchemasTogether } from './keyword-family.ts';
import { lacksItem } from './conditions/conditions.ts';
import { hasDifferentItems, included, lowerLimit, upperLimit, tightestLimits } from './limits.ts';
import { readUnevaluated } from './unevaluated.ts';
import { countOfValues } from './values.ts';

const none: ItemFacts = { first: [], rest: undefined };

/** `items`, `prefixItems`, and `unevaluatedItems` where the unevaluated items are the same for every value. */
export const items = {
  name: 'items',
  none,
  readTogether: readItems,
  allowsInside: allowsItems,
  areDisjoint: (type, a, b, test) => type === 'array' && haveNoListInCommon(a, b, test),
  withoutImplied: (limits, flat, comparison) =>
    limits.has('uniqueItems') && !mayHaveSeveral(limits, flat, comparison) ? withoutUnique(limits) : limits,
  withImplied: (limits, flat, receiver, comparison) =>
    withLastItem(withUnique(limits, flat, receiver, comparison), flat, receiver, comparison),
  report: reportItems,
  schemasBelow: ({ items: { first, rest } }) => (rest ? [rest, ...first] : first),
} satisfies KeywordFamily<ItemFacts>;

/** The schemas of list items: one per position for the first items, and one for the rest. */
function readItems(schemas: SchemasTogether): ItemFacts {
  const { nodes } = schemas;
  const lists = schemas.leaves.flatMap((leaf) => [...writtenList(leaf, nodes), ...restOf(leaf, schemas)]);
  if (lists.length === 0) return none;
  const length = Math.max(0, ...lists.map(({ first }) => first.length));
  const rest = lists.flatMap((list) => list.rest?.parts ?? []);
  const first = Array.from({ length }, (_, index) =>
    nodes.joined(lists.flatMap((list) => partsOf(list.first[index] ?? list.rest))),
  );
  if (rest.length > 0) return { first, rest: nodes.joined(rest) };
  return { first: first.slice(0, 1 + first.findLastIndex((item) => !isAnything(item))), rest: undefined };
}

/** The item schemas that one or two keywords declare; `anything` for a first item without a schema. */
interface ItemSchemas {
  readonly first: readonly (SchemaNode | 'anything')[];
  readonly rest?: SchemaNode;
}

function partsOf(item: SchemaNode | 'anything' | undefined): readonly Located[] {
  return typeof item === 'object' ? item.parts : [];
}

function writtenList({ value, pointer }: Located, nodes: NodeSource): readonly ItemSchemas[] {
  const { items: written, prefixItems } = value;
  if (written === undefined && prefixItems === undefined) return [];
  const keyword = Array.isArray(prefixItems) ? 'prefixItems' : 'items';
  const list = Array.isArray(value[keyword]) ? (value[keyword] as readonly Json[]) : [];
  const first = list.map((item, index) => nodes.nodeOf(item, appendPointer(pointer, keyword, index)));
  if (written === undefined || Array.isArray(written)) return [{ first }];
  return [{ first, rest: nodes.nodeOf(written, appendPointer(pointer, 'items')) }];
}

/**
 * The schema in `unevaluatedItems` as the schema of all items after the first ones. Empty if which items are
 * unevaluated depends on the value.
 */
function restOf(leaf: Located, schemas: SchemasTogether): readonly ItemSchemas[] {
  const unevaluated = readUnevaluated('unevaluatedItems', leaf, schemas);
  if (!unevaluated || unevaluated.dependsOnValue) return [];
  const { rest, pointer } = unevaluated;
  const length = Math.max(...unevaluated.leaves.map(({ value }) => countFirst(value['prefixItems'])));
  return [
    {
      first: Array.from({ length }, () => 'anything' as const),
      rest: schemas.nodes.nodeOf(rest, pointer),
    },
  ];
}

function countFirst(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}

/** The schema of all items after those with a schema of their own; undefined if these items may have any value. */
export function itemsOf({ items: { rest } }: FlatSchema): SchemaNode | undefined {
  return rest;
}

/** The schema of the item at a position. */
export function itemAt(index: number, { items: { first, rest } }: FlatSchema): SchemaNode | undefined {
  return first[index] ?? rest;
}

/** Whether the first items have schemas of their own. */
export function hasFirstItems({ items: { first } }: FlatSchema): boolean {
  return first.length > 0;
}

function allowsItems(value: Json, flat: FlatSchema, fitting: Fitting): boolean {
  if (!Array.isArray(value)) return true;
  const list = value as readonly Json[];
  if (hasDifferentItems(flat) && new Set(list.map((item) => canonicalJson(item))).size !== list.length)
    return false;
  const { first, rest } = flat.items;
  return list.every((item, index) => {
    const schema = first[index] ?? rest;
    return !schema || fitting.fits(item, schema);
  });
}

/**
 * Whether no list fits both schemas, since an item that `contains` requires, or the first item, cannot have a value.
 */
function haveNoListInCommon(a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean {
  if ([a, b].some((list) => lacksItem(list, [...list.items.first, list.items.rest], test))) return true;
  const [one, other] = [a.items.first[0] ?? a.items.rest, b.items.first[0] ?? b.items.rest];
  const isEmpty = lowerLimit('minItems', a) === 0 && lowerLimit('minItems', b) === 0;
  return !isEmpty && isNeverTogether([one, other], test);
}

/**
 * Whether no value fits the schemas in `pair`. A missing schema allows every value, so a single schema is tested by
 * itself.
 */
export function isNeverTogether(
  pair: readonly (SchemaNode | string | undefined)[],
  test: DisjointTest,
): boolean {
  const [one, other = one] = pair.filter((schema) => typeof schema === 'object');
  return one !== undefined && other !== undefined && test.isNeverInside(one, other);
}

/** Whether a list can have several items; with fewer, `uniqueItems` has no effect. */
function mayHaveSeveral(limits: Limits, schema: FlatSchema, comparison: KeywordComparison): boolean {
  return upperLimit('maxItems', { limits }) > 1 && countPossible(schema, comparison) > 1;
}

function withoutUnique(limits: Limits): Limits {
  return new Map([...limits].filter(([keyword]) => keyword !== 'uniqueItems'));
}

function withUnique(
  limits: Limits,
  schema: FlatSchema,
  receiver: Limits,
  comparison: KeywordComparison,
): Limits {
  const unique = receiver.get('uniqueItems');
  if (!unique && !limits.has('uniqueItems')) return limits;
  if (mayHaveSeveral(limits, schema, comparison)) return limits;
  return unique ? new Map([...limits, ['uniqueItems', unique]]) : withoutUnique(limits);
}

/** The number of items before the first one that can have no value; `Infinity` without such an item. */
function countPossible({ types, items: { first, rest } }: FlatSchema, { facts, meaning }: KeywordComparison) {
  if (!types.has('array')) return Infinity;
  const end = first.findIndex((item) => meaning.isNever(item, facts.direction));
  if (end >= 0) return end;
  return rest && meaning.isNever(rest, facts.direction) ? first.length : Infinity;
}

/**
 * Adds the `maxItems` that a list implies if the receiver limits its length: a list ends before an item that can have
 * no value, and with `uniqueItems` it has at most as many items as there are different values.
 */
function withLastItem(
  limits: Limits,
  schema: FlatSchema,
  receiver: Limits,
  comparison: KeywordComparison,
): Limits {
  if (!receiver.has('maxItems')) return limits;
  const count = Math.min(countPossible(schema, comparison), countDifferent(schema));
  return count === Infinity ? limits : tightestLimits(limits, new Map([['maxItems', included(count)]]));
}

/**
 * The largest length of a list with `uniqueItems`: the number of values if they are listed or booleans; otherwise
 * `Infinity`.
 */
function countDifferent(schema: FlatSchema): number {
  const { first, rest } = schema.items;
  if (!schema.types.has('array') || !hasDifferentItems(schema) || !rest || first.length > 0) return Infinity;
  return countOfValues(rest.flat);
}

function reportItems(comparison: KeywordComparison): void {
  const { facts, base, head, meaning } = comparison;
  const isArray = ({ types }: FlatSchema) => types.has('array');
  // A lower `maxItems` of a request may count as only risky, so the items are compared all the same.
  const limiting = facts.direction === 'request' ? [base] : [base, head];
  const isFull = (count: number) => limiting.some((schema) => upperLimit('maxItems', schema) <= count);
  if (!isArray(base) || !isArray(head) || isFull(0)) return;
  reportTuples(comparison);
  compareFirst(comparison);
  const [old, now] = [base.items, head.items];
  if (!old.rest && !now.rest) return;
  if (isFull(Math.max(old.first.length, now.first.length))) return;
  // No item can follow a first item that can have no value.
  if ([old, now].some(({ first }) => first.some((item) => meaning.isNever(item, facts.direction)))) return;
  facts.compare(
    '/*',
    old.rest ?? meaning.anything('base', facts.base),
    now.rest ?? meaning.anything('head', facts.head),
  );
}

/**
 * Compares the first items by position. If only one side has item schemas, `reportTuples` reports them as one
 * constraint instead.
 */
function compareFirst(comparison: KeywordComparison): void {
  const { facts, base, head, meaning } = comparison;
  const sides = [base, head];
  if (sides.some(saysNothing) && sides.some((side) => restrictsFirst(side, comparison))) return;
  const [old, now] = [base.items, head.items];
  for (let index = 0; index < Math.max(old.first.length, now.first.length); index += 1)
    facts.compare(
      `/${index}`,
      old.first[index] ?? old.rest ?? meaning.anything('base', facts.base),
      now.first[index] ?? now.rest ?? meaning.anything('head', facts.head),
    );
}

function saysNothing({ items: { first, rest } }: FlatSchema): boolean {
  return first.length === 0 && !rest;
}

function restrictsFirst({ items: { first } }: FlatSchema, { facts, meaning }: KeywordComparison): boolean {
  return first.some((item) => !meaning.allowsEverything(item, facts.direction));
}

/**
 * Reports once that the first items gain or lose schemas. If both sides have item schemas, `compareFirst` compares
 * them.
 */
function reportTuples(comparison: KeywordComparison): void {
  const { facts, base, head } = comparison;
  const detail = { part: 'schemas of the first items', keyword: 'prefixItems' };
  if (saysNothing(base) && restrictsFirst(head, comparison))
    facts.report('constraint-added', { ...detail, action: 'add', what: 'were added' });
  if (saysNothing(head) && restrictsFirst(base, comparison))
    facts.report('constraint-removed', { ...detail, action: 'remove', what: 'were removed' });
}
