import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
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
