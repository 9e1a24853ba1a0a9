import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import type { JsonObject } from '../../compiled/json.ts';
import { listOperations } from '../workspace/list-operations.ts';
import { findNeededScopes } from '../workspace/security/needed-scopes.ts';

/** The operations of an OpenAPI document with the scopes that they need, sorted by path and method. */
export function compileOperations(contract: JsonObject): readonly CompiledOperation[] {
  const neededScopes = findNeededScopes(contract);
  return listOperations(contract).map(({ path, method, value }) => {
    const { operationId } = value;
    const scopes = neededScopes(value);
    return {
      method,
      path,
      ...(typeof operationId === 'string' && { operationId }),
      ...(scopes && { scopes }),
    };
  });
}
