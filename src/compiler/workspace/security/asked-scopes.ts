import type { JsonObject } from '../../../compiled/json.ts';
import { listOperations } from '../list-operations.ts';
import type { DeclaredApi } from '../workspace.ts';
import { findNeededScopes } from './needed-scopes.ts';

/** The scopes that the operations of an OpenAPI document ask for, sorted. */
export function listAskedScopes(contract: JsonObject): readonly string[] {
  const neededScopes = findNeededScopes(contract);
  const asked = listOperations(contract).flatMap(({ value }) => neededScopes(value)?.flat() ?? []);
  return [...new Set(asked)].toSorted();
}

/** The scopes that the operations of an API ask for; undefined where its document could not be read. */
export function askedScopesOf({ definition, remembered }: DeclaredApi): readonly string[] | undefined {
  return remembered?.askedScopes ?? (definition && listAskedScopes(definition.contract));
}
