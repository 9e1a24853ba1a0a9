import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import type { SecurityRequirement } from '#openapi/plain-parts.ts';

/**
 * Whether the document requires an access token for calls of an operation: `none` if one alternative requires no
 * credentials; `unspecified` if the document states no requirement, or one that the gateway does not check, such as a
 * key for the service.
 */
export type DocumentedSecurity = 'required' | 'none' | 'unspecified';

/** Whether the document requires an access token for calls of an operation. */
export function documentedSecurity({
  security,
  securityPointer,
  pointer,
  document,
}: OperationNode): DocumentedSecurity {
  if (securityPointer === pointer) return 'unspecified';
  if (security.length === 0 || security.some(({ size }) => size === 0)) return 'none';
  return security.some((requirement) => isForService(requirement, document)) ? 'unspecified' : 'required';
}

function isForService(requirement: SecurityRequirement, { securitySchemes }: OpenapiDocument): boolean {
  return [...requirement.keys()].every((name) => securitySchemes.get(name)?.isForwarded ?? false);
}
