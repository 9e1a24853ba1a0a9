import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Located, Unevaluated } from './facts/flat-schema.ts';
import type { SchemaMeaning } from './facts/schema-meaning.ts';
import { orderOfSets, together, type Order } from './facts/order.ts';

/** Conditions that are nested deeper than this count as different. */
const maxDepth = 8;

/**
 * Compares which properties or items count as evaluated, where that depends on the value. Conditions or alternatives
 * that are not equivalent give `other`.
 */
export function orderEvaluated(
  keyword: Unevaluated['keyword'],
  old: readonly Located[],
  now: readonly Located[],
  meaning: SchemaMeaning,
  depth = maxDepth,
): Order {
  if (depth === 0) return 'other';
  const [before, after] = [
    testsIn(old, keyword).filter((test) => evaluates(test, keyword, 'base', meaning)),
    testsIn(now, keyword).filter((test) => evaluates(test, keyword, 'head', meaning)),
  ];
  const described = orderOfSets(evaluatedBy(old, keyword), evaluatedBy(now, keyword));
  if (before.length === 0) return together([described, after.length === 0 ? 'same' : 'looser']);
  if (after.length === 0) return together([described, 'tighter']);
  if (before.length !== after.length) return 'other';
  const pairs = before.map((test, index) => [test, after[index] ?? test] as const);
  if (!pairs.every(([one, other]) => isSameTest(one, other, meaning))) return 'other';
  const branches = pairs.flatMap(([one, other]) =>
    one.branches.map((branch, index) => {
      const leaves = [leavesOf('base', branch, meaning), leavesOf('head', other.branches[index], meaning)];
      return orderEvaluated(keyword, leaves[0] ?? [], leaves[1] ?? [], meaning, depth - 1);
    }),
  );
  return together([described, ...branches]);
}

interface Part {
  readonly value: Json | undefined;
  readonly pointer: string;
}

/** A condition, and the schemas that evaluate further properties or items if it holds. */
interface Test {
  readonly name: string;
  readonly tested: readonly Part[];
  readonly branches: readonly Part[];
}

/** Whether a branch of a test, or of a nested test, may evaluate a property or item. */
function evaluates(
  { name, branches }: Test,
  keyword: Unevaluated['keyword'],
  side: 'base' | 'head',
  meaning: SchemaMeaning,
): boolean {
  if (name === 'contains') return true;
  const seen = new Set<Located['value']>();
  const waiting = [...branches];
  for (const branch of waiting)
    for (const leaf of leavesOf(side, branch, meaning)) {
      if (evaluating[keyword].some((one) => one in leaf.value)) return true;
      if (seen.has(leaf.value)) continue;
      seen.add(leaf.value);
      waiting.push(...testsIn([leaf], keyword).flatMap((test) => test.branches));
    }
  return false;
}

/** The keywords that evaluate properties or items, or may lead to a schema that does. */
const evaluating: Readonly<Record<Unevaluated['keyword'], readonly string[]>> = {
  unevaluatedProperties: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'unevaluatedProperties',
    '$dynamicRef',
  ],
  unevaluatedItems: [
    'prefixItems',
    'items',
    'additionalItems',
    'unevaluatedItems',
    'contains',
    '$dynamicRef',
  ],
};

function testsIn(leaves: readonly Located[], keyword: Unevaluated['keyword']): readonly Test[] {
  return leaves.flatMap((leaf) => [
    ...listConditions(leaf),
    ...listAlternatives(leaf, 'oneOf'),
    ...listAlternatives(leaf, 'anyOf'),
    ...(keyword === 'unevaluatedProperties' ? listDependent(leaf) : listContained(leaf)),
  ]);
}

function partOf({ value, pointer }: Located, keyword: string): Part {
  return { value: value[keyword], pointer: appendPointer(pointer, keyword) };
}

function listConditions(leaf: Located): readonly Test[] {
  if (leaf.value['if'] === undefined) return [];
  const [test, ...branches] = ['if', 'then', 'else'].map((keyword) => partOf(leaf, keyword)) as [
    Part,
    ...Part[],
  ];
  return [{ name: 'if', tested: [test], branches: [test, ...branches] }];
}

/**
 * The alternatives as one test. Each is compared as a whole, since the alternatives that a value fits decide what is
 * evaluated.
 */
function listAlternatives({ value, pointer }: Located, keyword: 'oneOf' | 'anyOf'): readonly Test[] {
  const list = value[keyword];
  if (!Array.isArray(list)) return [];
  const parts = (list as readonly Json[]).map((item, index) => ({
    value: item,
    pointer: appendPointer(pointer, keyword, index),
  }));
  return [{ name: `${keyword} ${list.length}`, tested: parts, branches: parts }];
}

function listDependent(leaf: Located): readonly Test[] {
  const { dependentSchemas: all } = leaf.value;
  if (!isJsonObject(all)) return [];
  return Object.keys(all)
    .toSorted()
    .map((name) => ({
      name: `dependentSchemas ${name}`,
      tested: [],
      branches: [{ value: all[name], pointer: appendPointer(leaf.pointer, 'dependentSchemas', name) }],
    }));
}

function listContained(leaf: Located): readonly Test[] {
  return leaf.value['contains'] === undefined
    ? []
    : [{ name: 'contains', tested: [partOf(leaf, 'contains')], branches: [] }];
}

function isSameTest(one: Test, other: Test, meaning: SchemaMeaning): boolean {
  return (
    one.name === other.name &&
    one.tested.every(({ value, pointer }, index) => {
      const { value: now, pointer: at = '' } = other.tested[index] ?? {};
      return meaning.isEquivalent(meaning.nodeOf('base', value, pointer), meaning.nodeOf('head', now, at));
    })
  );
}

/** The leaves of a part; empty for a missing schema, which evaluates nothing. */
function leavesOf(side: 'base' | 'head', part: Part | undefined, meaning: SchemaMeaning): readonly Located[] {
  return part?.value === undefined ? [] : meaning.nodeOf(side, part.value, part.pointer).flat.leaves;
}

/** The properties or items that the schemas evaluate in every value. */
function evaluatedBy(leaves: readonly Located[], keyword: Unevaluated['keyword']): ReadonlySet<string> {
  return new Set(
    leaves.flatMap(({ value }) =>
      keyword === 'unevaluatedItems'
        ? [...positionsIn(value['prefixItems']), ...('items' in value ? ['all'] : [])]
        : [
            ...namesIn(value['properties']).map((name) => `name ${name}`),
            ...namesIn(value['patternProperties']).map((pattern) => `pattern ${pattern}`),
            ...('additionalProperties' in value ? ['all'] : []),
          ],
    ),
  );
}

function positionsIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.map((_, index) => String(index)) : [];
}

function namesIn(map: Json | undefined): readonly string[] {
  return isJsonObject(map) ? Object.keys(map) : [];
}
