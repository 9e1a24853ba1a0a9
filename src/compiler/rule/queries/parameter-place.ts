import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';

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
