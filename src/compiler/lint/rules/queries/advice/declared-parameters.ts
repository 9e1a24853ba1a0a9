import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { splitPointer } from '#source/place.ts';

/**
 * Whether the operation that declares a query parameter also has a query parameter `name`. False for a shared
 * parameter, since each operation that uses it has other parameters.
 */
export function isDeclaredWith(parameter: ParameterNode, name: string): boolean {
  return declaringOperation(parameter)?.query.has(name) === true;
}

/** The operation that declares a parameter directly; undefined for a shared parameter. */
export function declaringOperation({ document, pointer }: ParameterNode): OperationNode | undefined {
  const [, template = '', method = ''] = splitPointer(pointer);
  return document.operation(method.toUpperCase(), template);
}
