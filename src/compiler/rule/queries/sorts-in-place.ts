import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import { roleInPlace } from './query-roles.ts';

/** What a query parameter other than `sort` says of sorting: by what, or in which direction; undefined if nothing. */
export function sortsInPlace(parameter: ParameterNode): 'attributes' | 'direction' | undefined {
  const isDirection = /(order|dir|direction)$/i.test(parameter.name);
  if (roleInPlace(parameter.name)?.role === 'sorting') return isDirection ? 'direction' : 'attributes';
  return isDirection && givesDirections(parameter) ? 'direction' : undefined;
}

function givesDirections({ schema }: ParameterNode): boolean {
  const values = schema?.keyword('enum');
  return (
    Array.isArray(values) && values.length > 0 && values.every((value) => /^(asc|desc)/i.test(String(value)))
  );
}
