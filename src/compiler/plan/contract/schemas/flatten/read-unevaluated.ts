import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Located, NodeSource, Unevaluated } from '../flat-schema.ts';

/** The leaves that a schema is merged from, and whether some of them have alternatives that are not among them. */
export interface Leaves {
  readonly all: readonly Located[];
  readonly hasChoices: boolean;
}

/** All of a schema. */
export function listUnevaluated(leaves: Leaves, nodes: NodeSource): readonly Unevaluated[] {
  return leaves.all.flatMap((leaf) =>
    (['unevaluatedProperties', 'unevaluatedItems'] as const).flatMap(
      (keyword) => readUnevaluated(keyword, leaf, leaves, nodes) ?? [],
    ),
  );
}

/** Reads `unevaluatedProperties` or `unevaluatedItems` of a leaf; undefined if it has no effect. */
export function readUnevaluated(
  keyword: Unevaluated['keyword'],
  leaf: Located,
  { all, hasChoices }: Leaves,
  nodes: NodeSource,
): Unevaluated | undefined {
  const rest = leaf.value[keyword];
  if (!restricts(rest)) return undefined;
  const { leaves, dependsOnValue } = nodes.evaluatedWith(leaf, all, hasChoices);
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
      countsItems || (dependsOnValue && mayEvaluateMore(keyword, leaves, nodes.mayAlsoEvaluate(leaves))),
  };
}

/** Whether one of the schemas that a value may have to fit evaluates more than the leaves, which it always has to fit. */
function mayEvaluateMore(
  keyword: Unevaluated['keyword'],
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
  keyword: Unevaluated['keyword'],
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

/** Whether a schema for other properties or items refuses any. */
export function restricts(rest: Json | undefined): rest is Json {
  return rest === false || (isJsonObject(rest) && Object.keys(rest).length > 0);
}

function evaluatesAll(keyword: Unevaluated['keyword'], { value }: Located): boolean {
  if (keyword === 'unevaluatedProperties') return value['additionalProperties'] !== undefined;
  return value['items'] !== undefined && !Array.isArray(value['items']);
}
