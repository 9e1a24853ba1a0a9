import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { collectHidden } from '#openapi/schema/hidden-properties.ts';
import type { FlatSchema, Located, NodeSource, PropertyFacts, SchemaNode } from './facts/flat-schema.ts';
import type { Direction } from './facts/schema-fact.ts';
import { beginDifferently, matchesPattern } from './facts/text-tests.ts';
import type { FactsByThemselves, SchemasTogether } from './keyword-family.ts';
import { limits, upperLimit, readLimits } from './limits.ts';
import { resolveChoices } from './resolve-choices.ts';
import { haveNoTextInCommon, texts, textsOfName } from './texts.ts';
import { readTypes } from './types.ts';
import { readUnevaluated, restricts } from './unevaluated.ts';
import { values } from './values.ts';

export const none: PropertyFacts = {
  named: new Map(),
  required: { request: new Set(), response: new Set() },
  matching: new Map(),
  allowsName: () => true,
  additional: 'open',
  refused: { properties: new Map() },
  hiddenIn: { request: false, response: false },
  places: new Map(),
};

const ownKeywords = [
  'properties',
  'required',
  'patternProperties',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'readOnly',
  'writeOnly',
];

/** Whether a schema certainly rejects objects with a property. */
export function isRejected(name: string, { properties: own }: FlatSchema): boolean {
  if (!own.allowsName(name)) return true;
  const isDescribed = [...own.matching.keys()].some((pattern) => matchesPattern(pattern, name));
  return own.additional === 'closed' && !own.named.has(name) && !isDescribed;
}

/**
 * The properties that are sent in a direction: without read-only ones in requests and write-only ones in responses,
 * unless they are required.
 */
export function visibleIn(
  direction: Direction,
  { properties: { named, required } }: FlatSchema,
): ReadonlyMap<string, SchemaNode> {
  const goes = (name: string, { flat }: SchemaNode) =>
    !flat.properties.hiddenIn[direction] || required[direction].has(name);
  return new Map([...named].filter(([name, node]) => goes(name, node)));
}

/**
 * The schemas of a property that is not in `properties`: those of the matching patterns, or that of additional
 * properties.
 */
export function undescribed(
  name: string,
  { properties: { matching, additional } }: FlatSchema,
): readonly SchemaNode[] {
  const found = [...matching].filter(([pattern]) => matchesPattern(pattern, name));
  if (found.length > 0) return found.map(([, node]) => node);
  return typeof additional === 'string' ? [] : [additional];
}

/** The schema of a property in `properties`; undefined if the property is not described there. */
export function propertyNamed(name: string, { properties: { named } }: FlatSchema): SchemaNode | undefined {
  return named.get(name);
}

/** The schemas in `properties`, by property name. */
export function namedProperties({ properties: { named } }: FlatSchema): ReadonlyMap<string, SchemaNode> {
  return named;
}

/** Whether properties are described by patterns of their names. */
export function hasPatterns({ properties: { matching } }: FlatSchema): boolean {
  return matching.size > 0;
}

/** Whether additional properties are refused. */
export function isClosed({ properties: { additional } }: FlatSchema): boolean {
  return additional === 'closed';
}

/** The schema of additional properties; undefined if they may have any value or are refused. */
export function schemaOfOthers({ properties: { additional } }: FlatSchema): SchemaNode | undefined {
  return typeof additional === 'object' ? additional : undefined;
}

/** Whether one of the merged schemas describes properties that another one refuses. */
export function describesRefused({ properties: { refused } }: FlatSchema): boolean {
  return refused.additional !== undefined || refused.properties.size > 0;
}

/** Whether a property is required in a direction. */
export function isRequired(name: string, direction: Direction, { properties }: FlatSchema): boolean {
  return properties.required[direction].has(name);
}

/** Whether an object may have more properties than it requires. */
export function hasRoomForOthers(flat: FlatSchema, direction: Direction): boolean {
  return flat.properties.required[direction].size < upperLimit('maxProperties', flat);
}

/** Whether any property is required in one direction only. */
export function isRequiredOneWay({ properties }: FlatSchema): boolean {
  const { request, response } = properties.required;
  return request.size !== response.size || [...request].some((name) => !response.has(name));
}

/** The names of read-only and write-only properties. */
export function hiddenNames({ properties: { named } }: FlatSchema): readonly string[] {
  return [...named].flatMap(([name, { flat }]) => {
    const { request, response } = flat.properties.hiddenIn;
    return request || response ? [name] : [];
  });
}

/** The maximum number of values that `leadsToHidden` visits; beyond it, the result is true. */
const maxRead = 5000;

