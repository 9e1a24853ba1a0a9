import type { ParameterNode } from '../../../openapi/model.ts';
import { splitPointer } from '../../../source/place.ts';

/**
 * Whether an operation that declares a query parameter also has one of another name. What several operations share is
 * not compared, since each of them has other parameters.
 */
export function isDeclaredBeside({ document, pointer }: ParameterNode, name: string): boolean {
  const [, template = '', method = ''] = splitPointer(pointer);
  return document.operation(method.toUpperCase(), template)?.query.has(name) === true;
}
