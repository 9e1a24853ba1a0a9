import type { JsonObject } from '#compiled/json.ts';
import type { BodyNode, EncodingNode, ParameterNode } from '#openapi/model.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import { appendPointer } from '#source/place.ts';
import type { ContractSide } from '../../../schemas/contract-side.ts';
import { readHeader, type ContractHeader } from '../../parameters/read-header.ts';

/** The declared serialization of a part of a body: a form field, or an item of a sequence. */
export interface ContractPart {
  readonly serialisation: Serialisation;
  /** Whether the document declares the serialization, instead of relying on the default. */
  readonly isStyled: boolean;
  readonly allowsEmpty: boolean;
  /** The media types of the part, separated by commas; undefined if the schema determines the type. */
  readonly contentType: string | undefined;
  readonly headers: ReadonlyMap<string, ContractHeader>;
  /** The encoding of nested parts, as written in the document. */
  readonly ofParts: JsonObject;
  /** The whole encoding, as written in the document. */
  readonly written: JsonObject;
  readonly documentation: JsonObject;
  /** The pointer of the encoding; undefined if there is none. */
  readonly pointer: string | undefined;
}

/** Parts by the step from the body's schema to the part's: `/name` for a field, `/0` or `/*` for items. */
export type PartsByStep = ReadonlyMap<string, ContractPart>;

/** A part without a declared encoding. */
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

/** The step for all items of a sequence that have no step of their own. */
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

/** Reads a field of OpenAPI 2.0. Its documentation is part of its schema. */
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
