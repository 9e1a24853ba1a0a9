import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { isScopeToken } from './is-scope-token.ts';
import { readSecuritySchemes, type ScopedScheme } from './scoped-schemes.ts';

/** Alternatives: all scopes of one of them are needed. Where there is none, no token will do. */
export type ScopeSets = readonly (readonly string[])[];

type Schemes = ReadonlyMap<string, ScopedScheme | undefined>;

/** Makes the function that tells which scopes an operation of a document needs; undefined where it needs none. */
export function findNeededScopes(contract: JsonObject): (operation: JsonObject) => ScopeSets | undefined {
  const schemes = readSecuritySchemes(contract);
  const general = readRequirements(contract['security'], schemes);
  return ({ security }) => (security === undefined ? general : readRequirements(security, schemes));
}

/** An alternative with a scope that nobody can ask for (RFC 6749 section 3.3) is none. */
function readRequirements(security: Json | undefined, schemes: Schemes): ScopeSets | undefined {
  if (!Array.isArray(security)) return undefined;
  const sets = (security as readonly Json[]).map((requirement) => scopesIn(requirement, schemes));
  if (sets.length === 0 || sets.some((set) => set.length === 0)) return undefined;
  const possible = sets.filter((set) => set.every(isScopeToken));
  return [...new Map(possible.map((set) => [set.join(' '), set])).values()];
}

/**
 * The scopes of one alternative, sorted. What schemes of other types list are not scopes of the token; a scheme that
 * the document does not declare is taken for a misspelled one, so that a slip never takes a requirement away.
 */
function scopesIn(requirement: Json, schemes: Schemes): readonly string[] {
  const scopes = Object.entries(isJsonObject(requirement) ? requirement : {}).flatMap(([name, listed]) =>
    listsScopes(name, schemes) && Array.isArray(listed) ? (listed as readonly Json[]) : [],
  );
  return [...new Set(scopes.filter((scope) => typeof scope === 'string'))].toSorted();
}

function listsScopes(name: string, schemes: Schemes): boolean {
  return !schemes.has(name) || schemes.get(name) !== undefined;
}