/** Whether schemas, or the schemas that they refer to, contain a read-only or write-only part. */
export function leadsToHidden(schemas: readonly Located[], { nodes }: Pick<FlatSchema, 'nodes'>): boolean {
  const waiting: Json[] = schemas.map(({ value }) => value);
  const seen = new Set<Json>();
  for (const one of waiting) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (seen.size > maxRead) return true;
    for (const member of Object.values(one) as readonly Json[]) waiting.push(member);
    if (!isJsonObject(one)) continue;
    const { $ref: reference, readOnly, writeOnly } = one;
    if (readOnly === true || writeOnly === true) return true;
    if (typeof reference === 'string')
      waiting.push(...nodes.nodeOf({ $ref: reference }, '').parts.map(({ value }) => value));
  }
  return false;
}

/**
 * The merged properties of schemas that apply together. A schema that does not describe a name allows it only as far as
 * its `additionalProperties` or `unevaluatedProperties` do.
 */
export function readProperties(schemas: SchemasTogether): PropertyFacts {
  const { leaves, nodes } = schemas;
  if (!leaves.some(({ value }) => ownKeywords.some((keyword) => keyword in value))) return none;
  const names = readNames(leaves, nodes);
  const remainders = leaves.flatMap((leaf) => remaindersOf(leaf, schemas));
  if (names.some(({ allowsNone }) => allowsNone)) remainders.push(nothingElse);
  const refusesOthers = remainders.some(({ rest }) => rest === false);
  const additional = joinRemainders(remainders, nodes);
  const allowsName = (name: string) => names.every(({ allows }) => allows(name));
  const allowed = leaves.flatMap((leaf) => allowedNames(leaf, schemas));
  const isAllowed = (name: string) => allowed.every((mayAllow) => mayAllow(name));
  const { properties, refused } = mergeProperties(leaves, remainders, nodes, { allowsName, isAllowed });
  return {
    named: properties,
    required: {
      request: requiredIn('request', leaves, nodes),
      response: requiredIn('response', leaves, nodes),
    },
    matching: mergePatterns(leaves, remainders, nodes),
    allowsName: (name) => allowsName(name) && isAllowed(name) && !isRefusedBy(remainders, name),
    additional: refusesOthers ? 'closed' : (additional ?? 'open'),
    refused: { properties: refused, ...(refusesOthers && additional && { additional }) },
    hiddenIn: {
      request: leaves.some(({ value }) => value['readOnly'] === true),
      response: leaves.some(({ value }) => value['writeOnly'] === true),
    },
    places: findPlaces(leaves),
  };
}

/** A schema for the properties that one of the merged schemas does not describe. */
interface Remainder {
  readonly rest: Json;
  readonly pointer: string;
  readonly describes: (name: string) => boolean;
  /** The patterns by which the merged schema describes names. */
  readonly patterns: readonly string[];
}

/** Whether a schema without additional properties refuses a name, since it does not describe it. */
function isRefusedBy(remainders: readonly Remainder[], name: string): boolean {
  return remainders.some(({ rest, describes }) => rest === false && !describes(name));
}

const nothingElse: Remainder = { rest: false, pointer: '', describes: () => false, patterns: [] };

function remaindersOf(leaf: Located, schemas: SchemasTogether): readonly Remainder[] {
  const { value, pointer } = leaf;
  const { additionalProperties: additional } = value;
  const remainders: Remainder[] = [];
  if (restricts(additional))
    remainders.push({
      rest: additional,
      pointer: appendPointer(pointer, 'additionalProperties'),
      describes: isDescribedBy([leaf]),
      patterns: patternsIn([leaf]),
    });
  const unevaluated = readUnevaluated('unevaluatedProperties', leaf, schemas);
  if (unevaluated && !unevaluated.dependsOnValue)
    remainders.push({
      rest: unevaluated.rest,
      pointer: unevaluated.pointer,
      describes: isDescribedBy(unevaluated.leaves),
      patterns: patternsIn(unevaluated.leaves),
    });
  return remainders;
}

function patternsIn(leaves: readonly Located[]): readonly string[] {
  return leaves.flatMap(({ value: { patternProperties } }) =>
    isJsonObject(patternProperties) ? Object.keys(patternProperties) : [],
  );
}

/**
 * A test for the names that a closed schema may allow, where the value decides which names are evaluated; empty if any
 * name may be allowed.
 */
