import type { FlatSchema, Located, SchemaType, Unevaluated } from '../../flat-schema.ts';
import type { SchemaFacts } from '../../schema-fact.ts';
import type { SchemaMeaning } from '../../schema-meaning.ts';
import { reportCondition } from './compare-conditions.ts';
import { orderEvaluated } from './order-evaluated.ts';
import { together, type Order } from './order.ts';

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
    const [before, after] = [listOf(keyword, base), listOf(keyword, head)];
    const order = orderOfLists(before, after, meaning);
    if (order !== 'same')
      reportCondition(facts, keyword, order, [before.map(asWritten), after.map(asWritten)]);
  }
}

/** Whether it depends on the value on at least one side, so that both are compared as conditions. */
export function dependsOnValue(keyword: Keyword, base: FlatSchema, head: FlatSchema): boolean {
  return [...listOf(keyword, base), ...listOf(keyword, head)].some((one) => one.dependsOnValue);
}

function listOf(keyword: Keyword, { unevaluated }: FlatSchema): readonly Unevaluated[] {
  return unevaluated.filter((one) => one.keyword === keyword);
}

function orderOfLists(
  before: readonly Unevaluated[],
  after: readonly Unevaluated[],
  meaning: SchemaMeaning,
): Order {
  if (before.length === 0) return 'tighter';
  if (after.length === 0) return 'looser';
  if (before.length !== after.length) return 'other';
  return together(before.map((old, index) => orderOfTwo(old, after[index] ?? old, meaning)));
}

function orderOfTwo(old: Unevaluated, now: Unevaluated, meaning: SchemaMeaning): Order {
  const [base, head] = [
    meaning.nodeOf('base', old.rest, old.pointer),
    meaning.nodeOf('head', now.rest, now.pointer),
  ];
  return together([
    meaning.orderOf(base, head),
    orderEvaluated(old.keyword, old.leaves, now.leaves, meaning),
  ]);
}

function asWritten({ keyword, rest, pointer }: Unevaluated): Located {
  return { value: { [keyword]: rest }, pointer };
}
