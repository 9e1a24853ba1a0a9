import type { JsonObject } from '../../../compiled/json.ts';
import type { HeaderNode, OperationNode, ResponseNode } from '../../../openapi/model.ts';
import { pointerOf } from '../../../openapi/value-path.ts';
import type { ContractSide } from './contract-side.ts';
import { readMedia, type MediaByType } from './bodies/read-bodies.ts';
import type { ListWriting } from './sent-as-text/list-writing.ts';
import { describeStyle, listWritingOf } from './serialisation-style.ts';
import type { SchemaNode } from './schemas/flat-schema.ts';

export interface ContractHeader {
  readonly name: string;
  readonly required: boolean;
  /** The serialization of its value; equal texts are equal serializations. */
  readonly style: string;
  /** How lists are written; undefined if the value is not sent as text. */
  readonly lists: ListWriting | undefined;
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

/** The responses of an operation, by status: `200`, `2XX`, `default`. */
export function readResponses(
  { responses }: OperationNode,
  side: ContractSide,
): ReadonlyMap<string, ContractResponse> {
  return new Map(responses.map((response) => [response.status, readResponse(response, side)]));
}

function readResponse(response: ResponseNode, side: ContractSide): ContractResponse {
  return {
    headers: new Map([...response.headers].map(([key, header]) => [key, readHeader(header, side)])),
    media: readMedia(response.bodies, side),
    documentation: response.documentation,
    pointer: response.pointer,
    place: response.statusPointer,
  };
}

function readHeader(header: HeaderNode, { nodes }: ContractSide): ContractHeader {
  const { name, written, documentation, pointer } = header;
  const schema = nodes.nodeOf(written.schema, pointerOf(written.schemaPath));
  const style = describeStyle(written, schema);
  const lists = listWritingOf(written, 'header');
  return { name, required: header.isRequired, style, lists, schema, documentation, pointer };
}
