import type { JsonObject } from '../../compiled/json.ts';
import { listOperations, type ListedOperation } from './list-operations.ts';
import type { DeclaredApi } from './workspace.ts';

/** What declarations may call an operation: its method and path, and its operationId where it has one. */
export function namesOfOperation({ method, path, value }: ListedOperation): readonly string[] {
  const { operationId } = value;
  return [`${method} ${path}`, ...(typeof operationId === 'string' ? [operationId] : [])];
}

/** The names of each operation of an OpenAPI document. */
export function listOperationNames(contract: JsonObject): readonly (readonly string[])[] {
  return listOperations(contract).map(namesOfOperation);
}

/** The names of each operation of an API; undefined where its document could not be read. */
export function operationNamesOf({
  definition,
  remembered,
}: DeclaredApi): readonly (readonly string[])[] | undefined {
  return remembered?.operationNames ?? (definition && listOperationNames(definition.contract));
}
