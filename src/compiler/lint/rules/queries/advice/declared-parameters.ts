import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { splitPointer } from '#source/place.ts';

/**
 * Whether an operation that declares a query parameter also has one of another name. What several operations share is
 * not compared, since each of them has other parameters.
 */
export function isDeclaredWith(parameter: ParameterNode, name: string): boolean {
  return declaringOperation(parameter)?.query.has(name) === true;
}

/** The operation that declares a parameter for itself. */
export function declaringOperation({ document, pointer }: ParameterNode): OperationNode | undefined {
  const [, template = '', method = ''] = splitPointer(pointer);
  return document.operation(method.toUpperCase(), template);
}
