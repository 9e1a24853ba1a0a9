import type { Json } from '../../../../../compiled/json.ts';
import { isJsonObject } from '../../../../../compiled/json.ts';
import { appendPointer } from '../../../../../source/place.ts';
import { areDisjoint } from '../choices/are-disjoint.ts';
import type { FlatSchema, Located } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';

/** How a keyword of head restricts values compared to that of base; `other` if neither includes the other. */
type Order = 'same' | 'tighter' | 'looser' | 'other';

/** Compares `not`, `if`, `contains` and their like by what they allow. */
export function compareConditions(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  meaning: SchemaMeaning,
): void {
  for (const keyword of new Set([...base.conditions.keys(), ...head.conditions.keys()])) {
    if (!appliesToBoth(keyword, base, head)) continue;
    const before = (base.conditions.get(keyword) ?? []).filter(appliesIn('base', facts, keyword, meaning));
    const after = (head.conditions.get(keyword) ?? []).filter(appliesIn('head', facts, keyword, meaning));
    const isSame = (old: Located, now: Located) => compareOne(keyword, old, now, meaning) === 'same';
    const removed = before.filter((old) => !after.some((now) => isSame(old, now)));
    const added = after.filter((now) => !before.some((old) => isSame(old, now)));
    const [[old], [now]] = [removed, added];
    if (!old && !now) continue;
    const isPair = old && now && removed.length === 1 && added.length === 1;
    const order = isPair ? compareOne(keyword, old, now, meaning) : orderOf(removed, added);
    reportCondition(facts, keyword, order, [before, after]);
  }
}

/** Whether a value of the schema may fit what `not` refuses. */
function appliesIn(side: 'base' | 'head', facts: SchemaFacts, keyword: string, meaning: SchemaMeaning) {
  return ({ value, pointer }: Located): boolean => {
    if (keyword !== 'not') return true;
    const refused = meaning.nodeOf(side, value['not'], appendPointer(pointer, 'not'));
    return !areDisjoint(meaning.withoutNull(facts[side], side), refused, facts.direction);
  };
}

const arrayKeywords = new Set(['contains', 'unevaluatedItems', 'additionalItems']);
const objectKeywords = new Set(['propertyNames', 'dependentRequired', 'dependentSchemas', 'dependencies']);

function appliesToBoth(
  keyword: string,
  { types: before }: FlatSchema,
  { types: after }: FlatSchema,
): boolean {
  const type = arrayKeywords.has(keyword) ? 'array' : objectKeywords.has(keyword) ? 'object' : undefined;
  return type === undefined || (before.has(type) && after.has(type));
}

function orderOf(removed: readonly Located[], added: readonly Located[]): Order {
  if (removed.length > 0 && added.length > 0) return 'other';
  return added.length > 0 ? 'tighter' : 'looser';
}

function reportCondition(
  facts: SchemaFacts,
  keyword: string,
  order: Order,
  lists: readonly [readonly Located[], readonly Located[]],
): void {
  const [before, after] = lists.map(writtenIn);
  const detail = { of: keyword, before, after, part: `\`${keyword}\``, keyword };
  if (before === undefined) facts.report('constraint-added', { ...detail, action: 'add', what: 'was added' });
  else if (after === undefined)
    facts.report('constraint-removed', { ...detail, action: 'remove', what: 'was removed' });
  else if (order === 'tighter') facts.report('constraint-added', { ...detail, what: 'was tightened' });
  else if (order === 'looser') facts.report('constraint-removed', { ...detail, what: 'was loosened' });
  else facts.report('constraint-changed', { ...detail, what: 'changed' });
}

/** As written: one condition, or the list of several. */
function writtenIn(conditions: readonly Located[]): Json | undefined {
  const [first, ...others] = conditions.map(({ value }) => value);
  return others.length === 0 || first === undefined ? first : [first, ...others];
}

function compareOne(keyword: string, old: Located, now: Located, meaning: SchemaMeaning): Order {
  if (keyword === 'not') return opposite(compareIn('not', old, now, meaning));
  if (keyword === 'if' || keyword === 'then' || keyword === 'else') return compareBranches(old, now, meaning);
  if (keyword === 'contains' || keyword === 'minContains' || keyword === 'maxContains')
    return compareContains(old, now, meaning);
  if (keyword === 'propertyNames') return compareIn(keyword, old, now, meaning);
  if (keyword === 'dependentRequired') return compareRequired(old, now);
  if (keyword === 'dependentSchemas') return compareDependent(old, now, meaning);
  return meaning.isSameText(old.value, now.value) ? 'same' : 'other';
}

/** Compares the schemas of one keyword; a missing one allows everything. */
function compareIn(keyword: string, old: Located, now: Located, meaning: SchemaMeaning): Order {
  const base = meaning.nodeOf('base', old.value[keyword], appendPointer(old.pointer, keyword));
  const head = meaning.nodeOf('head', now.value[keyword], appendPointer(now.pointer, keyword));
  if (meaning.isEquivalent(base, head)) return 'same';
  if (meaning.isWithinStrictly(base, head, 'request')) return 'looser';
  return meaning.isWithinStrictly(base, head, 'response') ? 'tighter' : 'other';
}

function opposite(order: Order): Order {
  return order === 'tighter' ? 'looser' : order === 'looser' ? 'tighter' : order;
}

/** The order of several restrictions that apply together. */
function together(orders: readonly Order[]): Order {
  const [first, ...others] = new Set(orders.filter((order) => order !== 'same'));
  return others.length > 0 ? 'other' : (first ?? 'same');
}

function compareBranches(old: Located, now: Located, meaning: SchemaMeaning): Order {
  const [test, ...branches] = ['if', 'then', 'else'].map((keyword) => compareIn(keyword, old, now, meaning));
  return test === 'same' ? together(branches) : 'other';
}

/** More items fit a looser schema, so that only a lower limit becomes looser with it. */
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

/** The order of two limits; a larger first one is tighter. */
function compareNumbers(a: number, b: number): Order {
  return a === b ? 'same' : a > b ? 'tighter' : 'looser';
}

function compareRequired(old: Located, now: Located): Order {
  const [before, after] = [readDependent(old), readDependent(now)];
  const isIn = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...names].every((name) => others.has(name));
  const [isTighter, isLooser] = [isIn(before, after), isIn(after, before)];
  if (isTighter && isLooser) return 'same';
  return isTighter ? 'tighter' : isLooser ? 'looser' : 'other';
}

/** Each name with one that it requires. */
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
