import { isJsonObject, pick, type Json, type JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { collectHidden } from '#openapi/schema/hidden-properties.ts';
import { completeDocument, type Direction } from './complete-document.ts';
import { knownNames } from './draw-instance.ts';
import { asWritten, mapSchemas, suffix } from './map-schemas.ts';
import type { Schemas } from './near-schemas.ts';
import { renameProperties, type Names } from './rename-properties.ts';

/** The document of schemas that a body has. */
export function documentOf(
  { root, components }: Schemas,
  { openapi, names = {}, direction }: View,
): JsonObject {
  const schemas = renameProperties(components, names) as JsonObject;
  const value = renameProperties(root, names);
  return completeDocument({ form: 'schema', value, schemas, openapi, direction });
}

/** What a document is for, and the names that its properties have. */
interface View {
  readonly openapi: string;
  readonly names?: Names;
  readonly direction: Direction;
}

/** Changes all schemas apart from those that say what is refused, which refer to components as they are written. */
export function mapAll({ root, components }: Schemas, change: (schema: JsonObject) => Json): Schemas {
  const entries = Object.entries(components).flatMap(([name, one]) => [
    [name, mapSchemas(one, change)] as const,
    [`${name}${suffix}`, asWritten(one)] as const,
  ]);
  return { root: mapSchemas(root, change), components: Object.fromEntries(entries) };
}

/** The schemas for those who never send properties that do not go that way. */
export function withoutHidden(schemas: Schemas, openapi: string, direction: Direction): Schemas {
  return mapHidden(schemas, openapi, direction, { not: {} });
}

/** The schemas for senders who do not know the names of properties that will only be read. */
export function withoutReadOnly(schemas: Schemas, openapi: string, known: ReadonlySet<string>): Schemas {
  return mapHidden(schemas, openapi, 'request', {}, (name) => !known.has(name));
}

/** Replaces the properties that do not go that way, in all schemas for the same object of which one says so. */
function mapHidden(
  schemas: Schemas,
  openapi: string,
  direction: Direction,
  by: JsonObject,
  isReplaced: (name: string) => boolean = () => true,
): Schemas {
  const contract = openDocument(documentOf(schemas, { openapi, direction }));
  const concealed = { [direction === 'request' ? 'readOnly' : 'writeOnly']: true, ...by };
  const hiddenIn = (schema: JsonObject) =>
    [...collectHidden(schema, { contract, direction })].filter(isReplaced);
  const replaced = (schema: JsonObject): JsonObject => {
    const hidden = hiddenIn(schema);
    return hidden.length === 0 ? schema : conceal(schema, hidden, concealed, schemas.components);
  };
  return mapAll(schemas, (schema) => replaced(withWholeAlternatives(schema, hiddenIn, replaced)));
}

/** What says something of a schema with alternatives, not of one of these. */
const outside = ['discriminator', 'readOnly', 'writeOnly'];

/** A schema whose alternatives have in them what is next to them, if some property of that is hidden with one of them. */
function withWholeAlternatives(
  schema: JsonObject,
  hiddenIn: (schema: JsonObject) => readonly string[],
  replaced: (schema: JsonObject) => JsonObject,
): JsonObject {
  const keyword = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(schema[one]));
  // What is not evaluated depends on all alternatives that a value fits.
  if (!keyword || 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return schema;
  const { [keyword]: list, ...rest } = schema;
  const { properties } = rest;
  const wholes = (list as readonly Json[]).map((one): JsonObject => ({ allOf: [rest, one] }));
  const isHidden = (name: string) => isJsonObject(properties) && Object.hasOwn(properties, name);
  if (!wholes.flatMap(hiddenIn).some(isHidden)) return schema;
  return { ...pick(schema, outside), [keyword]: wholes.map(replaced) };
}

/** Replaces properties in a schema, in its parts, and in the components that these refer to. */
function conceal(
  schema: JsonObject,
  hidden: readonly string[],
  by: Json,
  components: JsonObject,
): JsonObject {
  const { properties, allOf } = schema;
  const own = hidden.filter((name) => isJsonObject(properties) && Object.hasOwn(properties, name));
  const concealed = Object.fromEntries(own.map((name) => [name, by]));
  const inPart = (part: Json) => concealInPart(part, hidden, by, components);
  return {
    ...schema,
    ...(own.length > 0 && { properties: { ...(properties as JsonObject), ...concealed } }),
    ...(Array.isArray(allOf) && { allOf: (allOf as readonly Json[]).map(inPart) }),
  };
}

function concealInPart(part: Json, hidden: readonly string[], by: Json, components: JsonObject): Json {
  if (!isJsonObject(part)) return part;
  const { $ref: reference, ...siblings } = part;
  const target = typeof reference === 'string' ? components[reference.split('/').at(-1) ?? ''] : undefined;
  const named = isJsonObject(target) ? target['properties'] : undefined;
  if (!isJsonObject(target) || !isJsonObject(named) || !hidden.some((name) => Object.hasOwn(named, name)))
    return conceal(part, hidden, by, components);
  // Only one part says that the property does not go that way, so the component is as it was for others.
  return { ...conceal(siblings, hidden, by, {}), allOf: [conceal(target, hidden, by, {})] };
}

/**
 * The schemas for readers, who ignore properties that they do not know, apart from one, and those that are only written,
 * and take any alternative that fits.
 */
export function forReaders(schemas: Schemas, openapi: string): Schemas {
  return mapAll(withHiddenOpen(schemas, openapi), (schema) => takeAny(openForNames(schema)));
}

/** The schemas for readers who take anything of properties that are only written. */
export function withHiddenOpen(schemas: Schemas, openapi: string): Schemas {
  return mapHidden(schemas, openapi, 'response', {});
}

/** The schemas as if a value could fit several alternatives, unless clients choose one by a discriminator. */
export function withCombinations(schemas: Schemas): Schemas {
  return mapAll(schemas, (schema) => ('discriminator' in schema ? schema : takeAny(schema)));
}

/** The schemas for readers who accept properties and values that they do not know. */
export function forTolerantReaders(schemas: Schemas, values: readonly Json[], isOpen: boolean): Schemas {
  return mapAll(schemas, (schema) => {
    const open = isOpen ? opened(schema) : schema;
    const { enum: listed, const: only, ...others } = open;
    const known = only === undefined ? listed : [only];
    return Array.isArray(known) ? { ...others, enum: [...known, ...values] } : open;
  });
}

/** What is closed leaves nothing unevaluated, and neither does it once it is open. */
function opened(schema: JsonObject): JsonObject {
  const { additionalProperties, unevaluatedProperties, ...others } = schema;
  return {
    ...others,
    ...(additionalProperties !== undefined && { additionalProperties: additionalProperties || true }),
    ...(unevaluatedProperties !== undefined && { unevaluatedProperties: unevaluatedProperties || true }),
  };
}

/** A schema as if a value could fit several alternatives of `oneOf`. */
export function takeAny({ oneOf, ...schema }: JsonObject): JsonObject {
  if (oneOf === undefined) return schema;
  const { allOf = [], ...others } = schema;
  return { ...others, allOf: [...(allOf as readonly Json[]), { anyOf: oneOf }] };
}

/** To describe what others describe restricts nothing. */
function openForNames(schema: JsonObject): JsonObject {
  if (schema['additionalProperties'] !== false && schema['unevaluatedProperties'] !== false) return schema;
  const known = Object.fromEntries(knownNames.map((name) => [name, {}]));
  const { properties } = schema;
  return { ...schema, properties: { ...known, ...(isJsonObject(properties) && properties) } };
}
