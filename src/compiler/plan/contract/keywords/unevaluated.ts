import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, SchemaType, Unevaluated } from './facts/flat-schema.ts';
import { orderOfSets, together, type Order } from './facts/order.ts';
import { reportConstraint } from './facts/report-constraint.ts';
import type { KeywordComparison, SchemaMeaning } from './facts/schema-meaning.ts';
import type { KeywordFamily, SchemasTogether } from './keyword-family.ts';
import { orderEvaluated } from './order-evaluated.ts';

const none: readonly Unevaluated[] = [];

/** `unevaluatedProperties` and `unevaluatedItems`. */
export const unevaluated = {
  name: 'unevaluated',
  none,
  readTogether(schemas) {
    const found = schemas.leaves.flatMap((leaf) =>
      keywords.flatMap((keyword) => readUnevaluated(keyword, leaf, schemas) ?? []),
    );
    return found.length > 0 ? found : none;
  },
  report: reportUnevaluated,
} satisfies KeywordFamily<readonly Unevaluated[]>;

type Keyword = Unevaluated['keyword'];

const keywords: readonly Keyword[] = ['unevaluatedProperties', 'unevaluatedItems'];

/** Reads `unevaluatedProperties` or `unevaluatedItems` of a leaf; undefined if it has no effect. */
export function readUnevaluated(
  keyword: Keyword,
  leaf: Located,
  { leaves: all, choices, nodes }: SchemasTogether,
): Unevaluated | undefined {
  const rest = leaf.value[keyword];
  if (!restricts(rest)) return undefined;
  const { leaves, dependsOnValue: isConditional } = nodes.evaluatedWith(leaf, all, choices.length > 0);
  const others = leaves.filter((other) => other !== leaf);
  if (leaves.some((one) => evaluatesAll(keyword, one)) || others.some(({ value }) => keyword in value))
    return undefined;
  const countsItems = keyword === 'unevaluatedItems' && leaves.some(({ value }) => 'contains' in value);
  return {
    keyword,
    rest,
    pointer: appendPointer(leaf.pointer, keyword),
    leaves,
    dependsOnValue:
      countsItems || (isConditional && mayEvaluateMore(keyword, leaves, nodes.mayAlsoEvaluate(leaves))),
  };
}

/**
 * Whether the schemas in `others`, which apply to some values only, evaluate more than the leaves, which apply to every
 * value.
 */
function mayEvaluateMore(
  keyword: Keyword,
  leaves: readonly Located[],
  others: readonly JsonObject[],
): boolean {
  if (others.some((other) => openKeywords[keyword].some((one) => one in other))) return true;
  const evaluated = new Set(leaves.flatMap(({ value }) => evaluatedBy(keyword, value)));
  return others.some((other) => evaluatedBy(keyword, other).some((one) => !evaluated.has(one)));
}

/** The keywords by which a schema may evaluate any property or item. */
const openKeywords = {
  unevaluatedProperties: ['additionalProperties', 'unevaluatedProperties', '$dynamicRef'],
  unevaluatedItems: ['items', 'additionalItems', 'unevaluatedItems', 'contains', '$dynamicRef'],
} as const;

/** The names, patterns or positions that a schema describes. */
function evaluatedBy(
  keyword: Keyword,
  { properties, patternProperties, prefixItems }: JsonObject,
): readonly string[] {
  if (keyword === 'unevaluatedItems') return Array.isArray(prefixItems) ? Object.keys(prefixItems) : [];
  return [
    ...Object.keys(isJsonObject(properties) ? properties : {}).map((name) => `name ${name}`),
    ...Object.keys(isJsonObject(patternProperties) ? patternProperties : {}).map(
      (pattern) => `pattern ${pattern}`,
    ),
  ];
}

/** Whether a schema for additional or unevaluated properties or items may refuse any. */
export function restricts(rest: Json | undefined): rest is Json {
  return rest === false || (isJsonObject(rest) && Object.keys(rest).length > 0);
}

function evaluatesAll(keyword: Keyword, { value }: Located): boolean {
  if (keyword === 'unevaluatedProperties') return value['additionalProperties'] !== undefined;
  return value['items'] !== undefined && !Array.isArray(value['items']);
}

