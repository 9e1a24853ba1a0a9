import type { JsonObject } from '../../../compiled/json.ts';
import { listAskedScopes } from './asked-scopes.ts';
import { readSecuritySchemes } from './scoped-schemes.ts';

/** The scopes that the operations of an OpenAPI document ask for, and what each allows in words of its schemes. */
export function describeScopes(contract: JsonObject): Readonly<Record<string, string>> {
  const descriptions = new Map<string, string>();
  for (const scheme of readSecuritySchemes(contract).values()) {
    for (const [scope, description] of scheme?.declared ?? []) {
      if (!descriptions.get(scope)) descriptions.set(scope, description);
    }
  }
  return Object.fromEntries(listAskedScopes(contract).map((scope) => [scope, descriptions.get(scope) ?? '']));
}
