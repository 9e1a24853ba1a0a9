import { isJsonObject, type JsonObject, type Json } from '../../../compiled/json.ts';
import { appendPointer } from '../../../source/place.ts';
import type { OpenapiView } from '../../workspace/openapi/openapi-view.ts';

/** A security scheme that a definition declares, and its pointer in the contract. */
export interface NamedScheme {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly pointer: string;
}

/** The security schemes of a definition, where its version of OpenAPI has them. */
export function securitySchemesOf({ root, isSwagger }: OpenapiView): readonly NamedScheme[] {
  const path = isSwagger ? ['securityDefinitions'] : ['components', 'securitySchemes'];
  const holder = isSwagger ? root : root['components'];
  const schemes = isJsonObject(holder) ? holder[path.at(-1) ?? ''] : undefined;
  if (!isJsonObject(schemes)) return [];
  return Object.entries(schemes).flatMap(([name, scheme]) =>
    isJsonObject(scheme) ? [{ name, scheme, pointer: appendPointer('', ...path, name) }] : [],
  );
}

/** A security scheme that an OpenAPI document asks for, and with which scopes. */
interface ListedRequirement {
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
