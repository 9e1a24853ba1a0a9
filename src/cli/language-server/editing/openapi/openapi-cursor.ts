import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { type CursorPath, readCursorPath } from '../cursor-path.ts';
import type { SchemaFields } from '../schema-fields.ts';
import { openapiFields } from './openapi-fields.ts';
import { readVersionIn } from './read-version.ts';

/** A position in a document of OpenAPI. */
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
