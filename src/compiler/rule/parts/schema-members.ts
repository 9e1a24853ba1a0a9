import { isJsonObject } from '#compiled/json.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';
import { declareProperty } from '#openapi/readers/schema-reader.ts';
import { pathTo } from '#openapi/value-path.ts';
import type { DefinitionFinding } from '../definition-checks.ts';

/** A member that a schema itself declares, found without reading the other members. */
export function ownMember(
  { document, value, valuePath }: SchemaNode,
  name: string,
): SchemaProperty | undefined {
  const { properties } = value;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined;
  return declareProperty(document, name, properties[name], pathTo(pathTo(valuePath, 'properties'), name));
}

/** The location of a field's type: its `type`, or its name if it refers to a type that others may share. */
export function placeOfType({ schema, pointer }: SchemaProperty): Pick<DefinitionFinding, 'at' | 'part'> {
  const isOwn = schema?.pointer === pointer && schema.value['type'] !== undefined;
  return isOwn ? { at: schema.pointerTo('type') } : { at: pointer, part: 'key' };
}

/** The pointer of a keyword: in the first part of the schema that has the keyword, otherwise in the schema. */
export function keywordPlace(schema: SchemaNode, keyword: string, ...below: readonly number[]): string {
  const holder = schema.parts.find(({ value }) => Object.hasOwn(value, keyword)) ?? schema;
  return holder.pointerTo(keyword, ...below);
}
