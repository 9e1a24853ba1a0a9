import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../compiled/json.ts';
import { splitPointer } from '../../../source/place.ts';

/** A security scheme of an OpenAPI document whose requirements name scopes of the access token. */
export interface ScopedScheme {
  /** What its scopes allow, by scope; undefined where the scheme does not list them. */
  readonly declared: ReadonlyMap<string, string> | undefined;
}

/** References on the way to one scheme; more only lead back to themselves. */
const mostHops = 100;

/** Every security scheme of a document, by name; undefined where what a requirement lists for it are no scopes. */
export function readSecuritySchemes(contract: JsonObject): ReadonlyMap<string, ScopedScheme | undefined> {
  const components = isJsonObject(contract['components']) ? contract['components'] : {};
  const schemes = contract['securityDefinitions'] ?? components['securitySchemes'];
  if (!isJsonObject(schemes)) return new Map();
  return new Map(
    Object.entries(schemes).map(([name, scheme]) => [name, readScheme(resolve(scheme, contract))]),
  );
}

/** OpenID Connect declares its scopes elsewhere, and the roles that OpenAPI 3.1 lets bearer tokens have nowhere. */
function readScheme(scheme: Json | undefined): ScopedScheme | undefined {
  if (!isJsonObject(scheme)) return undefined;
  if (scheme['type'] === 'oauth2') return { declared: new Map(flowsOf(scheme).flatMap(listScopes)) };
  return isBearer(scheme) || scheme['type'] === 'openIdConnect' ? { declared: undefined } : undefined;
}

function isBearer({ type, scheme }: JsonObject): boolean {
  return type === 'http' && typeof scheme === 'string' && scheme.toLowerCase() === 'bearer';
}

/** A scheme of Swagger 2.0 is its own one flow. */
function flowsOf(scheme: JsonObject): readonly Json[] {
  return isJsonObject(scheme['flows']) ? Object.values(scheme['flows']) : [scheme];
}

function listScopes(flow: Json): readonly (readonly [string, string])[] {
  if (!isJsonObject(flow) || !isJsonObject(flow['scopes'])) return [];
  return Object.entries(flow['scopes']).map(([scope, description]) => [
    scope,
    typeof description === 'string' ? description : '',
  ]);
}

function resolve(scheme: Json | undefined, contract: JsonObject): Json | undefined {
  let found: unknown = scheme;
  for (let hops = 0; isJsonObject(found) && typeof found['$ref'] === 'string'; hops += 1) {
    if (hops === mostHops) return undefined;
    found = valueAt(contract, splitPointer(decodeURIComponent(found['$ref'].slice(1))));
  }
  return found as Json | undefined;
}