function allowedNames(leaf: Located, schemas: SchemasTogether): readonly ((name: string) => boolean)[] {
  const unevaluated = readUnevaluated('unevaluatedProperties', leaf, schemas);
  if (!unevaluated?.dependsOnValue || unevaluated.rest !== false) return [];
  const [own, ...others] = schemas.nodes.mayEvaluate(leaf);
  const isOpen = others.some((other) => openKeywords.some((keyword) => keyword in other));
  return isOpen || !own ? [] : [isDescribedBy(withoutIdle([own, ...others]).map((value) => ({ value })))];
}

/** Drops the `dependentSchemas` of properties that no schema describes. */
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
  remainders: readonly Remainder[],
  nodes: NodeSource,
  { allowsName, isAllowed }: Record<'allowsName' | 'isAllowed', PropertyFacts['allowsName']>,
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
    const others = remainders.filter(({ describes }) => !describes(name));
    if (!isAllowed(name) || isRefusedBy(remainders, name)) {
      members.delete(name);
      refused.set(name, node);
    } else if (others.length > 0) members.set(name, nodes.joined([...node.parts, ...partsOf(others, nodes)]));
  }
  return { properties: members, refused };
}

/** The schemas in `patternProperties`, without the patterns that another schema refuses. */
function mergePatterns(
  leaves: readonly Located[],
  remainders: readonly Remainder[],
  nodes: NodeSource,
): PropertyFacts['matching'] {
  const members = mergeMembers('patternProperties', leaves, nodes);
  for (const [pattern, { parts }] of members) {
    const others = remainders.filter(({ patterns }) =>
      patterns.every((one) => beginDifferently(one, pattern)),
    );
    if (others.some(({ rest }) => rest === false)) members.delete(pattern);
    else if (others.length > 0) members.set(pattern, nodes.joined([...parts, ...partsOf(others, nodes)]));
  }
  return members;
}

/** Merges the schemas of each property, since a property has to satisfy every schema that describes it. */
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

/** The required names, without the properties that the requiring schema hides in the direction. */
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

/** The joined schema of the remainders that do not refuse everything; undefined if there are none. */
function joinRemainders(remainders: readonly Remainder[], nodes: NodeSource): SchemaNode | undefined {
  const schemas = remainders.filter(({ rest }) => rest !== false);
  if (schemas.length === 0) return undefined;
  return nodes.joined(partsOf(schemas, nodes));
}

function partsOf(remainders: readonly Remainder[], nodes: NodeSource): readonly Located[] {
  return remainders.flatMap(({ rest, pointer }) => nodes.nodeOf(rest, pointer).parts);
}

function stringsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : [];
}

function findPlaces(leaves: readonly Located[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { value, pointer } of leaves.toReversed()) {
    if (!isJsonObject(value['properties'])) continue;
    for (const name of Object.keys(value['properties']))
      places.set(name, appendPointer(pointer, 'properties', name));
  }
  return places;
}

/** The constraints of schemas on a name. */
interface NameKeywords {
  /** Whether it is certain that no name fits. */
  readonly allowsNone: boolean;
  readonly allows: (name: string) => boolean;
}

/** The maximum depth of nested choices that is read for the names that they allow. */
const maxChoices = 4;

/** The types, limits, patterns and formats of `propertyNames`; a name fits at least one alternative of each choice. */
function readNames(leaves: readonly Located[], nodes: NodeSource): readonly NameKeywords[] {
  return leaves.flatMap(({ value: { propertyNames }, pointer }) =>
    propertyNames === undefined
      ? []
      : readName(nodes.nodeOf(propertyNames, appendPointer(pointer, 'propertyNames')), nodes, maxChoices),
  );
}

function readName({ parts }: SchemaNode, nodes: NodeSource, depth: number): readonly NameKeywords[] {
  const { leaves, choices } = resolveChoices(nodes.leaves(parts), nodes);
  const own = leaves.map(({ value }) => readOwnName(value));
  if (depth === 0) return own;
  const chosen = choices.map(({ alternatives }): NameKeywords => {
    const read = alternatives.map((one) => readName(one, nodes, depth - 1));
    const allows = (name: string) => read.some((all) => all.every((keywords) => keywords.allows(name)));
    return { allowsNone: false, allows };
  });
  return [...own, ...chosen];
}

function readOwnName(schema: JsonObject): NameKeywords {
  const types = readTypes(schema);
  const facts = { types, limits: readLimits(schema), texts: textsOfName(schema), values: values.none };
  const allowsNone = !types.has('string') || haveNoTextInCommon(facts);
  return { allowsNone, allows: (name) => !allowsNone && allowsText(name, facts) };
}

function allowsText(name: string, facts: FactsByThemselves): boolean {
  return limits.allows(name, facts) && texts.allows(name, facts, undefined);
}
