import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { pick, type ContractDocument, type Located } from './contract-document.ts';

/** What one of the ways to be let in asks for: `scheme scope`, and `scheme` where it needs no scope. */
export type Credentials = ReadonlySet<string>;

/** The security schemes of a document: what a client has to know of each, as a canonical text. */
export function readSchemes(document: ContractDocument): ReadonlyMap<string, string> {
  const root = { value: document.root, pointer: '' };
  const schemes = document.isSwagger
    ? document.member(root, 'securityDefinitions')
    : document.member(root, 'components', 'securitySchemes');
  return new Map(
    [...document.members(schemes)].map(([name, { value }]) => [name, canonicalJson(plainScheme(value))]),
  );
}

/** Where tokens are got is the gateway's own matter, so that the URLs of flows do not count. */
function plainScheme(scheme: JsonObject): Json {
  if (scheme['type'] === 'basic') return { type: 'http', scheme: 'basic' };
  if (scheme['type'] !== 'oauth2') return pick(scheme, ['type', 'in', 'name', 'scheme']);
  const { flow, flows } = scheme;
  const names =
    typeof flow === 'string' ? [flowNames[flow] ?? flow] : Object.keys(isJsonObject(flows) ? flows : {});
  return { type: 'oauth2', flows: names.toSorted() };
}

/** What OpenAPI 2.0 calls the flows of 3.0. */
const flowNames: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** The ways in which a call of an operation may be let in; one without credentials where it needs none. */
export function readSecurity(
  document: ContractDocument,
  { value }: Located,
  nameOf: (scheme: string) => string,
): readonly Credentials[] {
  const listed = value['security'] ?? document.root['security'];
  if (!Array.isArray(listed) || listed.length === 0) return [new Set()];
  return (listed as readonly Json[]).map((requirement) => credentialsOf(requirement, nameOf));
}

function credentialsOf(requirement: Json, nameOf: (scheme: string) => string): Credentials {
  const schemes = Object.entries(isJsonObject(requirement) ? requirement : {});
  return new Set(
    schemes.flatMap(([scheme, scopes]) => {
      const name = nameOf(scheme);
      const needed = Array.isArray(scopes) ? (scopes as readonly Json[]).map(String) : [];
      return [name, ...needed.map((scope) => `${name} ${scope}`)];
    }),
  );
}
