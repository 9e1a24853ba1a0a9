import type { JsonObject } from '#compiled/json.ts';
import type { OperationNode, ResponseNode } from '#openapi/model.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { readMedia, type MediaByType } from '../bodies/read-bodies.ts';
import { readHeader, type ContractHeader } from '../parameters/read-header.ts';

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
