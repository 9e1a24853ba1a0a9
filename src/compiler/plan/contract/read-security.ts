import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { omit, pick, type ContractDocument, type Located } from './contract-document.ts';

/** What one of the ways to be let in asks for: `scheme scope`, and `scheme` where it needs no scope. */
export type Credentials = ReadonlySet<string>;

/** A security scheme of a document. */
export interface ContractScheme {
  /** What a client has to know of it, as a canonical text. */
  readonly needs: string;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** The security schemes of a document by name. */
export function readSchemes(document: ContractDocument): ReadonlyMap<string, ContractScheme> {
  const root = { value: document.root, pointer: '' };
  const schemes = document.isSwagger
    ? document.member(root, 'securityDefinitions')
    : document.member(root, 'components', 'securitySchemes');
  return new Map(
    [...document.members(schemes)].map(([name, { value, pointer }]) => [
      name,
      {
        needs: canonicalJson(plainScheme(value)),
        documentation: { ...omit(value, neededMembers), ...scopesIn(value) },
        pointer,
      },
    ]),
  );
}

const flowUrls = ['authorizationUrl', 'tokenUrl', 'refreshUrl'];
const neededMembers = new Set([
  'type',
  'in',
  'name',
  'scheme',
  'openIdConnectUrl',
  'flow',
  'flows',
  'scopes',
  ...flowUrls,
]);

function plainScheme(scheme: JsonObject): Json {
  const { type, scheme: of } = scheme;
  if (type === 'basic') return { type: 'http', scheme: 'basic' };
  if (type === 'http' && typeof of === 'string') return { type, scheme: of.toLowerCase() };
  if (type !== 'oauth2') return pick(scheme, ['type', 'in', 'name', 'openIdConnectUrl']);
  const flows = Object.entries(flowsOf(scheme)).map(([name, flow]) => [
    name,
    isJsonObject(flow) ? pick(flow, flowUrls) : {},
  ]);
  return { type, flows: Object.fromEntries(flows) };
}

/** OpenAPI 2.0 has one flow a scheme. */
function flowsOf(scheme: JsonObject): JsonObject {
  const { flow, flows } = scheme;
  if (typeof flow === 'string') return { [flowNames[flow] ?? flow]: scheme };
  return isJsonObject(flows) ? flows : {};
}

/** What the scopes of each flow are for. */
function scopesIn(scheme: JsonObject): JsonObject {
  const scopes = Object.values(flowsOf(scheme)).flatMap((flow) =>
    isJsonObject(flow) && isJsonObject(flow['scopes']) ? [flow['scopes']] : [],
  );
  return scopes.length === 0 ? {} : { scopes };
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
