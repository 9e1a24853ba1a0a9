import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { collectHidden } from '#openapi/schema/hidden-properties.ts';
import type { FlatSchema, Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { beginDifferently, matchesPattern } from './matches-pattern.ts';
import { readNames } from './read-names.ts';
import { readUnevaluated, restricts, type Leaves } from './read-unevaluated.ts';

type FlatProperties = Pick<
  FlatSchema,
  'properties' | 'required' | 'patternProperties' | 'allowsName' | 'additional' | 'refused'
>;

/**
 * The properties of a schema that consists of several. A part without a name in it allows that name only as far as its
 * `additionalProperties` or `unevaluatedProperties` do.
 */
export function flattenProperties(all: Leaves, nodes: NodeSource): FlatProperties {
  const { all: leaves } = all;
  const names = readNames(leaves, nodes);
  const rests = leaves.flatMap((leaf) => restsOf(leaf, all, nodes));
  if (names.some(({ allowsNone }) => allowsNone)) rests.push(nothingElse);
  const isClosed = rests.some(({ rest }) => rest === false);
  const additional = joinRests(rests, nodes);
  const allowsName = (name: string) => names.every(({ allows }) => allows(name));
  const allowed = leaves.flatMap((leaf) => allowedNames(leaf, all, nodes));
  const isAllowed = (name: string) => allowed.every((mayAllow) => mayAllow(name));
  const { properties, refused } = mergeProperties(leaves, rests, nodes, { allowsName, isAllowed });
  return {
    properties,
    required: {
      request: requiredIn('request', leaves, nodes),
      response: requiredIn('response', leaves, nodes),
    },
    patternProperties: mergePatterns(leaves, rests, nodes),
    allowsName: (name) => allowsName(name) && isAllowed(name) && !isRefusedBy(rests, name),
    additional: isClosed ? 'closed' : (additional ?? 'open'),
    refused: { properties: refused, ...(isClosed && additional && { additional }) },
  };
}

/** A schema for properties that a part does not describe. */
interface Rest {
  readonly rest: Json;
  readonly pointer: string;
  readonly describes: (name: string) => boolean;
  /** Those by which it describes names. */
  readonly patterns: readonly string[];
}

/** Whether a part that allows no other properties does not describe a name. */
function isRefusedBy(rests: readonly Rest[], name: string): boolean {
  return rests.some(({ rest, describes }) => rest === false && !describes(name));
}

const nothingElse: Rest = { rest: false, pointer: '', describes: () => false, patterns: [] };

function restsOf(leaf: Located, leaves: Leaves, nodes: NodeSource): readonly Rest[] {
  const { value, pointer } = leaf;
  const { additionalProperties: additional } = value;
  const rests: Rest[] = [];
  if (restricts(additional))
    rests.push({
      rest: additional,
      pointer: appendPointer(pointer, 'additionalProperties'),
      describes: isDescribedBy([leaf]),
      patterns: patternsIn([leaf]),
    });
  const unevaluated = readUnevaluated('unevaluatedProperties', leaf, leaves, nodes);
  if (unevaluated && !unevaluated.dependsOnValue)
    rests.push({
      rest: unevaluated.rest,
      pointer: unevaluated.pointer,
      describes: isDescribedBy(unevaluated.leaves),
      patterns: patternsIn(unevaluated.leaves),
    });
  return rests;
}

function patternsIn(leaves: readonly Located[]): readonly string[] {
  return leaves.flatMap(({ value: { patternProperties } }) =>
    isJsonObject(patternProperties) ? Object.keys(patternProperties) : [],
  );
}

/** The names of properties that a closed schema may allow, where it depends on the value which of them it does. */
function allowedNames(
  leaf: Located,
  leaves: Leaves,
  nodes: NodeSource,
): readonly ((name: string) => boolean)[] {
  const unevaluated = readUnevaluated('unevaluatedProperties', leaf, leaves, nodes);
  if (!unevaluated?.dependsOnValue || unevaluated.rest !== false) return [];
  const [own, ...others] = nodes.mayEvaluate(leaf);
  const isOpen = others.some((other) => openKeywords.some((keyword) => keyword in other));
  return isOpen || !own ? [] : [isDescribedBy(withoutIdle([own, ...others]).map((value) => ({ value })))];
}

/** The schemas without those that depend on properties which none of them describes. */
function withoutIdle(schemas: readonly JsonObject[]): readonly JsonObject[] {
  const isDescribed = isDescribedBy(schemas.map((value) => ({ value })));
  const dependent = schemas.flatMap(({ dependentSchemas: all }) =>
    Object.entries(isJsonObject(all) ? all : {}),
  );
  const idle = new Set(dependent.flatMap(([name, schema]) => (isDescribed(name) ? [] : [schema])));
  return schemas.filter((schema) => !idle.has(schema));
}

/** The keywords by which a schema may evaluate any property. */
const openKeywords = ['additionalProperties', 'unevaluatedProperties', '$dynamicRef'];

function isDescribedBy(leaves: readonly Pick<Located, 'value'>[]): (name: string) => boolean {
  return (name) =>
    leaves.some(
      ({ value: { properties, patternProperties: patterns } }) =>
        (isJsonObject(properties) && Object.hasOwn(properties, name)) ||
        (isJsonObject(patterns) && Object.keys(patterns).some((pattern) => matchesPattern(pattern, name))),
    );
}

function mergeProperties(
  leaves: readonly Located[],
  rests: readonly Rest[],
  nodes: NodeSource,
  { allowsName, isAllowed }: Record<'allowsName' | 'isAllowed', FlatSchema['allowsName']>,
): Record<'properties' | 'refused', ReadonlyMap<string, SchemaNode>> {
  const members = mergeMembers('properties', leaves, nodes);
  const patterns = [...mergeMembers('patternProperties', leaves, nodes)];
  const refused = new Map<string, SchemaNode>();
  for (const [name, own] of members) {
    if (!allowsName(name)) {
      members.delete(name);
      continue;
    }
    const matching = patterns.flatMap(([pattern, { parts }]) => (matchesPattern(pattern, name) ? parts : []));
    const node = matching.length > 0 ? nodes.joined([...own.parts, ...matching]) : own;
    if (node !== own) members.set(name, node);
    const others = rests.filter(({ describes }) => !describes(name));
    if (!isAllowed(name) || isRefusedBy(rests, name)) {
      members.delete(name);
      refused.set(name, node);
    } else if (others.length > 0) members.set(name, nodes.joined([...node.parts, ...partsOf(others, nodes)]));
  }
  return { properties: members, refused };
}

/** The names with a pattern that no part refuses. */
function mergePatterns(
  leaves: readonly Located[],
  rests: readonly Rest[],
  nodes: NodeSource,
): FlatSchema['patternProperties'] {
  const members = mergeMembers('patternProperties', leaves, nodes);
  for (const [pattern, { parts }] of members) {
    const others = rests.filter(({ patterns }) => patterns.every((one) => beginDifferently(one, pattern)));
    if (others.some(({ rest }) => rest === false)) members.delete(pattern);
    else if (others.length > 0) members.set(pattern, nodes.joined([...parts, ...partsOf(others, nodes)]));
  }
  return members;
}

/** A property that several schemas describe must satisfy all of them. */
function mergeMembers(
  keyword: string,
  leaves: readonly Located[],
  nodes: NodeSource,
): Map<string, SchemaNode> {
  const members = new Map<string, SchemaNode>();
  for (const { value, pointer } of leaves) {
    const named = value[keyword];
    if (!isJsonObject(named)) continue;
    for (const [name, schema] of Object.entries(named)) {
      const node = nodes.nodeOf(schema, appendPointer(pointer, keyword, name));
      const known = members.get(name);
      members.set(name, known ? nodes.joined([...known.parts, ...node.parts]) : node);
    }
  }
  return members;
}

/** Properties that do not go this way are not required by the schemas that describe them. */
function requiredIn(
  direction: 'request' | 'response',
  leaves: readonly Located[],
  { document }: NodeSource,
): ReadonlySet<string> {
  const names = leaves.flatMap(({ value, includedBy }) => {
    const required = stringsIn(value['required']);
    if (required.length === 0) return [];
    const hidden = collectHidden(includedBy ?? value, { contract: document, direction });
    return required.filter((name) => !hidden.has(name));
  });
  return new Set(names);
}

/** The schema of properties that some parts do not describe; undefined if these allow anything, or nothing. */
function joinRests(rests: readonly Rest[], nodes: NodeSource): SchemaNode | undefined {
  const schemas = rests.filter(({ rest }) => rest !== false);
  if (schemas.length === 0) return undefined;
  return nodes.joined(partsOf(schemas, nodes));
}

function partsOf(rests: readonly Rest[], nodes: NodeSource): readonly Located[] {
  return rests.flatMap(({ rest, pointer }) => nodes.nodeOf(rest, pointer).parts);
}

function stringsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : [];
}
