import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import type { JsonObject } from '../../compiled/json.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { RateLimitDeclaration } from '../declaration/parts/rate-limit.ts';
import { listOperations } from '../workspace/list-operations.ts';
import { namesOfOperation } from '../workspace/operation-names.ts';
import { findNeededScopes } from '../workspace/security/needed-scopes.ts';
import { compileLimit } from './compile-limit.ts';

/** The operations of an OpenAPI document with the scopes that they need and their limits, sorted by path and method. */
export function compileOperations(
  contract: JsonObject,
  limits: ApiDeclaration['operationLimits'] = {},
): readonly CompiledOperation[] {
  const neededScopes = findNeededScopes(contract);
  const limitByName = new Map<string, RateLimitDeclaration>(Object.entries(limits));
  return listOperations(contract).map((listed) => {
    const { path, method, value } = listed;
    const { operationId } = value;
    const scopes = neededScopes(value);
    const limit = namesOfOperation(listed)
      .map((name) => limitByName.get(name))
      .find((found) => found !== undefined);
    return {
      method,
      path,
      ...(typeof operationId === 'string' && { operationId }),
      ...(scopes && { scopes }),
      ...(limit && { limit: compileLimit(limit) }),
    };
  });
}
