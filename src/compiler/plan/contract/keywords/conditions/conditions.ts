import { isJsonObject, pick, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { reportDynamicSchemas } from './dynamic-schemas.ts';
import type { FlatSchema, Located, SchemaNode, SchemaType } from '../facts/flat-schema.ts';
import type { Order } from '../facts/order.ts';
import { reportConstraint } from '../facts/report-constraint.ts';
import type { SchemaFacts } from '../facts/schema-fact.ts';
import { allowsAll, conditionKeywords, leadsToAnything } from '../facts/schema-keywords.ts';
import type { KeywordComparison, SchemaMeaning } from '../facts/schema-meaning.ts';
import { separateTypes } from '../facts/schema-types.ts';
import { fitsAnyway } from './fits-anyway.ts';
import type { DisjointTest, Fitting, KeywordFamily } from '../keyword-family.ts';
import { orderConditions } from './order-conditions.ts';
import { leadsToHidden } from '../property-facts.ts';
import { alternativesOf, hasChoices, sameText } from '../resolve-choices.ts';
import { hasFormats } from '../texts.ts';
import { isListed, listedIn } from '../values.ts';

type Conditions = ReadonlyMap<string, readonly Located[]>;

const none: Conditions = new Map();

/** `not`, `if`, `contains`, `propertyNames`, `dependentRequired`, `dependentSchemas` and `$dynamicRef`. */
export const conditions = {
  name: 'conditions',
  none,
  read: readConditions,
  merge: (one, other) =>
    new Map(
      [...one.keys(), ...other.keys()].map((keyword) => [
        keyword,
        [...(one.get(keyword) ?? []), ...(other.get(keyword) ?? [])],
      ]),
    ),
  allowsInside: fitsConditions,
  reportAlways: reportDynamicSchemas,
  report: reportConditions,
  borders: { minContains: 'counts', maxContains: 'counts' },
  schemasBelow: ({ conditions: all, nodes }) =>
    [...all.values()].flat().flatMap((condition) => schemasIn(condition, nodes)),
} satisfies KeywordFamily<Conditions>;

/** The conditions of one schema by keyword, without those that have no effect. */
function readConditions({ value: schema, pointer }: Located): Conditions {
  let found: Map<string, readonly Located[]> | undefined;
  for (const keywords of conditionKeywords) {
    if (!keywords.some((keyword) => keyword in schema)) continue;
    const value = pick(schema, keywords);
    const [name] = Object.keys(value);
    if (name === undefined || isIdle(value)) continue;
    found ??= new Map();
    found.set(name, [{ value, pointer }]);
  }
  return found ?? none;
}

/** Whether a condition holds for every value but null, which is compared separately. */
function isIdle(condition: JsonObject): boolean {
  const { not, if: test, contains, minContains, maxContains, propertyNames } = condition;
  const { dependentRequired: required, dependentSchemas: schemas } = condition;
  // A schema that refuses everything has no types.
  if (not !== undefined) return sameText(not, { type: 'null' }) || not === false || allowsAll(not);
  if ('contains' in condition || minContains !== undefined || maxContains !== undefined)
    return contains === undefined || (minContains === 0 && maxContains === undefined);
  if (propertyNames !== undefined)
    return propertyNames === true || sameText(propertyNames, { type: 'string' });
  if (isJsonObject(required)) return Object.values(required).every((names) => sameText(names, []));
  if (schemas !== undefined) return sameText(schemas, {});
  if ('$dynamicRef' in condition) return false;
  if (leadsToAnything(condition)) return true;
  const hasBranches = [condition['then'], condition['else']].some(
    (branch) => branch !== undefined && branch !== true && !sameText(branch, {}),
  );
  // A value that passes a test fits an identical branch.
  return !hasBranches || (condition['else'] === undefined && sameText(test, condition['then'] ?? true));
}

export function hasConditions({ conditions: all }: FlatSchema): boolean {
  return all.size > 0;
}

const schemaKeywords = conditionKeywords.flat();

function schemasIn({ value, pointer }: Located, nodes: FlatSchema['nodes']): readonly SchemaNode[] {
  return schemaKeywords.flatMap((keyword) => {
    const schema = value[keyword];
    return isJsonObject(schema) ? [nodes.nodeOf(schema, appendPointer(pointer, keyword))] : [];
  });
}

/**
 * Whether `contains` requires an item that cannot exist, or that no schema of `inList` allows. A `minContains` of 0
 * requires nothing.
 */
export function lacksItem(
  { conditions: all, nodes }: FlatSchema,
  inList: readonly (SchemaNode | undefined)[],
  test: DisjointTest,
): boolean {
  const needed = (all.get('contains') ?? []).filter(({ value }) => value['minContains'] !== 0);
  return needed.some(({ value: { contains }, pointer }) => {
    if (contains === false) return true;
    const item = nodes.nodeOf(contains, appendPointer(pointer, 'contains'));
    return (
      test.isNeverInside(item, item) ||
      inList.every((one) => one !== undefined && test.isNeverInside(one, item))
    );
  });
}

/** Compares conditions such as `not`, `if` and `contains` by what they allow of the types that both schemas have. */
function reportConditions({ facts, types, meaning }: KeywordComparison): void {
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
    if (order !== 'same') reportConstraint(facts, keyword, order, [before, after]);
  }
}

