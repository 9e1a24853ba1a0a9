import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import type { SecurityRequirement } from '#openapi/plain-parts.ts';

/** Alternative sets: a token needs all scopes of one set. If the list is empty, no token is accepted. */
export type ScopeSets = readonly (readonly string[])[];

/** Whether a text can be a scope in a request or a token (RFC 6749 section 3.3). */
export function isScopeToken(text: string): boolean {
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(text);
}

/**
 * The scopes that an operation requires; undefined if it requires none. Omits alternatives with a scope that clients
 * cannot request (RFC 6749 section 3.3).
 */
export function neededScopes({ security, document }: OperationNode): ScopeSets | undefined {
  const sets = security.map((requirement) => scopesIn(requirement, document));
  if (sets.length === 0 || sets.some((set) => set.length === 0)) return undefined;
  const possible = sets.filter((set) => set.every(isScopeToken));
  return [...new Map(possible.map((set) => [set.join(' '), set])).values()];
}

/**
 * The scopes of one alternative, sorted. Names that belong to other types of security schemes are not scopes of the
 * token. The names of an undeclared scheme count as scopes, so that a typo in its name never removes a requirement.
 */
function scopesIn(requirement: SecurityRequirement, { securitySchemes }: OpenapiDocument): readonly string[] {
  const scopes = [...requirement].flatMap(([name, listed]) =>
    (securitySchemes.get(name)?.listsScopes ?? true) ? listed : [],
  );
  return [...new Set(scopes)].toSorted();
}

/** The scopes that the operations of an OpenAPI document require, sorted. */
export function listRequiredScopes({ operations }: OpenapiDocument): readonly string[] {
  const required = operations.flatMap((operation) => neededScopes(operation)?.flat() ?? []);
  return [...new Set(required)].toSorted();
}

/**
 * The scopes that clients can request: those that the operations require, and others that the security schemes declare,
 * since a subscription may name them. Each scope has its description from the security schemes, which may be empty.
 */
export function describeScopes(document: OpenapiDocument): Readonly<Record<string, string>> {
  const descriptions = new Map<string, string>();
  for (const { declaredScopes } of document.securitySchemes.values()) {
    for (const [scope, description] of declaredScopes ?? []) {
      if (!descriptions.get(scope)) descriptions.set(scope, description);
    }
  }
  const declared = [...descriptions.keys()].filter(isScopeToken);
  const all = [...new Set([...listRequiredScopes(document), ...declared])].toSorted();
  return Object.fromEntries(all.map((scope) => [scope, descriptions.get(scope) ?? '']));
}
