import { canonicalJson } from '#compiled/canonical-json.ts';
import { sameJson, isJsonObject, omit, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { fitsAlone } from './fits-alone.ts';
import type { FlatSchema, Located, NodeSource, SchemaLimit, SchemaType } from '../flat-schema.ts';
import { flattenItems } from './flatten-items.ts';
import { flattenProperties } from './flatten-properties.ts';
import { readConditions } from './read-conditions.ts';
import { isEncodedFormat, readRepresentation } from './read-representation.ts';
import { listUnevaluated } from './read-unevaluated.ts';
import { resolveChoices } from './resolve-choices.ts';
import { otherKeywords } from '../schema-keywords.ts';
import { isLimitedBelow, readLimits, tightestLimits, wholeLimits } from '../schema-limits.ts';
import { readDiscriminator } from './read-discriminator.ts';
import { allTypes, readTypes, sharedTypes, valueListsOf } from '../schema-types.ts';

/** Merges the schemas that a schema consists of. */
export function flattenSchema(parts: readonly Located[], nodes: NodeSource): FlatSchema {
  const { leaves, choices } = resolveChoices(nodes.leaves(parts), nodes);
  const first = (keyword: string) => leaves.find(({ value }) => value[keyword] !== undefined)?.value[keyword];
  const formats = new Set(leaves.flatMap(({ value }) => plainFormat(value['format'])));
  const fallback = first('default');
  const limits = mergeLimits(leaves);
  const origins = findOrigins(leaves, limits);
  const types = typesOf(leaves, limits);
  const patterns = new Set(leaves.flatMap(({ value }) => stringIn(value['pattern'])));
  const values = mergeValues(leaves, { types, limits, patterns, formats });
  const all = { all: leaves, hasChoices: choices.length > 0 };
  const discriminator = readDiscriminator(first('discriminator'));
  return {
    nodes,
    leaves,
    types,
    nullable: parts.every(({ value }) => nodes.acceptsNull(value)),
    ...(values && { values }),
    extensible: isExtensible(leaves),
    formats,
    limits,
    patterns,
    ...flattenProperties(all, nodes),
    ...flattenItems(all, nodes),
    choices,
    ...(discriminator && { discriminator }),
    subtypes: discriminator ? nodes.subtypes(parts, leaves) : [],
    ...(fallback !== undefined && { default: fallback }),
    hiddenIn: {
      request: leaves.some(({ value }) => value['readOnly'] === true),
      response: leaves.some(({ value }) => value['writeOnly'] === true),
    },
    conditions: readConditions(leaves),
    unevaluated: listUnevaluated(all, nodes),
    representation: readRepresentation(leaves),
    documentation: Object.assign({}, ...leaves.toReversed().map(({ value }) => omit(value, otherKeywords))),
    propertyPlaces: findPropertyPlaces(leaves),
    origins,
  };
}

/** The types of all parts, without those for which the limits leave no value. */
function typesOf(
  leaves: readonly Located[],
  limits: ReadonlyMap<string, SchemaLimit>,
): ReadonlySet<SchemaType> {
  const types = leaves.map(({ value }) => readTypes(value)).reduce(sharedTypes, allTypes);
  const ofIntegers = types.has('number') ? limits : wholeLimits(limits);
  const limitsOf = (type: SchemaType) => (type === 'integer' ? ofIntegers : limits);
  return new Set([...types].filter((type) => !isLimitedBelow(type, limitsOf(type), limitsOf(type))));
}

/** Whether each part that lists its values says that there may be others. */
function isExtensible(leaves: readonly Located[]): boolean {
  const isListed = ({ value }: Located) => valueListsOf(value).length > 0;
  const mayHaveOthers = ({ value }: Located) => Boolean(value['x-extensible-enum']);
  return leaves.some(mayHaveOthers) && leaves.filter(isListed).every(mayHaveOthers);
}

/** The listed values that fit the other keywords. */
function mergeValues(
  leaves: readonly Located[],
  others: Pick<FlatSchema, 'types' | 'limits' | 'patterns' | 'formats'>,
): ReadonlyMap<string, Json> | undefined {
  const sets = leaves
    .flatMap(({ value }) => valueListsOf(value))
    .map((list) => new Map(list.map((item) => [canonicalJson(item), item])));
  const [first, ...rest] = sets;
  if (!first) return undefined;
  return new Map(
    [...first].filter(
      ([key, item]) => rest.every((set) => set.has(key)) && fitsAlone(item, { ...others, nullable: false }),
    ),
  );
}

function mergeLimits(leaves: readonly Located[]): ReadonlyMap<string, SchemaLimit> {
  return leaves.map(({ value }) => readLimits(value)).reduce(tightestLimits, noLimits);
}

/** Formats of the content of a text are its representation. */
function plainFormat(format: Json | undefined): readonly string[] {
  return stringIn(format).filter((name) => !isEncodedFormat(name));
}

const noLimits: ReadonlyMap<string, SchemaLimit> = new Map();

/** The pointers of keywords: of a limit that several leaves have, that of the tightest. */
function findOrigins(
  leaves: readonly Located[],
  limits: ReadonlyMap<string, SchemaLimit>,
): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { value, pointer } of leaves.toReversed())
    for (const keyword of Object.keys(value)) origins.set(keyword, appendPointer(pointer, keyword));
  if (leaves.length === 1) return origins;
  for (const [keyword, limit] of limits) {
    const tightest = leaves.find(({ value }) => sameJson(readLimits(value).get(keyword), limit));
    if (tightest && tightest.value[keyword] !== undefined)
      origins.set(keyword, appendPointer(tightest.pointer, keyword));
  }
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
