import type { OperationNode, ParameterNode } from '#openapi/model.ts';

/** The locations of parameters with a field in the form. */
type InputLocation = 'path' | 'query' | 'header' | 'cookie';

/** A parameter with a field in the form. */
export type InputParameter = ParameterNode & { readonly location: InputLocation };

const locations: ReadonlySet<string> = new Set<InputLocation>(['path', 'query', 'header', 'cookie']);

/** The parameters of an operation that get a field in the form. */
export function listInputs({ parameters }: OperationNode): readonly InputParameter[] {
  return parameters.filter(isInput);
}

function isInput(parameter: ParameterNode): parameter is InputParameter {
  return locations.has(parameter.location);
}

/** The name of a parameter's field. */
export function fieldOf({ location, name }: ParameterNode): string {
  return `${location}.${name}`;
}

/** The name of the field by which a parameter is sent without a value. */
export function emptyFieldOf(parameter: ParameterNode): string {
  return `empty.${fieldOf(parameter)}`;
}

/** The input format of a value: plain text, a comma-separated list, or JSON. */
export function inputOf({ schema, serialisation }: ParameterNode): 'text' | 'list' | 'json' {
  if (serialisation.style === 'json' || schema?.isObject === true) return 'json';
  return schema?.isArray === true ? 'list' : 'text';
}
