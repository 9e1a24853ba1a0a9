import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { shapeAt } from '#openapi/grammar.ts';
import { appendPointer } from '#source/place.ts';
import { namesAt, tagsOf } from './document-names.ts';
import { isSecurity, schemesSection, toIndex } from './openapi-places.ts';
import { objectTypeAt } from './object-type.ts';
import { readOpenapiCursor } from './openapi-cursor.ts';

/**
 * A reference to the object that a name at a position refers to: a security scheme, a schema in a discriminator's
 * mapping, or a tag. Undefined if there is none.
 */
export async function findNamedObject(
  document: TextDocument,
  position: Position,
): Promise<string | undefined> {
  const cursor = await readOpenapiCursor(document, position);
  if (!cursor) return undefined;
  const { text, version, path } = cursor;
  const { parents, key, value } = path;
  if (isSecurity(parents)) {
    const name = key ?? value;
    return name === '' ? undefined : `#${appendPointer('', ...schemesSection(version), name)}`;
  }
  const shape = shapeAt('Document', parents.map(toIndex));
  if (shape?.type === 'SchemaName' && shape.as === 'map') {
    const pointer = appendPointer('/components/schemas', value);
    return (await namesAt(text, document.uri, '/components/schemas')).includes(value) ? `#${pointer}` : value;
  }
  if (parents.at(-1) !== '*' || parents.at(-2) !== 'tags') return undefined;
  if (objectTypeAt(parents.slice(0, -2)) !== 'Operation') return undefined;
  const index = (await tagsOf(text, document.uri)).indexOf(value);
  return index === -1 ? undefined : `#/tags/${index}`;
}
