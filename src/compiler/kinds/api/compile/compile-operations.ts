import type { CompiledOperation } from '../../../../compiled/compiled-api.ts';
import type { ApiDeclaration } from '../declaration.ts';
import type { RateLimitDeclaration } from '../../../declaration/parts/rate-limit.ts';
import { neededScopes } from '../../../workspace/needed-scopes.ts';
import type { OpenapiDocument } from '../../../../openapi/model.ts';
import { namesOfOperation } from '../../../workspace/referable-parts.ts';
import { compileLimit } from '../../../compile/compile-limit.ts';

/** The operations of an OpenAPI document with the scopes that they need and their limits, sorted by path and method. */
export function compileOperations(
  { operations }: OpenapiDocument,
  limits: ApiDeclaration['operationLimits'] = {},
): readonly CompiledOperation[] {
  const limitByName = new Map<string, RateLimitDeclaration>(Object.entries(limits));
  return operations.map((operation) => {
    const { method, operationId } = operation;
    const scopes = neededScopes(operation);
    const limit = namesOfOperation(operation)
      .map((name) => limitByName.get(name))
      .find((found) => found !== undefined);
    return {
      method,
      path: operation.path.template,
      ...(operationId !== undefined && { operationId }),
      ...(scopes && { scopes }),
      ...(limit && { limit: compileLimit(limit) }),
    };
  });
}
