import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { restricts } from '../../flatten/read-unevaluated.ts';
import type { FlatSchema, Located, SchemaType, Unevaluated } from '../../flat-schema.ts';
import type { SchemaFacts } from '../../schema-fact.ts';
import type { SchemaMeaning } from '../../schema-meaning.ts';
import { reportCondition } from './compare-conditions.ts';
import { orderEvaluated } from './order-evaluated.ts';
import { orderOfSets, together, type Order } from './order.ts';

type Keyword = Unevaluated['keyword'];

const typesOf: Readonly<Record<Keyword, SchemaType>> = {
  unevaluatedProperties: 'object',
  unevaluatedItems: 'array',
};

/** Compares `unevaluatedProperties` and `unevaluatedItems` where what counts as evaluated depends on the value. */
export function compareUnevaluated(
  facts: SchemaFacts,
  types: ReadonlySet<SchemaType>,
  meaning: SchemaMeaning,
): void {
  const [base, head] = [facts.base.flat, facts.head.flat];
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'] as const) {
    if (!types.has(typesOf[keyword]) || !dependsOnValue(keyword, base, head)) continue;
    const [before, after] = [restsOf(keyword, base), restsOf(keyword, head)];
    const order = orderOfLists(before, after, meaning);
    if (order !== 'same') reportCondition(facts, keyword, order, [before, after]);
  }
}

/** Whether it depends on the value on at least one side, so that both are compared as conditions. */
export function dependsOnValue(keyword: Keyword, base: FlatSchema, head: FlatSchema): boolean {
  return [...listOf(keyword, base), ...listOf(keyword, head)].some((one) => one.dependsOnValue);
}

function listOf(keyword: Keyword, { unevaluated }: FlatSchema): readonly Unevaluated[] {
  return unevaluated.filter((one) => one.keyword === keyword);
}

/** A schema for what others do not describe. */
interface Rest extends Located {
  readonly rest: Json;
  /** What it counts as evaluated, or the properties next to `additionalProperties`. */
  readonly counts: Unevaluated | ReadonlySet<string>;
}

/** The schemas for what nothing evaluates; if there are none, those for additional properties, which refuse more. */
function restsOf(keyword: Keyword, flat: FlatSchema): readonly Rest[] {
  const found = listOf(keyword, flat).map((unevaluated): Rest => {
    const { rest, pointer } = unevaluated;
    return { rest, pointer, value: { [keyword]: rest }, counts: unevaluated };
  });
  return found.length > 0 || keyword === 'unevaluatedItems' ? found : flat.leaves.flatMap(readAdditional);
}

function readAdditional({ value, pointer }: Located): readonly Rest[] {
  const keyword = 'additionalProperties';
  const { [keyword]: rest } = value;
  if (!restricts(rest)) return [];
  const at = { pointer: appendPointer(pointer, keyword), value: { [keyword]: rest } };
  return [{ ...at, rest, counts: namesIn([{ value }]) }];
}

function orderOfLists(before: readonly Rest[], after: readonly Rest[], meaning: SchemaMeaning): Order {
  if (before.length === 0) return 'tighter';
  if (after.length === 0) return 'looser';
  if (before.length !== after.length) return 'other';
  return together(before.map((old, index) => orderOfTwo(old, after[index] ?? old, meaning)));
}

function orderOfTwo(old: Rest, now: Rest, meaning: SchemaMeaning): Order {
  const [base, head] = [
    meaning.nodeOf('base', old.rest, old.pointer),
    meaning.nodeOf('head', now.rest, now.pointer),
  ];
  return together([meaning.orderOf(base, head), orderOfCounted(old.counts, now.counts, meaning)]);
}

function orderOfCounted(old: Rest['counts'], now: Rest['counts'], meaning: SchemaMeaning): Order {
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
