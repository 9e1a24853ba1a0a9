import { canonicalJson } from '../../../../compiled/canonical-json.ts';
import { isJsonObject, omit, pick, type Json, type JsonObject } from '../../../../compiled/json.ts';
import { appendPointer } from '../../../../source/place.ts';
import type { FlatSchema, Located, NodeSource, SchemaLimit, SchemaNode, SchemaType } from './flat-schema.ts';
import { listOfTypes } from './list-of-types.ts';
import { conditionKeywords, otherKeywords, representationKeywords } from './schema-keywords.ts';
import { readLimits, tightestLimits } from './schema-limits.ts';
import { readDiscriminator } from './read-discriminator.ts';
import { allTypes, allowsNull, hasTypeOf, readTypes, sharedTypes } from './schema-types.ts';

/** Merges the schemas that a schema consists of. */
export function flattenSchema(parts: readonly Located[], nodes: NodeSource): FlatSchema {
  const { leaves, choices, choosesNull } = resolveChoices(nodes.leaves(parts), nodes);
  const origins = findOrigins(leaves);
  const first = (keyword: string) => leaves.find(({ value }) => value[keyword] !== undefined)?.value[keyword];
  const format = plainFormat(first('format'));
  const fallback = first('default');
  const types = leaves.map(({ value }) => readTypes(value)).reduce(sharedTypes, allTypes);
  const [values, items] = [mergeValues(leaves, types), itemsOf(leaves, nodes)];
  const discriminator = readDiscriminator(first('discriminator'));
  return {
    leaves,
    types,
    nullable: choosesNull || isNullable(leaves, choices.length > 0, nodes),
    ...(values && { values }),
    extensible: leaves.some(({ value }) => Boolean(value['x-extensible-enum'])),
    ...(format !== undefined && { format }),
    limits: mergeLimits(leaves),
    patterns: new Set(leaves.flatMap(({ value }) => stringIn(value['pattern']))),
    properties: mergeMembers('properties', leaves, nodes),
    required: new Set(leaves.flatMap(({ value }) => stringsIn(value['required']))),
    patternProperties: mergeMembers('patternProperties', leaves, nodes),
    additional: additionalOf(leaves, nodes),
    ...(items && { items }),
    tuple: tupleOf(leaves, nodes),
    choices,
    ...(discriminator && { discriminator }),
    ...(fallback !== undefined && { default: fallback }),
    readOnly: leaves.some(({ value }) => value['readOnly'] === true),
    writeOnly: leaves.some(({ value }) => value['writeOnly'] === true),
    conditions: conditionsOf(leaves),
    representation: Object.assign({}, ...leaves.map(({ value }) => representationOf(value))),
    documentation: Object.assign({}, ...leaves.toReversed().map(({ value }) => omit(value, otherKeywords))),
    propertyPlaces: findPropertyPlaces(leaves),
    origins,
  };
}

/** `nullable` is a keyword up to OpenAPI 3.0, which adds null to whatever is next to it. */
function isNullable(leaves: readonly Located[], hasChoice: boolean, { document }: NodeSource): boolean {
  const isOpened = leaves.some(({ value }) => value['nullable'] === true);
  if (isOpened && !document.mergesSiblings) return true;
  return !hasChoice && leaves.every(({ value }) => allowsNull(value));
}

interface ResolvedChoices {
  readonly leaves: readonly Located[];
  readonly choices: readonly (readonly SchemaNode[])[];
  readonly choosesNull: boolean;
}

/** Merges choices between one schema and null, including the choices in that schema. */
function resolveChoices(all: readonly Located[], nodes: NodeSource): ResolvedChoices {
  const leaves = new Map(all.map((leaf) => [leaf.value, leaf]));
  const choices: (readonly SchemaNode[])[] = [];
  let choosesNull = false;
  for (const leaf of leaves.values()) {
    for (const { alternatives, hasNull, types } of choicesOf(leaf, nodes)) {
      if (types) leaves.set(types.value, types);
      if (types) continue;
      choosesNull ||= hasNull;
      const [only, ...others] = alternatives;
      if (only && others.length > 0) choices.push(alternatives);
      for (const one of others.length > 0 ? [] : nodes.leaves(only?.parts ?? []))
        if (!leaves.has(one.value)) leaves.set(one.value, one);
    }
  }
  return { leaves: [...leaves.values()], choices, choosesNull };
}

function choicesOf({ value, pointer }: Located, nodes: NodeSource) {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const list = value[keyword];
    if (!Array.isArray(list)) return [];
    const all = (list as readonly Json[]).map((item, index) =>
      nodes.nodeOf(item, appendPointer(pointer, keyword, index)),
    );
    const types = listOfTypes(all, appendPointer(pointer, keyword));
    const alternatives = all.filter((node) => !isNullAlone(node));
    return [{ alternatives, hasNull: alternatives.length < all.length, ...(types && { types }) }];
  });
}

