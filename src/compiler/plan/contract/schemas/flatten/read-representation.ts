import { isJsonObject, pick, type Json, type JsonObject } from '#compiled/json.ts';
import type { Located } from '../flat-schema.ts';
import { representationKeywords } from '../schema-keywords.ts';

/** The formats of OpenAPI up to 3.0 that later versions express as `contentEncoding` and `contentMediaType`. */
const encodedFormats: Readonly<Record<string, JsonObject>> = {
  byte: { contentEncoding: 'base64' },
  binary: { contentMediaType: 'application/octet-stream' },
};

export function isEncodedFormat(name: string): boolean {
  return Object.hasOwn(encodedFormats, name);
}

/** The format of a schema; a file of OpenAPI 2.0 is bytes. */
export function formatOf({ type, format }: JsonObject): string | undefined {
  if (type === 'file') return 'binary';
  return typeof format === 'string' ? format : undefined;
}

/** The serialization of the values of all parts; encodings and media types are matched case-insensitively. */
export function readRepresentation(leaves: readonly Located[]): JsonObject {
  if (!leaves.some(({ value }) => hasRepresentation(value))) return none;
  return Object.assign({}, ...leaves.map(({ value }) => representationOf(value))) as JsonObject;
}

/** The representation of most schemas. */
const none: JsonObject = {};

function hasRepresentation(schema: JsonObject): boolean {
  const format = formatOf(schema);
  return (
    (format !== undefined && isEncodedFormat(format)) ||
    representationKeywords.some((keyword) => schema[keyword] !== undefined)
  );
}

function representationOf(schema: JsonObject): JsonObject {
  const format = formatOf(schema);
  const encoded = format !== undefined && isEncodedFormat(format) ? encodedFormats[format] : {};
  const { contentEncoding, contentMediaType, xml, ...others } = pick(schema, representationKeywords);
  return {
    ...encoded,
    ...others,
    ...xmlOf(xml),
    ...(isEncoding(contentEncoding) && { contentEncoding: lower(contentEncoding) }),
    ...(contentMediaType !== undefined && { contentMediaType: lower(contentMediaType) }),
  };
}

/** Without the flags that are false, which is what they are by default. */
function xmlOf(xml: Json | undefined): JsonObject {
  const told = Object.entries(isJsonObject(xml) ? xml : {}).filter(([, value]) => value !== false);
  return told.length > 0 ? { xml: Object.fromEntries(told) } : {};
}

/** Those that leave texts as they are (RFC 2045, section 6.2) say nothing. */
const identities = new Set<Json>(['7bit', '8bit', 'binary']);

function isEncoding(value: Json | undefined): value is Json {
  return value !== undefined && !identities.has(lower(value));
}

function lower(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
