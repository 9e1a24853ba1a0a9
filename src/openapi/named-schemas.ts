import { isJsonObject, valueAt, type Json } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import { shapeAt } from './grammar.ts';
import type { OpenapiDocument, SchemaNode } from './model.ts';
import { pathTo, type ValuePath } from './value-path.ts';

/** A schema as a document contains it, and what it leads to. */
export interface WrittenSchema {
  /** May be a reference or a boolean; undefined if any value is allowed. */
  readonly written: Json | undefined;
  readonly valuePath: ValuePath | undefined;
  /** With references resolved; undefined for a boolean schema. */
  readonly node: SchemaNode | undefined;
}

/** The schema under a key of a schema, or in a map or a list there. */
export function schemaBelow(schema: SchemaNode, ...tokens: readonly (string | number)[]): WrittenSchema {
  const written = valueAt(schema.value, tokens);
  const valuePath = tokens.reduce<ValuePath | undefined>(pathTo, schema.valuePath);
  return { written, valuePath, node: schema.document.schemaAt(written, valuePath) };
}

function sectionOf({ isSwagger }: OpenapiDocument): readonly string[] {
  return isSwagger ? ['definitions'] : ['components', 'schemas'];
}

/** The names of the schemas that a document declares for reuse, in its order. */
export function listSchemaNames(document: OpenapiDocument): readonly string[] {
  const section = valueAt(document.root, sectionOf(document));
  return isJsonObject(section) ? Object.keys(section) : [];
}

/** The schema with a name; undefined if the document declares none. */
export function findSchema(document: OpenapiDocument, name: string): WrittenSchema | undefined {
  return schemaAtTokens(document, [...sectionOf(document), name]);
}

/** The name of a schema that a document declares for reuse; undefined for all others. */
export function nameOfSchema({ pointer, document }: SchemaNode): string | undefined {
  const tokens = splitPointer(pointer);
  const section = sectionOf(document);
  const isNamed =
    tokens.length === section.length + 1 && section.every((token, index) => tokens[index] === token);
  return isNamed ? tokens.at(-1) : undefined;
}

/**
 * The schema at an RFC 6901 pointer; undefined if the grammar of OpenAPI has no schema there. In Swagger 2.0, parameters
 * and headers are schemas too.
 */
export function schemaAtPointer(document: OpenapiDocument, pointer: string): WrittenSchema | undefined {
  if (!pointer.startsWith('/')) return undefined;
  const tokens = splitPointer(pointer);
  const shape = shapeAt('Document', tokens);
  const isValue = shape?.type === 'Schema' || shape?.type === 'Parameter' || shape?.type === 'Header';
  return isValue ? schemaAtTokens(document, tokens) : undefined;
}

function schemaAtTokens(document: OpenapiDocument, tokens: readonly string[]): WrittenSchema | undefined {
  const written = valueAt(document.root, tokens);
  if (!isJsonObject(written) && typeof written !== 'boolean') return undefined;
  const valuePath = tokens.reduce<ValuePath | undefined>(pathTo, undefined);
  return { written, valuePath, node: document.schemaAt(written, valuePath) };
}
