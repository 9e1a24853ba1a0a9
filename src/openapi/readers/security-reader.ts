import { isJsonObject, pick, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, SecuritySchemeNode } from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import type { Located, OauthFlow, SecurityRequirement } from '../plain-parts.ts';
import { pointerOf, pathTo } from '../value-path.ts';

/** The alternatives in a `security` list; empty if a call needs no authorization (OpenAPI 3.1, section 4.8.30). */
export function readSecurity(listed: Json | undefined): readonly SecurityRequirement[] {
  return Array.isArray(listed) ? (listed as readonly Json[]).map(readRequirement) : [];
}

function readRequirement(requirement: Json): SecurityRequirement {
  const schemes = Object.entries(isJsonObject(requirement) ? requirement : {});
  return new Map(schemes.map(([scheme, scopes]) => [scheme, textsIn(scopes)]));
}

function textsIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? (list as readonly Json[]).filter((item) => typeof item === 'string') : [];
}

/** A scheme that a `security` of the document names, with its scopes and its pointer in the contract. */
interface ListedRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly pointer: string;
}

/** The security requirements of the whole document, and of each operation. */
export function listRequirements(document: OpenapiDocument): readonly ListedRequirement[] {
  return [document.rootNode, ...document.operations].flatMap((holder) =>
    readSecurity(holder.value['security']).flatMap((requirement, index) =>
      [...requirement].map(([scheme, scopes]) => ({
        scheme,
        scopes,
        pointer: holder.pointerTo('security', index, scheme),
      })),
    ),
  );
}

const flowUrls = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

/** The flows of OpenAPI 2.0 that have other names in OpenAPI 3. */
const flowNames: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Members that a client needs; all other members are documentation. */
const structural: ReadonlySet<string> = new Set([
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

/** A security scheme of a document (OpenAPI 3.1, section 4.8.27). */
class SecuritySchemeReader extends NodeReader implements SecuritySchemeNode {
  readonly usedAtPointer: string;

  constructor(document: OpenapiDocument, { value, valuePath }: Located, usedAtPointer: string) {
    super(document, value, valuePath);
    this.usedAtPointer = usedAtPointer;
  }

  get type(): string {
    const type = this.text('type') ?? '';
    return type === 'basic' ? 'http' : type;
  }

  get httpScheme(): string | undefined {
    return this.text('type') === 'basic' ? 'basic' : this.text('scheme')?.toLowerCase();
  }

  get apiKey(): { readonly location: string | undefined; readonly name: string | undefined } {
    return { location: this.text('in'), name: this.text('name') };
  }

  get isForwarded(): boolean {
    const { location, name } = this.apiKey;
    return this.type === 'apiKey' && (location !== 'header' || name?.toLowerCase() !== 'authorization');
  }

  get listsScopes(): boolean {
    const isBearer = this.type === 'http' && this.httpScheme === 'bearer';
    return isBearer || this.type === 'oauth2' || this.type === 'openIdConnect';
  }

  get flows(): readonly OauthFlow[] {
    const { flow, flows } = this.value;
    if (!isJsonObject(flows)) return [flowOf(nameOfFlow(typeof flow === 'string' ? flow : ''), this.value)];
    return Object.entries(flows).map(([name, value]) => flowOf(name, isJsonObject(value) ? value : {}));
  }

  get needs(): JsonObject {
    const { type, httpScheme } = this;
    if (type === 'http' && httpScheme !== undefined) return { type, scheme: httpScheme };
    if (type !== 'oauth2') return pick(this.value, ['type', 'in', 'name', 'openIdConnectUrl']);
    return { type, flows: Object.fromEntries(this.flows.map(({ name, urls }) => [name, urls])) };
  }

  get declaredScopes(): ReadonlyMap<string, string> | undefined {
    if (this.type !== 'oauth2') return undefined;
    const scopes = this.flows.flatMap((flow) => Object.entries(flow.scopes));
    return new Map(
      scopes.map(([scope, description]) => [scope, typeof description === 'string' ? description : '']),
    );
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}

function nameOfFlow(flow: string): string {
  return flowNames[flow] ?? flow;
}

function flowOf(name: string, value: JsonObject): OauthFlow {
  const urls = flowUrls.flatMap((url) => (value[url] === undefined ? [] : [[url, value[url]] as const]));
  return {
    name,
    urls: Object.fromEntries(urls),
    scopes: isJsonObject(value['scopes']) ? value['scopes'] : {},
  };
}

/** The security schemes of a document, by name. */
export function readSecuritySchemes(document: OpenapiDocument): ReadonlyMap<string, SecuritySchemeNode> {
  const { root, isSwagger } = document;
  const components = isJsonObject(root['components']) ? root['components'] : {};
  const holder = isSwagger ? root : components;
  const key = isSwagger ? 'securityDefinitions' : 'securitySchemes';
  const valuePath = pathTo(isSwagger ? undefined : pathTo(undefined, 'components'), key);
  const schemes = membersOf(holder, key).map(([name, value]) => {
    const declared = { value, valuePath: pathTo(valuePath, name) };
    // A reference without a target becomes a scheme without a type.
    const target = document.resolve(declared) ?? declared;
    return [name, new SecuritySchemeReader(document, target, pointerOf(declared.valuePath))] as const;
  });
  return new Map(schemes);
}
