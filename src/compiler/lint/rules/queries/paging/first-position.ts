import type { ParameterNode, SchemaNode } from '#openapi/model.ts';

/** The first value of each parameter for a position. */
export const firstPositions: Readonly<Partial<Record<string, number>>> = { offset: 0, pageNumber: 1 };

const saysZero = /\b(zero|0)[- ](based|indexed)\b|\bstart(s|ing)? (at|from|with) (zero|0)\b/i;
const saysOne = /\b(one|1)[- ](based|indexed)\b|\bstart(s|ing)? (at|from|with) (one|1)\b/i;

/**
 * Whether the description of a parameter contradicts `first`: positions begin at 1 instead of 0, or at 0 instead of 1.
 */
export function saysOtherStart(parameter: ParameterNode, first: number): boolean {
  return (first === 0 ? saysOne : saysZero).test(parameter.text('description') ?? '');
}

/**
 * The keyword for the lower bound of a schema, and the least integer that it allows. `exclusiveMinimum` is a flag in
 * OpenAPI 3.0, and a number from 3.1 on.
 */
export function lowerBound(schema: SchemaNode | undefined): readonly [string | undefined, number] {
  const [minimum, exclusive] = [schema?.keyword('minimum'), schema?.keyword('exclusiveMinimum')];
  if (typeof exclusive === 'number') return ['exclusiveMinimum', exclusive + 1];
  if (typeof minimum !== 'number') return [undefined, 0];
  return ['minimum', exclusive === true ? minimum + 1 : minimum];
}

/** Whether all values of a parameter may be integers. */
export function isCount({ schema }: ParameterNode): boolean {
  return (schema?.types ?? []).every((type) => type === 'integer' || type === 'null');
}

/**
 * Whether the lower bound, the default or the description of a parameter contradicts `first`: positions begin at 1
 * instead of 0, or at 0 instead of 1.
 */
export function startsElsewhere(parameter: ParameterNode, first: number): boolean {
  const { schema } = parameter;
  const [keyword, least] = lowerBound(schema);
  const other = 1 - first;
  if (keyword !== undefined && least === other) return true;
  return schema?.keyword('default') === other || saysOtherStart(parameter, first);
}
