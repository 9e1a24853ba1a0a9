import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import {
  type Choice,
  type FlatSchema,
  type Located,
  type NodeSource,
  type SchemaNode,
  isAnything,
} from './facts/flat-schema.ts';
import { isDocumentation } from './facts/schema-keywords.ts';

export function hasChoices({ choices: { all } }: FlatSchema): boolean {
  return all.length > 0;
}

/** The alternatives of all choices. */
export function alternativesOf({ choices: { all } }: FlatSchema): readonly SchemaNode[] {
  return all.flatMap(({ alternatives }) => alternatives);
}

interface ResolvedChoices {
  readonly leaves: readonly Located[];
  readonly choices: readonly Choice[];
}

/**
 * Merges choices with a single alternative besides null into the leaves, including the choices in that alternative.
 * Returns the leaves and the remaining choices.
 */
export function resolveChoices(all: readonly Located[], nodes: NodeSource): ResolvedChoices {
  const leaves = new Map(all.map((leaf) => [leaf.value, leaf]));
  const choices: Choice[] = [];
  for (const leaf of leaves.values()) {
    for (const { merged, ...choice } of choicesOf(leaf, nodes)) {
      const [only, ...others] = choice.alternatives;
      if (merged) leaves.set(merged.value, merged);
      else if (only && others.length > 0) choices.push(choice);
      else
        for (const one of nodes.leaves(only?.parts ?? []))
          if (!leaves.has(one.value)) leaves.set(one.value, one);
    }
  }
  return { leaves: [...leaves.values()], choices };
}

function choicesOf({ value, pointer }: Located, nodes: NodeSource) {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const list = value[keyword];
    if (!Array.isArray(list)) return [];
    const at = appendPointer(pointer, keyword);
    const all = (list as readonly Json[]).map((item, index) => nodes.nodeOf(item, appendPointer(at, index)));
    const notNull = all.filter((node) => !isOnlyNull(node));
    // In `anyOf`, equal alternatives count once, and so do alternatives that all allow anything.
    const unique = keyword === 'anyOf' ? [...new Set(notNull)] : notNull;
    const alternatives = keyword === 'anyOf' && unique.every(isAnything) ? unique.slice(0, 1) : unique;
    const merged =
      alternatives.length === 0
        ? { value: { type: [] }, pointer: at }
        : (listOfTypes(all, keyword, at, nodes) ?? listOfValues(alternatives, keyword, at, nodes));
    return [{ alternatives, isExclusive: keyword === 'oneOf', leaf: value, ...(merged && { merged }) }];
  });
}

function isOnlyNull({ parts: [part] }: SchemaNode): boolean {
  const { type, enum: values, const: only } = part?.value ?? {};
  return type === 'null' || only === null || sameText(type, ['null']) || sameText(values, [null]);
}

export function sameText(value: Json | undefined, expected: Json): boolean {
  return value !== undefined && canonicalJson(value) === canonicalJson(expected);
}

/** Converts a choice between bare types to a list of types. */
function listOfTypes(
  alternatives: readonly SchemaNode[],
  keyword: 'oneOf' | 'anyOf',
  pointer: string,
  nodes: Pick<NodeSource, 'leaves'>,
): Located | undefined {
  const types: Json[] = [];
  for (const alternative of alternatives) {
    const own = onlyType(alternative, nodes);
    if (own === undefined) return undefined;
    types.push(...[own].flat());
  }
  // A value that fits two alternatives of oneOf is refused.
  if (keyword === 'oneOf' && hasOverlap(types)) return undefined;
  return { value: { type: types }, pointer };
}

/**
 * The types of a schema without other constraints, declared directly or in one included schema; undefined for other
 * schemas.
 */
function onlyType({ parts }: SchemaNode, nodes: Pick<NodeSource, 'leaves'>): Json | undefined {
  if (!parts.every(isBareType)) return undefined;
  const leaves = nodes.leaves(parts);
  const [type, ...others] = leaves.flatMap(({ value }) => value['type'] ?? []);
  const isOnlyOne = leaves.filter(({ value }) => 'type' in value).length === 1 && leaves.every(isBareType);
  return isOnlyOne && type !== undefined ? [type, ...others] : undefined;
}

function isBareType({ value }: Located): boolean {
  return Object.keys(value).every((keyword) => typeKeywords.has(keyword) || isDocumentation(keyword));
}

const typeKeywords = new Set(['type', '$ref', 'allOf']);

function hasOverlap(types: readonly Json[]): boolean {
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size < types.length;
}

/** Converts a choice between listed values, such as one of `const` with a title each, to a list of values. */
function listOfValues(
  alternatives: readonly SchemaNode[],
  keyword: 'oneOf' | 'anyOf',
  pointer: string,
  nodes: Pick<NodeSource, 'leaves'>,
): Located | undefined {
  const values = new Map<string, Json>();
  for (const alternative of alternatives) {
    const own = onlyValues(alternative, nodes);
    // A value that fits two alternatives of oneOf is refused.
    if (!own || (keyword === 'oneOf' && [...own.keys()].some((key) => values.has(key)))) return undefined;
    for (const [key, value] of own) values.set(key, value);
  }
  // An empty list would have no effect.
  return values.size > 0 ? { value: { enum: [...values.values()] }, pointer } : undefined;
}

/** The values of a schema that only lists values, directly or in included schemas; undefined for other schemas. */
function onlyValues(
  node: SchemaNode,
  nodes: Pick<NodeSource, 'leaves'>,
): ReadonlyMap<string, Json> | undefined {
  return nodes.leaves(node.parts).every(isBareList) ? node.flat.values.listed : undefined;
}

function isBareList({ value }: Located): boolean {
  return Object.keys(value).every((keyword) => listKeywords.has(keyword) || isPlainDocumentation(keyword));
}

function isPlainDocumentation(keyword: string): boolean {
  return isDocumentation(keyword) && keyword !== 'x-extensible-enum';
}

const listKeywords = new Set(['const', 'enum', 'type', '$ref', 'allOf']);
