import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import { omit, type Located } from './contract-document.ts';
import type { ContractSide } from './contract-side.ts';
import { mediaOf, mimeTypes, readContent, type MediaByType } from './read-bodies.ts';
import type { ContractOperation } from './read-operations.ts';
import type { SchemaNode } from './schemas/schema-nodes.ts';
import { styleOf, swaggerStyleOf } from './serialisation-style.ts';

export interface ContractHeader {
  readonly name: string;
  readonly required: boolean;
  /** How its value is written; equal texts are equal ways. */
  readonly style: string;
  readonly schema: SchemaNode;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

export interface ContractResponse {
  readonly headers: ReadonlyMap<string, ContractHeader>;
  readonly media: MediaByType;
  readonly documentation: JsonObject;
  readonly pointer: string;
  /** Where the operation names it, which may be a reference. */
  readonly place: string;
}

const notDocumentation = new Set(['$ref', 'headers', 'content', 'schema', 'examples']);

/** The answers of an operation, by status: `200`, `2XX`, `default`. */
export function readResponses(
  { operation }: ContractOperation,
  side: ContractSide,
): ReadonlyMap<string, ContractResponse> {
  const responses = side.document.members(side.document.member(operation, 'responses'));
  const statuses = [...responses].filter(([status]) => !status.startsWith('x-'));
  return new Map(
    statuses.map(([status, located]) => [
      status.toUpperCase().replace('DEFAULT', 'default'),
      {
        headers: readHeaders(located, side),
        media: side.document.isSwagger ? swaggerMedia(located, operation, side) : readContent(located, side),
        documentation: side.document.withTexts(omit(located.value, notDocumentation)),
        pointer: located.pointer,
        place: appendPointer(operation.pointer, 'responses', status),
      },
    ]),
  );
}

function swaggerMedia({ value, pointer }: Located, operation: Located, side: ContractSide): MediaByType {
  const { schema, examples } = value;
  if (schema === undefined) return new Map();
  const node = side.nodes.nodeOf(schema, appendPointer(pointer, 'schema'));
  const types = mimeTypes('produces', operation, side, 'application/json');
  return mediaOf(types, node, pointer, isJsonObject(examples) ? examples : {});
}

/** A header Content-Type says nothing that `content` does not (OpenAPI 3.0.4, section 4.7.17). */
function readHeaders(located: Located, side: ContractSide): ReadonlyMap<string, ContractHeader> {
  const headers = [...side.document.members(side.document.member(located, 'headers'))];
  return new Map(
    headers
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, header]) => [name.toLowerCase(), readHeader(name, header, side)]),
  );
}

const headerKeywords = ['required', 'schema', 'content', 'style', 'explode', 'description'];

function readHeader(name: string, { value, pointer }: Located, side: ContractSide): ContractHeader {
  const { document, nodes } = side;
  const [content] = document.members(document.member({ value, pointer }, 'content')).values();
  const of = content ?? { value, pointer };
  const schema = document.isSwagger
    ? nodes.nodeOf(omit(value, new Set(['description', 'collectionFormat'])), pointer)
    : nodes.nodeOf(of.value['schema'], appendPointer(of.pointer, 'schema'));
  const structural = new Set(headerKeywords.filter((keyword) => keyword !== 'description'));
  const { description } = value;
  const swaggerDocumentation: JsonObject = description === undefined ? {} : { description };
  return {
    name,
    required: value['required'] === true,
    style: document.isSwagger ? swaggerStyleOf(value, schema) : styleOf(value, schema),
    schema,
    documentation: document.isSwagger ? swaggerDocumentation : document.withTexts(omit(value, structural)),
    pointer,
  };
}
