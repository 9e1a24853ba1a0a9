import { isJsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Located, SchemaType } from '../facts/flat-schema.ts';
import { opposite, orderOfSets, together, type Order } from '../facts/order.ts';
import type { SchemaMeaning } from '../facts/schema-meaning.ts';

/** Compares two conditions by what they allow of the given types; null is compared separately. */
export function orderConditions(
  keyword: string,
  old: Located,
  now: Located,
  types: readonly SchemaType[],
  meaning: SchemaMeaning,
): Order {
  if (keyword === 'not') return opposite(compareIn('not', old, now, meaning, types));
  if (keyword === 'if' || keyword === 'then' || keyword === 'else')
    return compareBranches(old, now, types, meaning);
  if (keyword === 'contains' || keyword === 'minContains' || keyword === 'maxContains')
    return compareContains(old, now, meaning);
  if (keyword === 'propertyNames') return compareIn(keyword, old, now, meaning, ['string']);
  if (keyword === 'dependentRequired') return compareRequired(old, now);
  if (keyword === 'dependentSchemas') return compareDependent(old, now, meaning);
  return meaning.isSameText(old.value, now.value) ? 'same' : 'other';
}

/**
 * Compares the schemas of one keyword, restricted to the given types if there are any; a missing schema allows
 * everything.
 */
function compareIn(
  keyword: string,
  old: Located,
  now: Located,
  meaning: SchemaMeaning,
  types: readonly SchemaType[] = [],
): Order {
  const base = meaning.nodeOf('base', old.value[keyword], appendPointer(old.pointer, keyword));
  const head = meaning.nodeOf('head', now.value[keyword], appendPointer(now.pointer, keyword));
  const order = meaning.orderOf(base, head);
  if (order === 'same' || types.length === 0) return order;
  return together(
    types.map((type) =>
      meaning.orderOf(meaning.onlyOf(type, base, 'base'), meaning.onlyOf(type, head, 'head')),
    ),
  );
}

/**
 * Compares `if` with its branches. If only one branch is used, a looser test applies `then` to more values, or `else`
 * to fewer. If both are used, different tests are `other`.
 */
function compareBranches(
  old: Located,
  now: Located,
  types: readonly SchemaType[],
  meaning: SchemaMeaning,
): Order {
  const [test = 'other', ...branches] = ['if', 'then', 'else'].map((keyword) =>
    compareIn(keyword, old, now, meaning, types),
  );
  const isUsed = (keyword: string) => keyword in old.value || keyword in now.value;
  const [hasThen, hasElse] = [isUsed('then'), isUsed('else')];
  if (hasThen && hasElse && test !== 'same') return 'other';
  return together([hasThen ? opposite(test) : test, ...branches]);
}

/** Compares `contains`. A looser schema counts more items, which loosens a lower limit but tightens an upper one. */
function compareContains(old: Located, now: Located, meaning: SchemaMeaning): Order {
  const [before, after] = [readCounts(old), readCounts(now)];
  const items = compareIn('contains', old, now, meaning);
  const hasUpper = before.most !== Infinity || after.most !== Infinity;
  const counts = [compareNumbers(after.least, before.least), compareNumbers(before.most, after.most)];
  return together([items !== 'same' && hasUpper ? 'other' : items, ...counts]);
}

function readCounts({ value: { minContains, maxContains } }: Located) {
  return {
    least: typeof minContains === 'number' ? minContains : 1,
    most: typeof maxContains === 'number' ? maxContains : Infinity,
  };
}

/** Compares two limits: `tighter` if the first is larger. */
function compareNumbers(a: number, b: number): Order {
  return a === b ? 'same' : a > b ? 'tighter' : 'looser';
}

function compareRequired(old: Located, now: Located): Order {
  return opposite(orderOfSets(readDependent(old), readDependent(now)));
}

/** The pairs of a property and a property that it requires, as JSON texts. */
function readDependent({ value: { dependentRequired: names } }: Located): ReadonlySet<string> {
  if (!isJsonObject(names)) return new Set();
  const pairs = Object.entries(names).flatMap(([name, others]) =>
    Array.isArray(others) ? others.map((other) => JSON.stringify([name, other])) : [],
  );
  return new Set(pairs);
}

function compareDependent(old: Located, now: Located, meaning: SchemaMeaning): Order {
  const [before, after] = [old, now].map(({ value: { dependentSchemas: all }, pointer }) => ({
    value: isJsonObject(all) ? all : {},
    pointer: appendPointer(pointer, 'dependentSchemas'),
  })) as [Located, Located];
  const names = Object.keys({ ...before.value, ...after.value });
  return together(names.map((name) => compareIn(name, before, after, meaning)));
}
