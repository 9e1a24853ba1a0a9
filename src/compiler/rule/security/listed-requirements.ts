import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import type { OpenapiView } from '../../workspace/openapi/openapi-view.ts';

/** A security scheme that an OpenAPI document asks for, and with which scopes. */
export interface ListedRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  /** Of the list of scopes, in the contract; the scheme is its key. */
  readonly pointer: string;
}

/** What a document asks of all its operations, and what each asks of its own. */
export function listRequirements(view: OpenapiView): readonly ListedRequirement[] {
  const own = view.operations.flatMap((operation) => read(operation.value, operation.pointer));
  return [...read(view.root, ''), ...own];
}

function read({ security }: JsonObject, pointer: string): readonly ListedRequirement[] {
  if (!Array.isArray(security)) return [];
  return (security as readonly Json[]).flatMap((alternative, index) =>
    Object.entries(isJsonObject(alternative) ? alternative : {}).map(([scheme, listed]) => ({
      scheme,
      scopes: (Array.isArray(listed) ? (listed as readonly Json[]) : []).map(String),
      pointer: appendPointer(pointer, 'security', index, scheme),
    })),
  );
}
