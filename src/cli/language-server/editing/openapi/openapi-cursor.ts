import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { type CursorPath, readCursorPath } from '../cursor-path.ts';
import { SchemaFields } from '../schema-fields.ts';
import { readVersionIn } from './read-version.ts';

const byVersion = new Map<OpenapiVersion, SchemaFields>();

/** A position in an OpenAPI document. */
export interface OpenapiCursor {
  readonly version: OpenapiVersion;
  readonly fields: SchemaFields;
  readonly text: string;
  readonly path: CursorPath;
}

/** Reads a position; undefined if the text is not an OpenAPI document. */
export async function readOpenapiCursor(
  document: TextDocument,
  { line, character }: Position,
): Promise<OpenapiCursor | undefined> {
  const text = document.getText();
  const version = readVersionIn(text);
  if (version === undefined) return undefined;
  const fields = await openapiFields(version);
  return { version, fields, text, path: readCursorPath(text, line, character) };
}

/** The fields of an OpenAPI version by its JSON Schema, which is loaded on first use. */
export async function openapiFields(openapi: OpenapiVersion): Promise<SchemaFields> {
  const { schemaOfOpenapi, schemaByAddress } = await import('#compiler/load/validators/schema-of-openapi.ts');
  const known = byVersion.get(openapi) ?? new SchemaFields(schemaOfOpenapi(openapi), schemaByAddress);
  byVersion.set(openapi, known);
  return known;
}