/** Whether properties or items that no other keyword evaluates are restricted. */
export function hasUnevaluated({ unevaluated: all }: FlatSchema): boolean {
  return all.length > 0;
}

const typesOf: Readonly<Record<Keyword, SchemaType>> = {
  unevaluatedProperties: 'object',
  unevaluatedItems: 'array',
};

/** Compares the keywords for which the value decides which properties or items are evaluated. */
function reportUnevaluated({ facts, types, meaning }: KeywordComparison): void {
  const [base, head] = [facts.base.flat, facts.head.flat];
  for (const keyword of keywords) {
    if (!types.has(typesOf[keyword]) || !dependsOnValue(keyword, base, head)) continue;
    const [before, after] = [remaindersOf(keyword, base), remaindersOf(keyword, head)];
    const order = orderOfLists(before, after, meaning);
    if (order !== 'same') reportConstraint(facts, keyword, order, [before, after]);
  }
}

/**
 * Whether, on at least one side, the value decides which properties or items are evaluated. Both sides are then
 * compared as conditions.
 */
export function dependsOnValue(keyword: Keyword, base: FlatSchema, head: FlatSchema): boolean {
  return [...listOf(keyword, base), ...listOf(keyword, head)].some((one) => one.dependsOnValue);
}

function listOf(keyword: Keyword, { unevaluated: all }: FlatSchema): readonly Unevaluated[] {
  return all.filter((one) => one.keyword === keyword);
}

/** A schema for the properties or items that other keywords do not describe. */
interface Remainder extends Located {
  readonly rest: Json;
  /** The keyword that counts evaluated properties or items, or the names next to `additionalProperties`. */
  readonly counts: Unevaluated | ReadonlySet<string>;
}

/**
 * The schemas for unevaluated properties or items. Without any, the schemas in `additionalProperties`, which refuse
 * more.
 */
function remaindersOf(keyword: Keyword, flat: FlatSchema): readonly Remainder[] {
  const found = listOf(keyword, flat).map((one): Remainder => {
    const { rest, pointer } = one;
    return { rest, pointer, value: { [keyword]: rest }, counts: one };
  });
  return found.length > 0 || keyword === 'unevaluatedItems' ? found : flat.leaves.flatMap(readAdditional);
}

function readAdditional({ value, pointer }: Located): readonly Remainder[] {
  const keyword = 'additionalProperties';
  const { [keyword]: rest } = value;
  if (!restricts(rest)) return [];
  const at = { pointer: appendPointer(pointer, keyword), value: { [keyword]: rest } };
  return [{ ...at, rest, counts: namesIn([{ value }]) }];
}

function orderOfLists(
  before: readonly Remainder[],
  after: readonly Remainder[],
  meaning: SchemaMeaning,
): Order {
  if (before.length === 0) return 'tighter';
  if (after.length === 0) return 'looser';
  if (before.length !== after.length) return 'other';
  return together(before.map((old, index) => orderOfTwo(old, after[index] ?? old, meaning)));
}

function orderOfTwo(old: Remainder, now: Remainder, meaning: SchemaMeaning): Order {
  const [base, head] = [
    meaning.nodeOf('base', old.rest, old.pointer),
    meaning.nodeOf('head', now.rest, now.pointer),
  ];
  return together([meaning.orderOf(base, head), orderOfCounted(old.counts, now.counts, meaning)]);
}

function orderOfCounted(old: Remainder['counts'], now: Remainder['counts'], meaning: SchemaMeaning): Order {
  if ('leaves' in now) {
    if ('leaves' in old) return orderEvaluated(old.keyword, old.leaves, now.leaves, meaning);
    return together(['looser', orderOfSets(old, namesIn(now.leaves))]);
  }
  return 'leaves' in old ? together(['tighter', orderOfSets(namesIn(old.leaves), now)]) : 'other';
}

/** The names and patterns of the properties that some schemas describe for all values. */
function namesIn(leaves: readonly Pick<Located, 'value'>[]): ReadonlySet<string> {
  const described = leaves.flatMap(({ value }) => [value['properties'], value['patternProperties']]);
  return new Set(described.filter(isJsonObject).flatMap((named) => Object.keys(named)));
}
