import { exactExampleOf } from '#openapi/example/example-of.ts';
import type { BodyNode, SchemaNode } from '#openapi/model.ts';
import { isBinary } from '../api-page/samples/is-binary.ts';

/** How the form takes a body: as a text, as one file, or in parts. Undefined if it cannot send such a body. */
export function inputOfBody(body: BodyNode): 'text' | 'file' | 'parts' | undefined {
  const mediaType = body.mediaType.trim().toLowerCase();
  if (mediaType.startsWith('multipart/')) return mediaType === 'multipart/form-data' ? 'parts' : undefined;
  return isFileType(mediaType) || (!body.isJson && isBinary(body.schema)) ? 'file' : 'text';
}

/** Media types of bodies that are not texts. One with `*` names no type that could be sent. */
function isFileType(mediaType: string): boolean {
  return /^(?:(?:image|audio|video)\/(?!svg\+xml)|application\/(?:octet-stream|pdf|zip|gzip)$)[^*]*$/.test(
    mediaType,
  );
}

/** A part of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly isRequired: boolean;
  /** The media type that the part is sent with; undefined for plain text. */
  readonly contentType: string | undefined;
  /** What the form is filled with; empty for a file. */
  readonly example: string;
}

/** Limited to bound the size of the page. The names are those of fields of a form too. */
const mostParts = 50;
const longestName = 300;
const longestExample = 2000;

/** The parts that the form takes of a multipart body, and how many it has no room for. */
export function listParts(body: BodyNode): { readonly parts: readonly BodyPart[]; readonly left: number } {
  const { fields, schema, document } = body;
  const { encodings } = body;
  const all = fields ?? [...(schema?.properties.values() ?? [])];
  const parts = all
    .filter(({ name }) => name.length <= longestName)
    .slice(0, mostParts)
    .map((one) =>
      'isRequired' in one
        ? toPart(encodings, one.name, document.schemaAt(one.schema, undefined), one.isRequired)
        : toPart(encodings, one.name, one.schema, schema?.required.has(one.name) ?? false),
    );
  return { parts, left: all.length - parts.length };
}

function toPart(
  encodings: BodyNode['encodings'],
  name: string,
  schema: SchemaNode | undefined,
  isRequired: boolean,
): BodyPart {
  const isFile = isBinary(schema?.isArray === true ? schema.items : schema);
  const declared = encodings.get(name)?.contentType;
  const isPlain = declared !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(declared);
  const usual = isFile ? 'application/octet-stream' : isStructured(schema) ? 'application/json' : undefined;
  return {
    name,
    isFile,
    isRequired,
    contentType: isPlain ? declared : usual,
    example: isFile || !isRequired ? '' : exampleOf(schema),
  };
}

/** Whether a part is JSON unless the document says otherwise (OpenAPI 3.1 section 4.8.15). */
function isStructured(schema: SchemaNode | undefined): boolean {
  return schema !== undefined && (schema.isObject || schema.isArray);
}

function exampleOf(schema: SchemaNode | undefined): string {
  const value = exactExampleOf(schema, 'request');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestExample ? text : '';
}

/** The names of the fields of a form: of the text of a part, of the file of a part, and of the only file of a body. */
export function textFieldOf(name: string): string {
  return `part.${name}`;
}

export function fileFieldOf(name: string): string {
  return `part-file.${name}`;
}

export const onlyFileField = 'body-file';
