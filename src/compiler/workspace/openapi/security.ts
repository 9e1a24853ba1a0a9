import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { membersOf } from './object-members.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { Located, OpenapiView } from './openapi-view.ts';
import { pointerOf, trailTo } from './trail.ts';

/** One way to authorize a call: all schemes that it names, each with the scopes or roles that it asks for. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** The ways that a `security` lists; none where a call needs no authorization (OpenAPI 3.1, section 4.8.30). */
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
export interface ListedRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  /** Of the list of scopes; the scheme is its key. */
  readonly pointer: string;
}

/** What a document asks of all its operations, and what each asks of its own. */
export function listRequirements(view: OpenapiView): readonly ListedRequirement[] {
  const root = new OpenapiNode(view, view.root, undefined);
  return [root, ...view.operations].flatMap((holder) =>
    readSecurity(holder.value['security']).flatMap((requirement, index) =>
      [...requirement].map(([scheme, scopes]) => ({
        scheme,
        scopes,
        pointer: holder.pointerTo('security', index, scheme),
      })),
    ),
  );
}

/** One flow of an OAuth 2.0 scheme (OpenAPI 3.1, section 4.8.29). */
export interface OauthFlow {
  /** As OpenAPI 3 calls it. */
  readonly name: string;
  /** `authorizationUrl`, `tokenUrl` and `refreshUrl`, as far as they are given. */
  readonly urls: JsonObject;
  /** What each scope allows. */
  readonly scopes: JsonObject;
}

const flowUrls = ['authorizationUrl', 'tokenUrl', 'refreshUrl'];

/** What OpenAPI 2.0 calls the flows of 3.0. */
const flowNames: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Members that a client needs; the others are for people. */
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
export class SecuritySchemeNode extends OpenapiNode {
  /** The pointer of its name, which is not its own where that is a reference. */
  readonly usedAtPointer: string;

  constructor(view: OpenapiView, { value, trail }: Located, usedAtPointer: string) {
    super(view, value, trail);
    this.usedAtPointer = usedAtPointer;
  }

  /** As OpenAPI 3 calls it: `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`. */
  get type(): string {
    const type = this.text('type') ?? '';
    return type === 'basic' ? 'http' : type;
  }

  /** The scheme of HTTP authentication, in lower case (RFC 9110 section 16.4.1). */
  get httpScheme(): string | undefined {
    return this.text('type') === 'basic' ? 'basic' : this.text('scheme')?.toLowerCase();
  }

  /** Where an API key is sent, and by what name. */
  get apiKey(): { readonly location: string | undefined; readonly name: string | undefined } {
    return { location: this.text('in'), name: this.text('name') };
  }

  /** Whether what requirements list for it are scopes of the access token. */
  get asksForScopes(): boolean {
    const isBearer = this.type === 'http' && this.httpScheme === 'bearer';
    return isBearer || this.type === 'oauth2' || this.type === 'openIdConnect';
  }

  /** The flows of OAuth 2.0. In OpenAPI 2.0 a scheme is its own one flow. */
  get flows(): readonly OauthFlow[] {
    const { flow, flows } = this.value;
    if (!isJsonObject(flows)) return [flowOf(flowNames[String(flow)] ?? String(flow), this.value)];
    return Object.entries(flows).map(([name, value]) => flowOf(name, isJsonObject(value) ? value : {}));
  }

  /** What each scope allows, by scope; undefined where the document does not list the scopes. */
  get declaredScopes(): ReadonlyMap<string, string> | undefined {
    if (this.type !== 'oauth2') return undefined;
    const scopes = this.flows.flatMap((flow) => Object.entries(flow.scopes));
    return new Map(
      scopes.map(([scope, description]) => [scope, typeof description === 'string' ? description : '']),
    );
  }

  /** The members that are for people. */
  get documentation(): JsonObject {
    return this.view.documentationOf(this.value, (name) => !structural.has(name));
  }
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
export function readSecuritySchemes(view: OpenapiView): ReadonlyMap<string, SecuritySchemeNode> {
  const { root, isSwagger } = view;
  const components = isJsonObject(root['components']) ? root['components'] : {};
  const holder = isSwagger ? root : components;
  const key = isSwagger ? 'securityDefinitions' : 'securitySchemes';
  const trail = trailTo(isSwagger ? undefined : trailTo(undefined, 'components'), key);
  const schemes = membersOf(holder, key).map(([name, value]) => {
    const declared = { value, trail: trailTo(trail, name) };
    // A reference that leads nowhere is of no type.
    const target = view.resolve(declared) ?? declared;
    return [name, new SecuritySchemeNode(view, target, pointerOf(declared.trail))] as const;
  });
  return new Map(schemes);
}
