import type { SchemaNode, SchemaProperty } from '../workspace/openapi/schema-node.ts';

/** The arrays that a HAL body holds under `_embedded`. */
export function embeddedArrays(schema: SchemaNode): readonly SchemaProperty[] {
  const embedded = schema.properties.get('_embedded')?.schema;
  return [...(embedded?.properties.values() ?? [])].filter((property) => property.schema?.isArray);
}
