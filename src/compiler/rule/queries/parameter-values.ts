import type { ExampleValue } from '../../workspace/openapi/body-node.ts';
import { membersOf } from '../../workspace/openapi/object-members.ts';
import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import type { SchemaNode } from '../../workspace/openapi/schema-node.ts';
import { pointerOf, trailTo } from '../../workspace/openapi/trail.ts';
import { keywordPlace } from './keyword-place.ts';

/** The values that a document gives for a parameter: its default, those that it lists, and examples. */
export function parameterValues(parameter: ParameterNode): readonly ExampleValue[] {
  const { schema, view } = parameter;
  return [
    ...(schema ? [...defaultOf(schema), ...listedBy(schema), ...schema.examples] : []),
    ...(view.isSwagger ? [] : examplesOf(parameter)),
  ];
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

/** Those of the parameter itself (OpenAPI 3.1, section 4.8.12.2). */
function examplesOf(parameter: ParameterNode): readonly ExampleValue[] {
  const { example } = parameter.value;
  const trail = trailTo(parameter.trail, 'examples');
  const named = membersOf(parameter.value, 'examples').flatMap(([name, value]) => {
    const target = parameter.view.resolve({ value, trail: trailTo(trail, name) });
    const held = target?.value['value'];
    return held === undefined ? [] : [{ value: held, pointer: pointerOf(target?.trail, 'value') }];
  });
  return [
    ...(example === undefined ? [] : [{ value: example, pointer: parameter.pointerTo('example') }]),
    ...named,
  ];
}