function isNullAlone({ parts: [part] }: SchemaNode): boolean {
  const { type, enum: values } = part?.value ?? {};
  return type === 'null' || sameText(type, ['null']) || sameText(values, [null]);
}

function sameText(value: Json | undefined, expected: Json): boolean {
  return value !== undefined && canonicalJson(value) === canonicalJson(expected);
}

/** The listed values that have an allowed type. */
function mergeValues(
  leaves: readonly Located[],
  types: ReadonlySet<SchemaType>,
): ReadonlyMap<string, Json> | undefined {
  const sets = leaves.flatMap(({ value }) => {
    const { enum: listed, const: only, 'x-extensible-enum': open } = value;
    const lists = [only === undefined ? undefined : [only], listed, open].filter(Array.isArray);
    return lists.map((list: readonly Json[]) => new Map(list.map((item) => [canonicalJson(item), item])));
  });
  const [first, ...others] = sets;
  if (!first) return undefined;
  return new Map(
    [...first].filter(([key, item]) => hasTypeOf(types, item) && others.every((set) => set.has(key))),
  );
}

function mergeLimits(leaves: readonly Located[]): ReadonlyMap<string, SchemaLimit> {
  return leaves.map(({ value }) => readLimits(value)).reduce(tightestLimits, noLimits);
}

/** The formats of OpenAPI up to 3.0 that later versions express as `contentEncoding` and `contentMediaType`. */
const encodedFormats: Readonly<Record<string, JsonObject>> = {
  byte: { contentEncoding: 'base64' },
  binary: { contentMediaType: 'application/octet-stream' },
};

function plainFormat(format: Json | undefined): string | undefined {
  return typeof format === 'string' && !Object.hasOwn(encodedFormats, format) ? format : undefined;
}

function representationOf(value: JsonObject): JsonObject {
  const { format } = value;
  const encoded =
    typeof format === 'string' && Object.hasOwn(encodedFormats, format) ? encodedFormats[format] : {};
  return { ...encoded, ...pick(value, representationKeywords) };
}

const noLimits: ReadonlyMap<string, SchemaLimit> = new Map();

/** A property that several schemas describe must satisfy all of them. */
function mergeMembers(
  keyword: string,
  leaves: readonly Located[],
  nodes: NodeSource,
): ReadonlyMap<string, SchemaNode> {
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

function additionalOf(leaves: readonly Located[], nodes: NodeSource): FlatSchema['additional'] {
  const keywords = ['additionalProperties', 'unevaluatedProperties'];
  const found = leaves.flatMap(({ value, pointer }) =>
    keywords.flatMap((keyword) => {
      const rest = value[keyword];
      return rest === undefined || rest === true ? [] : [{ rest, at: appendPointer(pointer, keyword) }];
    }),
  );
  if (found.some(({ rest }) => rest === false)) return 'closed';
  const schemas = found.filter(({ rest }) => isJsonObject(rest) && Object.keys(rest).length > 0);
  if (schemas.length === 0) return 'open';
  return nodes.joined(schemas.flatMap(({ rest, at }) => nodes.nodeOf(rest, at).parts));
}

function itemsOf(leaves: readonly Located[], nodes: NodeSource): SchemaNode | undefined {
  const found = leaves.filter(({ value }) => value['items'] !== undefined && !Array.isArray(value['items']));
  const parts = found.flatMap(
    ({ value, pointer }) => nodes.nodeOf(value['items'], appendPointer(pointer, 'items')).parts,
  );
  return parts.length > 0 ? nodes.joined(parts) : undefined;
}

function tupleOf(leaves: readonly Located[], nodes: NodeSource): readonly SchemaNode[] {
  for (const { value, pointer } of leaves) {
    for (const keyword of ['prefixItems', 'items']) {
      const list = value[keyword];
      if (!Array.isArray(list)) continue;
      return list.map((item: Json, index) => nodes.nodeOf(item, appendPointer(pointer, keyword, index)));
    }
  }
  return [];
}

function conditionsOf(leaves: readonly Located[]): ReadonlyMap<string, Json> {
  const conditions = new Map<string, Json>();
  for (const { value } of leaves) {
    for (const keywords of conditionKeywords) {
      const condition = pick(value, keywords);
      const [name] = Object.keys(condition);
      if (name === undefined) continue;
      const known = conditions.get(name);
      conditions.set(name, known === undefined ? condition : [known, condition]);
    }
  }
  return conditions;
}

function findOrigins(leaves: readonly Located[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { value, pointer } of leaves.toReversed())
    for (const keyword of Object.keys(value)) origins.set(keyword, appendPointer(pointer, keyword));
  return origins;
}

function findPropertyPlaces(leaves: readonly Located[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { value, pointer } of leaves.toReversed()) {
    if (!isJsonObject(value['properties'])) continue;
    for (const name of Object.keys(value['properties']))
      places.set(name, appendPointer(pointer, 'properties', name));
  }
  return places;
}

function stringIn(value: Json | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}

function stringsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : [];
}
