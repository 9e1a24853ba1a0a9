import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { ApiDeclaration } from '../declaration.ts';
import { neededScopes } from '#compiler/workspace/needed-scopes.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { namesOfOperation } from '#compiler/workspace/referable-parts.ts';
import { compileLimit } from '#compiler/compile/compile-limit.ts';

type OperationSettings = Pick<ApiDeclaration, 'access' | 'operationLimits' | 'operationAccess'>;

/**
 * The operations of an OpenAPI document with their access, the scopes that they need and their limits, sorted by path
 * and method.
 */
export function compileOperations(
  { operations }: OpenapiDocument,
  { access: ofAll, operationLimits = {}, operationAccess = {} }: OperationSettings = {},
): readonly CompiledOperation[] {
  const limits = new Map(Object.entries(operationLimits));
  const accesses = new Map(Object.entries(operationAccess));
  return operations.map((operation) => {
    const { method, name, operationId } = operation;
    // Not by operationId, which the document could move to another operation.
    const access = ofAll ?? accesses.get(name);
    const scopes = access === 'public' ? undefined : neededScopes(operation);
    const limit = declaredFor(operation, limits);
    return {
      method,
      path: operation.path.template,
      ...(operationId !== undefined && { operationId }),
      ...(access && { access }),
      ...(scopes && { scopes }),
      ...(limit && { limit: compileLimit(limit) }),
    };
  });
}

/** The value that is declared for an operation under any of its names. */
function declaredFor<Value>(operation: OperationNode, byName: ReadonlyMap<string, Value>): Value | undefined {
  return namesOfOperation(operation)
    .map((name) => byName.get(name))
    .find((found) => found !== undefined);
}
