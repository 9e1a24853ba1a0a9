import type { ExampleValue } from '../../workspace/openapi/body-node.ts';
import { membersOf } from '../../workspace/openapi/object-members.ts';
import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import type { SchemaNode } from '../../workspace/openapi/schema-node.ts';
import { pointerOf, trailTo } from '../../workspace/openapi/trail.ts';
import { keywordPlace } from '../bodies/schema-members.ts';
import type { Json } from '../../../compiled/json.ts';

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

/** A text, or those of a list; values of other types are none. */
export function textsOf(value: Json): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

/** The pointer of a parameter's name, where the parameter stands: for what is wrong with it wherever it is used. */
export function parameterPlace(parameter: ParameterNode): string {
  return parameter.pointerTo('name');
}

/** The pointer at which an operation or a path names a parameter: for what is wrong with its use there. */
export function parameterUse(parameter: ParameterNode): string {
  return parameter.usedAtPointer === parameter.pointer
    ? parameter.pointerTo('name')
    : `${parameter.usedAtPointer}/$ref`;
}
