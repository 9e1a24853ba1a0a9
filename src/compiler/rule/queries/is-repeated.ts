import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';

/**
 * Whether callers write an array as one parameter for each of its items, not as one with commas (OpenAPI 3.1, section
 * 4.8.12.2, `explode`; Swagger 2.0, `collectionFormat`).
 */
export function isRepeated({ value, view, schema }: ParameterNode): boolean {
  if (!schema?.isArray) return false;
  if (view.isSwagger) return (value['collectionFormat'] ?? 'csv') !== 'csv';
  const style = value['style'] ?? 'form';
  return style !== 'form' || value['explode'] !== false;
}
