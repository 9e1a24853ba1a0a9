import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readOpenapiCursor } from './openapi-cursor.ts';
import { fieldDescription } from './field-descriptions.ts';
import { objectTypeAt } from './object-type.ts';

/** The OpenAPI field at a position with its description, in Markdown; undefined if there is none. */
export async function describeOpenapi(
  document: TextDocument,
  position: Position,
): Promise<string | undefined> {
  const cursor = await readOpenapiCursor(document, position);
  if (!cursor) return undefined;
  const { key, isInKey, parents } = cursor.path;
  if (key === undefined || !isInKey) return undefined;
  const field = cursor.fields.list(parents).find(({ name }) => name === key);
  const description = field && (fieldDescription(objectTypeAt(parents), key) ?? field.description);
  return description === undefined ? undefined : `**${key}**: ${description}`;
}
