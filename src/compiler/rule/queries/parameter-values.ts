import type { ExampleValue } from '../../workspace/openapi/example-value.ts';
import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import type { SchemaNode } from '../../workspace/openapi/schema-node.ts';
import { keywordPlace } from './keyword-place.ts';

/** The values that a document gives for a parameter: its default, those that it lists, and examples. */
export function parameterValues(parameter: ParameterNode): readonly ExampleValue[] {
  const { schema, examples } = parameter;
  return [...(schema ? [...defaultOf(schema), ...listedBy(schema), ...schema.examples] : []), ...examples];
}

function defaultOf(schema: SchemaNode): readonly ExampleValue[] {
  const value = schema.keyword('default');
  return value === undefined ? [] : [{ value, pointer: keywordPlace(schema, 'default') }];
}

function listedBy(schema: SchemaNode): readonly ExampleValue[] {
  const values = schema.keyword('enum');
  if (!Array.isArray(values)) return [];
  return values.map((value, index) => ({ value, pointer: keywordPlace(schema, 'enum', index) }));
}
