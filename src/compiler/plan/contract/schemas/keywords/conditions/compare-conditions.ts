import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { areDisjoint } from '../../choices/are-disjoint.ts';
import { leadsToHidden } from '../../choices/hidden-properties.ts';
import type { Located, SchemaNode, SchemaType } from '../../flat-schema.ts';
import { fitsAlone } from '../../flatten/fits-alone.ts';
import type { SchemaFacts } from '../../schema-fact.ts';
import type { SchemaMeaning } from '../../schema-meaning.ts';
import { separateTypes } from '../../schema-types.ts';
import { fitsAnyway } from './fits-anyway.ts';
import { orderConditions } from './order-conditions.ts';
import type { Order } from './order.ts';

/** Compares `not`, `if`, `contains` and their like by what they allow of the types that both schemas have. */
export function compareConditions(
  facts: SchemaFacts,
  types: ReadonlySet<SchemaType>,
  meaning: SchemaMeaning,
): void {
  const [base, head] = [facts.base.flat.conditions, facts.head.flat.conditions];
  const separate = separateTypes(types);
  for (const keyword of new Set([...base.keys(), ...head.keys()])) {
    if (!appliesToSome(keyword, types)) continue;
    const before = (base.get(keyword) ?? []).filter(appliesIn('base', facts, keyword, separate, meaning));
    const after = (head.get(keyword) ?? []).filter(appliesIn('head', facts, keyword, separate, meaning));
    const orderOfTwo = (old: Located, now: Located) => orderConditions(keyword, old, now, separate, meaning);
    const removed = before.filter((old) => !after.some((now) => orderOfTwo(old, now) === 'same'));
    const added = after.filter((now) => !before.some((old) => orderOfTwo(old, now) === 'same'));
    const [[old], [now]] = [removed, added];
    const isPair = old && now && removed.length === 1 && added.length === 1;
    const written = isPair ? orderOfTwo(old, now) : orderOf(removed, added);
    const order = orderForValues(facts, keyword, written, { removed, added }, meaning);
    if (order !== 'same') reportCondition(facts, keyword, order, [before, after]);
  }
}

/** The order for the values that are sent: those conditions do no harm that all of these fit anyway. */
function orderForValues(
  facts: SchemaFacts,
  keyword: string,
  order: Order,
  { removed, added }: { readonly removed: readonly Located[]; readonly added: readonly Located[] },
  meaning: SchemaMeaning,
): Order {
  if (order === 'same') return 'same';
  const isRequest = facts.direction === 'request';
  const [received, harmless] = isRequest ? ([added, 'looser'] as const) : ([removed, 'tighter'] as const);
  if (order === harmless || !received.every((one) => fitsAnyway(facts, keyword, one, meaning))) return order;
  facts.mayDependOnDirection(
    () => leadsToHidden(removed, facts.base.flat) || leadsToHidden(added, facts.head.flat),
  );
  return order === 'other' ? harmless : 'same';
}

/** Whether a value of one of the types may fit what `not` refuses, or pass a test without another branch. */
function appliesIn(
  side: 'base' | 'head',
  facts: SchemaFacts,
  keyword: string,
  types: readonly SchemaType[],
  meaning: SchemaMeaning,
) {
  return ({ value, pointer }: Located): boolean => {
    const isTest = keyword === 'not' || (keyword === 'if' && !('else' in value));
    if (!isTest) return true;
    const tested = meaning.nodeOf(side, value[keyword], appendPointer(pointer, keyword));
    if (keyword === 'if' && fitAlone(tested, meaning.nodeOf(side, value['then'], `${pointer}/then`)))
      return false;
    return types.some(
      (type) => !areDisjoint(meaning.onlyOf(type, facts[side], side), tested, facts.direction),
    );
  };
}

/** Whether all listed values of a test are plain values that fit a branch which leads to no other schemas. */
function fitAlone({ flat: { values } }: SchemaNode, { flat: branch }: SchemaNode): boolean {
  if (!values || branch.formats.size + branch.choices.length + branch.conditions.size > 0) return false;
  return [...values.values()].every((value) => typeof value !== 'object' && fitsAlone(value, branch));
}

const arrayKeywords = new Set(['contains']);
const objectKeywords = new Set([
  'unevaluatedProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
]);

function appliesToSome(keyword: string, types: ReadonlySet<SchemaType>): boolean {
  if (arrayKeywords.has(keyword)) return types.has('array');
  return objectKeywords.has(keyword) ? types.has('object') : true;
}

function orderOf(removed: readonly Located[], added: readonly Located[]): Order {
  if (removed.length > 0 && added.length > 0) return 'other';
  return added.length > 0 ? 'tighter' : removed.length > 0 ? 'looser' : 'same';
}

/** Reports the order of a keyword, which each side may have several times. */
export function reportCondition(
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
