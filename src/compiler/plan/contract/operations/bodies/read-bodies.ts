import { type JsonObject, isJsonObject, type Json } from '#compiled/json.ts';
import type { BodyNode, OperationNode, ParameterNode } from '#openapi/model.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { readParts, type PartsByStep } from './parts/read-parts.ts';
import type { SchemaNode, Located } from '../../keywords/facts/flat-schema.ts';
import { pointerOf } from '#openapi/value-path.ts';

/** A body of one media type. */
export interface ContractMedia {
  /** The declared character sets in lower case; UTF-8 if a media type names no charset (RFC 8259). */
  readonly charsets: readonly string[];
  /** The media type as written in the document. */
  readonly written: string;
  /** Further bodies in the document whose media types differ only in their charset. */
  readonly others: readonly ContractMedia[];
  /** Whether the document names no media type, so that the usual one is assumed (OpenAPI 2.0). */
  readonly isAssumed: boolean;
  readonly schema: SchemaNode;
  /** The declared serialization of the body's parts. */
  readonly parts: PartsByStep;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

export type MediaByType = ReadonlyMap<string, ContractMedia>;

export interface ContractBody {
  readonly required: boolean;
  readonly media: MediaByType;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The request body of an operation. */
export function readRequestBody(
  { requestBody }: OperationNode,
  side: ContractSide,
): ContractBody | undefined {
  return (
    requestBody && {
      required: requestBody.isRequired,
      media: readMedia(requestBody.bodies, side),
      documentation: requestBody.documentation,
      pointer: requestBody.pointer,
    }
  );
}

/** The bodies of a request or a response, by media type. If several differ only in their charset, the first counts. */
export function readMedia(bodies: readonly BodyNode[], side: ContractSide): MediaByType {
  const groups = Map.groupBy(bodies, ({ mediaType }) => plainType(mediaType));
  return new Map([...groups].flatMap(([type, alike]) => mediaOf(alike, side).map((media) => [type, media])));
}

function mediaOf(alike: readonly BodyNode[], side: ContractSide): readonly ContractMedia[] {
  const charsets = [...new Set(alike.map(({ mediaType }) => charsetOf(mediaType)))];
  const [first, ...others] = alike.map((body) => readBody(body, charsets, side));
  return first ? [{ ...first, others }] : [];
}

function readBody(body: BodyNode, charsets: readonly string[], side: ContractSide): ContractMedia {
  return {
    charsets,
    written: body.mediaType,
    others: [],
    isAssumed: body.isAssumed,
    schema: readBodySchema(body, side),
    parts: readParts(body, side),
    documentation: { ...body.documentation, ...idleItemSchema(body) },
    pointer: body.pointer,
  };
}

const charset = /;charset="?([^;"]*)"?/;

/** Normalizes a media type: lower case, no charset, other parameters sorted by name. */
function plainType(type: string): string {
  const written = withoutBlanks(type).replace(charset, '');
  if (written.includes('"')) return written;
  const [plain, ...parameters] = written.split(';');
  return [plain, ...parameters.toSorted()].join(';');
}

function charsetOf(type: string): string {
  return charset.exec(withoutBlanks(type))?.[1]?.replace(/^utf8$/, 'utf-8') ?? 'utf-8';
}

function withoutBlanks(type: string): string {
  return type.toLowerCase().replaceAll(/\s/g, '');
}

/**
 * The schema of a body: an object of the fields for a form, a list of the items for a sequence (OpenAPI 3.2, section
 * 4.14.1).
 */
function readBodySchema(body: BodyNode, { nodes }: ContractSide): SchemaNode {
  const { swaggerFields, writtenSchema, itemSchema } = body;
  if (swaggerFields) return nodes.nodeOf(formSchema(swaggerFields), body.pointer);
  const written = nodes.nodeOf(writtenSchema, pointerOf(body.schemaPath));
  if (itemSchema === undefined || isIdle(body)) return written;
  // Changes of a schema are reported at the pointer where it is first read.
  nodes.nodeOf(itemSchema, body.pointerTo('itemSchema'));
  const list = listOf(itemSchema, body);
  const { types } = written.flat;
  if (types.has('array')) return nodes.joined([...written.parts, list]);
  // If the schema declares a string, the items describe the sequence.
  return types.has('object') ? written : nodes.joined([list]);
}

function listOf(items: Json, body: BodyNode): Located {
  return { value: { type: 'array', items }, pointer: body.pointerTo('itemSchema') };
}

/** Whether `itemSchema` has no effect: a JSON body is a single value. */
function isIdle({ isJson, writtenSchema }: BodyNode): boolean {
  return isJson && writtenSchema !== undefined;
}

/** The `itemSchema` of a body without items, which counts as documentation. */
function idleItemSchema(body: BodyNode): JsonObject {
  const { itemSchema } = body;
  return itemSchema !== undefined && isIdle(body) ? { itemSchema } : {};
}

/** The fields of a form of OpenAPI 2.0 as an object schema of OpenAPI 3. */
function formSchema(fields: readonly ParameterNode[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

function propertyOf({ written: { schema }, documentation }: ParameterNode): JsonObject {
  return { ...(isJsonObject(schema) && schema), ...documentation };
}
