import type { JsonObject } from '#compiled/json.ts';
import type { BodyNode, EncodingNode, ParameterNode } from '#openapi/model.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import { appendPointer } from '#source/place.ts';
import type { ContractSide } from '../../../schemas/contract-side.ts';
import { readHeader, type ContractHeader } from '../../parameters/read-header.ts';

/** What a document declares of how a part of a body is written: a field of a form, or an item of a sequence. */
export interface ContractPart {
  readonly serialisation: Serialisation;
  /** Whether the serialization is declared, and not the usual one. */
  readonly isStyled: boolean;
  readonly allowsEmpty: boolean;
  /** Its media types, separated by commas; undefined if the schema decides. */
  readonly contentType: string | undefined;
  readonly headers: ReadonlyMap<string, ContractHeader>;
  /** How its own parts are written, as the document has it. */
  readonly ofParts: JsonObject;
  /** All that is declared, as the document has it. */
  readonly written: JsonObject;
  readonly documentation: JsonObject;
  /** Undefined if nothing is declared. */
  readonly pointer: string | undefined;
}

/** By the step from the body's schema to that of the part: `/name` of a field, `/0` or `/*` of items. */
export type PartsByStep = ReadonlyMap<string, ContractPart>;

/** A part of which nothing is declared. */
export const usualPart: ContractPart = {
  serialisation: { style: 'form', explode: true },
  isStyled: false,
  allowsEmpty: false,
  contentType: undefined,
  headers: new Map(),
  ofParts: {},
  written: {},
  documentation: {},
  pointer: undefined,
};

/** The step to all items of a sequence that have no step of their own. */
export const anyItem = '/*';

/** The declared parts of a body. */
export function readParts(body: BodyNode, side: ContractSide): PartsByStep {
  const { swaggerFields, encodings, prefixEncodings, itemEncoding } = body;
  if (swaggerFields) return new Map(swaggerFields.map((field) => [stepTo(field.name), readField(field)]));
  const named = [...encodings].map(([name, encoding]) => [stepTo(name), encoding] as const);
  const first = prefixEncodings.map((encoding, index) => [stepTo(index), encoding] as const);
  const others = itemEncoding ? [[anyItem, itemEncoding] as const] : [];
  return new Map(
    [...named, ...first, ...others].map(([step, encoding]) => [step, readEncoding(encoding, side)]),
  );
}

export function stepTo(name: string | number): string {
  return appendPointer('', name);
}

/** The documentation of a field of OpenAPI 2.0 is that of its schema. */
function readField({ written: { serialisation }, allowsEmpty, pointer }: ParameterNode): ContractPart {
  return { ...usualPart, serialisation, isStyled: true, allowsEmpty, pointer };
}

function readEncoding(encoding: EncodingNode, side: ContractSide): ContractPart {
  const { serialisation, isStyled, contentType, ofParts, documentation, pointer } = encoding;
  const headers = new Map([...encoding.headers].map(([key, header]) => [key, readHeader(header, side)]));
  return {
    serialisation,
    isStyled,
    allowsEmpty: false,
    contentType,
    headers,
    ofParts,
    written: encoding.value,
    documentation,
    pointer,
  };
}
