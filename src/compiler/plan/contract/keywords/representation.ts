import { isJsonObject, pick, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { describeTransition, describeValue } from '../../wording/describe-value.ts';
import type { FlatSchema, SchemaNode } from './facts/flat-schema.ts';
import { isDocumentation, representationKeywords } from './facts/schema-keywords.ts';
import type { SchemaFacts } from './facts/schema-fact.ts';
import { sharedTypes } from './facts/schema-types.ts';
import { isOfAssumedFormat } from './facts/text-tests.ts';
import type { KeywordComparison } from './facts/schema-meaning.ts';
import type { KeywordFamily } from './keyword-family.ts';

/** The representation of most schemas. */
const none: JsonObject = {};

/** `xml`, `contentEncoding`, `contentMediaType`, `contentSchema`, and the formats that mean an encoding. */
export const representation = {
  name: 'representation',
  none,
  read: ({ value }) => (hasRepresentation(value) ? representationOf(value) : none),
  merge: (one, other) => ({ ...one, ...other }),
  allowsInside(value, flat, { assumed }) {
    if (typeof value !== 'string' || !isEncoded(flat)) return true;
    // The gateway checks that a text is in base64.
    return flat.leaves.every(
      ({ value: { format } }) => format !== 'byte' || isOfAssumedFormat(format, value, assumed),
    );
  },
  report: reportRepresentation,
} satisfies KeywordFamily<JsonObject>;

/** The formats of OpenAPI up to 3.0 that later versions express as `contentEncoding` and `contentMediaType`. */
const encodedFormats: Readonly<Record<string, JsonObject>> = {
  byte: { contentEncoding: 'base64' },
  binary: { contentMediaType: 'application/octet-stream' },
};

export function isEncodedFormat(name: string): boolean {
  return Object.hasOwn(encodedFormats, name);
}

/** The format of a schema; `binary` for `type: file` of OpenAPI 2.0. */
export function formatOf({ type, format }: JsonObject): string | undefined {
  if (type === 'file') return 'binary';
  return typeof format === 'string' ? format : undefined;
}

/** Whether texts are encoded. */
export function isEncoded({
  representation: { contentEncoding },
}: Pick<FlatSchema, 'representation'>): boolean {
  return contentEncoding !== undefined;
}

/** The media type of the content of texts. */
export function contentTypeOf({ representation: { contentMediaType } }: FlatSchema): Json | undefined {
  return contentMediaType;
}

/** Whether a schema has no representation except `xml`. */
export function isOnlyXml({ representation: own }: FlatSchema): boolean {
  return Object.keys(own).every((keyword) => keyword === 'xml');
}

function hasRepresentation(schema: JsonObject): boolean {
  const format = formatOf(schema);
  return (
    (format !== undefined && isEncodedFormat(format)) ||
    representationKeywords.some((keyword) => schema[keyword] !== undefined)
  );
}

/**
 * The representation that a schema declares, with encodings and media types in lower case, since these are
 * case-insensitive.
 */
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

/** The `xml` object without its false flags, since false is their default. */
function xmlOf(xml: Json | undefined): JsonObject {
  const stated = Object.entries(isJsonObject(xml) ? xml : {}).filter(([, value]) => value !== false);
  return stated.length > 0 ? { xml: Object.fromEntries(stated) } : {};
}

/** Encodings that leave a text unchanged (RFC 2045, section 6.2) and so have no effect. */
const identities = new Set<Json>(['7bit', '8bit', 'binary']);

function isEncoding(value: Json | undefined): value is Json {
  return value !== undefined && !identities.has(lower(value));
}

function lower(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Compares how values are serialized: in XML, and as strings with encoded or typed content. */
function reportRepresentation({ facts, base, head }: KeywordComparison): void {
  if (base.representation === head.representation) return;
  compareXml(facts, base, head);
  compareContent(facts, base, head);
  const [before, after] = [base.representation, head.representation];
  const isMedia = before['contentMediaType'] !== undefined && after['contentMediaType'] !== undefined;
  // Without a media type, `contentSchema` has no effect (JSON Schema Validation 2020-12, section 8.5).
  if (isMedia && !sameJson(before['contentSchema'] ?? true, after['contentSchema'] ?? true))
    facts.compare('/{contentSchema}', contentOf(base), contentOf(head));
}

function compareXml(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.representation['xml'], head.representation['xml']];
  if (sameJson(before, after)) return;
  const what = describeTransition(...describeBoth(before, after));
  facts.report('representation-changed', { before, after, of: 'xml', what, part: 'xml', keyword: 'xml' });
}

function compareContent(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [textsIn(base), textsIn(head)];
  const name = Object.keys({ ...before, ...after }).find((one) => !sameJson(before[one], after[one]));
  if (name === undefined) return;
  const isFormat = changesFormatOfContent(base, head);
  const keyword = isFormat ? 'format' : name;
  const described = isFormat
    ? ([writtenFormats(base), writtenFormats(head)] as const)
    : describeBoth(before[name], after[name]);
  const detail = { before, after, part: keyword, what: describeTransition(...described), keyword };
  // Content keywords apply to strings only.
  if (sharedTypes(base.types, head.types).has('string')) facts.report('representation-changed', detail);
  else facts.reportAs('documentation-changed', detail);
}

/** Whether the content of strings changes and only `format` declares it, so that both are reported as one change. */
export function changesFormatOfContent(base: FlatSchema, head: FlatSchema): boolean {
  const isWritten = ({ origins }: FlatSchema) => contentKeywords.some((keyword) => origins.has(keyword));
  if (base.representation === head.representation) return false;
  return !sameJson(textsIn(base), textsIn(head)) && !isWritten(base) && !isWritten(head);
}

const contentKeywords = ['contentEncoding', 'contentMediaType'];

function textsIn({ representation: own }: FlatSchema): JsonObject {
  return pick(own, contentKeywords);
}

function writtenFormats({ leaves }: FlatSchema): string | undefined {
  const formats = leaves.flatMap(({ value }) => formatOf(value) ?? []);
  return [...new Set(formats)].toSorted().join(', ') || undefined;
}

function contentOf({ nodes, representation: own, origins }: FlatSchema) {
  return nodes.nodeOf(own['contentSchema'], origins.get('contentSchema') ?? '');
}

function describeBoth(before: Json | undefined, after: Json | undefined) {
  const describe = (value: Json | undefined) => (value === undefined ? undefined : describeValue('', value));
  return [describe(before), describe(after)] as const;
}

/** Whether bodies of a media type are bytes, which a schema cannot describe. */
export function isOfBytes(type: string): boolean {
  return /^(application\/(octet-stream|pdf|zip|gzip)|(image|audio|video|font)\/[^;+]+)(;|$)/.test(type);
}

/**
 * Whether a schema says only that a body is bytes: by `format` up to OpenAPI 3.0, by a media type in later versions, or
 * by declaring no type.
 */
export function mayBeBytes({ flat: { leaves } }: SchemaNode): boolean {
  const schemas = leaves.map(({ value }) => value);
  const keywords = new Set(schemas.flatMap((schema) => Object.keys(schema)));
  const isOnlyBytes = [...keywords].every(
    (keyword) => bytesKeywords.has(keyword) || isDocumentation(keyword),
  );
  const isOther = schemas.some(({ type = 'string' }) => type !== 'string' && type !== 'file');
  const formats = schemas.flatMap((schema) => formatOf(schema) ?? []);
  const isBinary = formats.length > 0 || keywords.has('contentMediaType');
  return (
    isOnlyBytes &&
    !isOther &&
    formats.every((format) => format === 'binary') &&
    (isBinary || !keywords.has('type'))
  );
}

const bytesKeywords = new Set(['$ref', 'allOf', 'type', 'format', 'contentMediaType']);
