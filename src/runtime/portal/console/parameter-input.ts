import type { OperationNode, ParameterNode } from '#openapi/model.ts';

/** Where the parameters are that a form has fields for; cookies are never sent from the store. */
type InputLocation = 'path' | 'query' | 'header';

/** A parameter that a form has a field for. */
export type InputParameter = ParameterNode & { readonly location: InputLocation };

/** The parameters of an operation that a form has fields for. */
export function listInputs({ parameters }: OperationNode): readonly InputParameter[] {
  return parameters.filter(isInput);
}

function isInput(parameter: ParameterNode): parameter is InputParameter {
  const { location } = parameter;
  return location === 'path' || location === 'query' || location === 'header';
}

/** The name of the field of a parameter. */
export function fieldOf({ location, name }: ParameterNode): string {
  return `${location}.${name}`;
}

/** How a value is typed: as it is, as a list with commas, or as JSON. */
export function inputOf({ schema, serialisation }: ParameterNode): 'text' | 'list' | 'json' {
  if (serialisation.style === 'json' || schema?.isObject === true) return 'json';
  return schema?.isArray === true ? 'list' : 'text';
}
