import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode, PathNode } from '../model.ts';
import type { PublishedAs, PublishedFlow } from './published-as.ts';
import type { SecurityRequirement } from '../plain-parts.ts';

/** The names of OpenAPI 3's flows in OpenAPI 2.0, where a scheme has exactly one flow. */
const flowsOfSwagger: Readonly<Record<PublishedFlow['name'], string>> = {
  clientCredentials: 'application',
  authorizationCode: 'accessCode',
  implicit: 'implicit',
  password: 'password',
};

/** The security of a published document: the access token of the gateway, and the keys that only the service checks. */
class PublishedSecurity {
  readonly #document: OpenapiDocument;
  readonly #as: PublishedAs;
  /** The document's own schemes, whose credentials the gateway forwards. */
  readonly #forwarded: JsonObject;
  /** The gateway's schemes; each of them yields an access token. */
  readonly #schemes: ReadonlyMap<string, JsonObject>;

  constructor(document: OpenapiDocument, as: PublishedAs) {
    this.#document = document;
    this.#as = as;
    this.#forwarded = this.#forwardedSchemes();
    this.#schemes = this.#makeSchemes();
  }

  /** The members of the root that declare the schemes. */
  get declaration(): JsonObject {
    const { root, isSwagger } = this.#document;
    const schemes = { ...this.#forwarded, ...Object.fromEntries(this.#schemes) };
    if (isSwagger) return { securityDefinitions: schemes };
    const { components } = root;
    return { components: { ...(isJsonObject(components) ? components : {}), securitySchemes: schemes } };
  }

  /** The `security` of an operation. */
  of(operation: OperationNode): readonly JsonObject[] {
    const { security } = operation;
    const alternatives = security.length > 0 ? security : [new Map<string, readonly string[]>()];
    const all = alternatives.flatMap((requirement) => {
      const forwarded = Object.fromEntries([...requirement].filter(([name]) => this.#isForwarded(name)));
      if (this.#as.isPublic(operation)) return [forwarded];
      const scopes = this.#as.needsScopes(operation) ? this.#scopesOf(requirement) : [];
      return [...this.#schemes.keys()].map((name) => ({ ...forwarded, [name]: scopes }));
    });
    const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    // An empty list, since no other form tells all clients that nothing is required.
    return distinct.every((one) => Object.keys(one).length === 0) ? [] : distinct;
  }

  #scopesOf(requirement: SecurityRequirement): readonly string[] {
    const listed = [...requirement].flatMap(([name, scopes]) =>
      (this.#document.securitySchemes.get(name)?.listsScopes ?? true) ? scopes : [],
    );
    return [...new Set(listed)].toSorted();
  }

  #isForwarded(name: string): boolean {
    return this.#document.securitySchemes.get(name)?.isForwarded ?? false;
  }

  /** The schemes that callers still need, and the schemes for calls that the API itself makes. */
  #forwardedSchemes(): JsonObject {
    const { root, isSwagger, operations } = this.#document;
    const { components } = root;
    const holder = isSwagger ? root : isJsonObject(components) ? components : {};
    const declared = holder[isSwagger ? 'securityDefinitions' : 'securitySchemes'];
    const used = new Set([
      ...operations.flatMap(({ security }) => namesIn(security).filter((name) => this.#isForwarded(name))),
      ...this.#foreignOperations().flatMap(({ security }) => namesIn(security)),
    ]);
    const entries = Object.entries(isJsonObject(declared) ? declared : {});
    return Object.fromEntries(entries.filter(([name]) => used.has(name) || name.startsWith('x-')));
  }

  #foreignOperations(): readonly OperationNode[] {
    return this.#document.calledPaths.flatMap((path) => path.operations);
  }

  #makeSchemes(): ReadonlyMap<string, JsonObject> {
    const { flows, metadataUrl, scopes } = this.#as;
    const type = { type: 'oauth2' };
    if (this.#document.isSwagger)
      return new Map(
        flows.map(({ name, urls }) => {
          const flow = flowsOfSwagger[name];
          return [this.#freeName(`gateway_${flow}`), { ...type, flow, ...urls, scopes }];
        }),
      );
    const byName: Readonly<Record<string, Json>> = Object.fromEntries(
      flows.map(({ name, urls }) => [name, { ...urls, scopes }]),
    );
    const metadata = this.#document.version === '3.2' ? { oauth2MetadataUrl: metadataUrl } : {};
    return new Map([[this.#freeName('gateway'), { ...type, flows: byName, ...metadata }]]);
  }

  #freeName(wanted: string): string {
    return Object.hasOwn(this.#forwarded, wanted) ? this.#freeName(`${wanted}_`) : wanted;
  }
}

/** The members with the service's own addresses and security, which are replaced. */
const ownAddresses: ReadonlySet<string> = new Set(['servers', 'host', 'basePath', 'schemes', 'security']);

/**
 * A document as callers of a gateway need it: with the gateway's address and its access tokens in place of those of the
 * service behind it. Everything else stays as it is, including extensions. The given document does not change.
 * JSON.stringify writes its numbers as the document does.
 */
export function publishDocument(document: OpenapiDocument, as: PublishedAs): JsonObject {
  const security = new PublishedSecurity(document, as);
  const paths = document.paths.map((path) => [path.template, publishPath(path, as, security)] as const);
  const { paths: declared } = document.root;
  return document.exactValues.everywhere({
    ...omit(document.root, ownAddresses),
    ...addressOf(document, as.baseUrl),
    ...(isJsonObject(declared) && { paths: { ...declared, ...Object.fromEntries(paths) } }),
    ...security.declaration,
  });
}

function addressOf({ isSwagger }: OpenapiDocument, baseUrl: string): JsonObject {
  if (!isSwagger) return { servers: [{ url: baseUrl }] };
  const { host, pathname, protocol } = new URL(baseUrl);
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] };
}

function publishPath(path: PathNode, as: PublishedAs, security: PublishedSecurity): JsonObject {
  const published = new Map<Json, Json>(
    path.operations.map((operation) => [operation.value, publishOperation(operation, security)]),
  );
  const replace = (holder: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(holder).map(([name, value]) => [name, published.get(value) ?? value]));
  const { additionalOperations: additional } = path.value;
  return {
    ...replace(omit(path.value, ownAddresses)),
    ...(isJsonObject(additional) && { additionalOperations: replace(additional) }),
    ...withVersionHeader(path, as),
  };
}

function publishOperation(operation: OperationNode, security: PublishedSecurity): JsonObject {
  return { ...omit(operation.value, ownAddresses), security: security.of(operation) };
}

/** Adds the version header, which every call must send if no address contains the version. */
function withVersionHeader({ document, value }: PathNode, { versionHeader }: PublishedAs): JsonObject {
  if (!versionHeader) return {};
  const { name, version } = versionHeader;
  const schema = { type: 'string', enum: [version] };
  const parameter = {
    name,
    in: 'header',
    required: true,
    ...(document.isSwagger ? schema : { schema }),
  };
  const { parameters } = value;
  return { parameters: [...(Array.isArray(parameters) ? (parameters as readonly Json[]) : []), parameter] };
}

function namesIn(security: readonly SecurityRequirement[]): readonly string[] {
  return security.flatMap((requirement) => [...requirement.keys()]);
}