/**
 * The order of conditions for the values that are sent. Conditions of the receiver that all sent values fit count as
 * harmless.
 */
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

/**
 * A filter for conditions that affect a value of the given types: some value fits the schema of `not`, or passes the
 * test of an `if` without `else`.
 */
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
    if (
      keyword === 'if' &&
      fitByThemselves(tested, meaning.nodeOf(side, value['then'], `${pointer}/then`), meaning)
    )
      return false;
    return types.some(
      (type) => !meaning.areDisjoint(meaning.onlyOf(type, facts[side], side), tested, facts.direction),
    );
  };
}

/** Whether a test lists its values, and all of them are primitive values that fit a branch without subschemas. */
function fitByThemselves(
  { flat: test }: SchemaNode,
  { flat: branch }: SchemaNode,
  meaning: SchemaMeaning,
): boolean {
  if (!isListed(test) || hasFormats(branch) || hasChoices(branch) || hasConditions(branch)) return false;
  return listedIn(test).every((value) => typeof value !== 'object' && meaning.allowsByItself(value, branch));
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

/** The maximum depth of nested conditions that is read; deeper ones count as requiring every property. */
const maxDepth = 30;

/** Whether a property may be required: always, or by a condition for some objects. */
export function mayBeRequired(
  name: string,
  flat: FlatSchema,
  isRequired: (flat: FlatSchema) => boolean,
): boolean {
  return mayRequire({ flat }, { name, isRequired, seen: new Set() }, true, maxDepth);
}

interface Search {
  readonly name: string;
  /** Whether a schema always requires the property. */
  readonly isRequired: (flat: FlatSchema) => boolean;
  /** The schemas that were visited, each with whether a value must fit it. */
  readonly seen: Set<string>;
}

/** Whether a schema may require a property. If values must not fit the schema, only negations inside it can. */
function mayRequire(
  { flat }: Pick<SchemaNode, 'flat'>,
  search: Search,
  isAffirmed: boolean,
  depth: number,
): boolean {
  const { name } = search;
  if (depth === 0) return true;
  if (isAffirmed && search.isRequired(flat)) return true;
  const all = [...flat.conditions.values()].flat();
  if (isAffirmed && all.some(({ value }) => requiresWithOthers(value, name))) return true;
  const parts: readonly (readonly [SchemaNode, boolean])[] = [
    ...alternativesOf(flat).map((one) => [one, isAffirmed] as const),
    ...all.flatMap((one) => branchesOf(one, flat).map((branch) => [branch, isAffirmed] as const)),
    ...all.flatMap((one) => refusedBy(one, flat).map((refused) => [refused, !isAffirmed] as const)),
  ];
  return parts.some(([node, isNodeAffirmed]) => {
    const key = `${node.id} ${isNodeAffirmed}`;
    if (search.seen.has(key)) return false;
    search.seen.add(key);
    return mayRequire(node, search, isNodeAffirmed, depth - 1);
  });
}

function requiresWithOthers({ dependentRequired: all }: JsonObject, name: string): boolean {
  return (
    isJsonObject(all) && Object.values(all).some((names) => Array.isArray(names) && names.includes(name))
  );
}

/** The schemas that a value has to fit if a condition holds. */
function branchesOf({ value, pointer }: Located, { nodes }: FlatSchema): readonly SchemaNode[] {
  const { dependentSchemas: all } = value;
  const dependent: readonly [string, Json][] = isJsonObject(all) ? Object.entries(all) : [];
  return [
    ...['then', 'else']
      .filter((keyword) => keyword in value)
      .map((keyword) => nodes.nodeOf(value[keyword], appendPointer(pointer, keyword))),
    ...dependent.map(([of, one]) => nodes.nodeOf(one, appendPointer(pointer, 'dependentSchemas', of))),
  ];
}

function refusedBy({ value: { not }, pointer }: Located, { nodes }: FlatSchema): readonly SchemaNode[] {
  return not === undefined ? [] : [nodes.nodeOf(not, appendPointer(pointer, 'not'))];
}

/** Whether a value fits conditions such as `not`, `if` and `contains`. */
function fitsConditions(value: Json, { conditions: all, nodes }: FlatSchema, fitting: Fitting): boolean {
  if (fitting.ignoresConditions) return true;
  for (const several of all.values())
    for (const one of several) if (!fitsCondition(value, one, nodes, fitting)) return false;
  return true;
}

function fitsCondition(
  value: Json,
  { value: condition, pointer }: Located,
  nodes: FlatSchema['nodes'],
  fitting: Fitting,
): boolean {
  const fits = (keyword: string, one: Json = value) =>
    fitting.fits(one, nodes.nodeOf(condition[keyword], appendPointer(pointer, keyword)));
  if ('not' in condition) return !fits('not');
  if ('if' in condition) return fits(fits('if') ? 'then' : 'else');
  if ('contains' in condition)
    return (
      !Array.isArray(value) ||
      hasEnough(
        value.filter((item) => fits('contains', item)),
        condition,
      )
    );
  if (!isJsonObject(value)) return true;
  if ('propertyNames' in condition) return Object.keys(value).every((name) => fits('propertyNames', name));
  return fitsDependent(value, { value: condition, pointer }, nodes, fitting);
}

function hasEnough({ length }: readonly Json[], { minContains, maxContains }: JsonObject): boolean {
  const least = typeof minContains === 'number' ? minContains : 1;
  return length >= least && length <= (typeof maxContains === 'number' ? maxContains : Infinity);
}

function fitsDependent(
  value: JsonObject,
  { value: condition, pointer }: Located,
  nodes: FlatSchema['nodes'],
  fitting: Fitting,
): boolean {
  const { dependentRequired: required, dependentSchemas: schemas } = condition;
  const isComplete = (names: Json | undefined) =>
    !Array.isArray(names) || names.every((name) => typeof name !== 'string' || Object.hasOwn(value, name));
  if (isJsonObject(required)) return Object.keys(value).every((name) => isComplete(required[name]));
  if (!isJsonObject(schemas)) return true;
  const at = appendPointer(pointer, 'dependentSchemas');
  return Object.keys(schemas)
    .filter((name) => Object.hasOwn(value, name))
    .every((name) => fitting.fits(value, nodes.nodeOf(schemas[name], appendPointer(at, name))));
}
