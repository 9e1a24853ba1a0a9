import type { ParameterNode, SchemaNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';
import { splitPointer } from '#source/place.ts';
import { keywordPlace } from './schema-members.ts';
import type { Json } from '#compiled/json.ts';

/** The values that a document gives for a parameter: its default, its listed values and its examples. */
export function parameterValues(parameter: ParameterNode): readonly ExampleValue[] {
  const { schema, examples } = parameter;
  const own = schema ? [...defaultOf(schema), ...listedBy(schema), ...schema.examples] : [];
  return [...own, ...examples.filter((example) => !isRefused(example))];
}

/** Whether the name of an example of a request says that the API refuses it: `invalid_limit`, `HTTP400-limit`. */
export function isRefused({ pointer }: ExampleValue): boolean {
  const [list, name = '', value] = splitPointer(pointer).slice(-3);
  return list === 'examples' && ['value', 'dataValue'].includes(value ?? '') && refusal.test(name);
}

const refusal = /(^|[^a-z])(invalid|malformed|bad[_-]?request)|(^|[^0-9])4(00|22)([^0-9]|$)/i;

function defaultOf(schema: SchemaNode): readonly ExampleValue[] {
  const value = schema.keyword('default');
  return value === undefined ? [] : [{ value, pointer: keywordPlace(schema, 'default') }];
}

function listedBy(schema: SchemaNode): readonly ExampleValue[] {
  const values = schema.keyword('enum');
  if (!Array.isArray(values)) return [];
  return values.map((value, index) => ({ value, pointer: keywordPlace(schema, 'enum', index) }));
}

/** The strings in a value: the value itself, or the items of a list. */
export function textsOf(value: Json): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

/** The pointer of a parameter's name, where the parameter is declared: for problems in all of its uses. */
export function parameterPlace(parameter: ParameterNode): string {
  return parameter.pointerTo('name');
}

/** The pointer at which an operation or a path declares or refers to a parameter: for errors of this use only. */
export function parameterUse(parameter: ParameterNode): string {
  return parameter.usedAtPointer === parameter.pointer
    ? parameter.pointerTo('name')
    : `${parameter.usedAtPointer}/$ref`;
}
