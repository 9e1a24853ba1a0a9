import type { SchemaNode, SchemaProperty } from '../../workspace/openapi/schema-node.ts';

/** The arrays that a HAL body holds under `_embedded`, or `_embedded` itself where that is an array. */
export function embeddedArrays(schema: SchemaNode): readonly SchemaProperty[] {
  const embedded = schema.properties.get('_embedded');
  if (embedded?.schema?.isArray) return [embedded];
  return [...(embedded?.schema?.properties.values() ?? [])].filter((property) => property.schema?.isArray);
}
