import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, OperationNode } from '../model.ts';
import type { SecurityRequirement } from '../plain-parts.ts';
import type { PublishedAs, PublishedFlow } from './published-as.ts';

/** The flows of OpenAPI 3 in OpenAPI 2.0, where a scheme has exactly one. */
const flowsOfSwagger: Readonly<Record<PublishedFlow['name'], string>> = {
  clientCredentials: 'application',
  authorizationCode: 'accessCode',
  implicit: 'implicit',
  password: 'password',
};

/** The security of a published document: the access token of the gateway, and the keys that only the service checks. */
export class PublishedSecurity {
  readonly #document: OpenapiDocument;
  readonly #as: PublishedAs;
  /** The document's own that stay. */
  readonly #kept: JsonObject;
  /** Any of these gets an access token. */
  readonly #schemes: ReadonlyMap<string, JsonObject>;

  constructor(document: OpenapiDocument, as: PublishedAs) {
    this.#document = document;
    this.#as = as;
    this.#kept = this.#keptSchemes();
    this.#schemes = this.#makeSchemes();
  }

  /** The members of the root that declare the schemes. */
  get declaration(): JsonObject {
    const { root, isSwagger } = this.#document;
    const schemes = { ...this.#kept, ...Object.fromEntries(this.#schemes) };
    if (isSwagger) return { securityDefinitions: schemes };
    const { components } = root;
    return { components: { ...(isJsonObject(components) ? components : {}), securitySchemes: schemes } };
  }

  /** The `security` of an operation. */
  of(operation: OperationNode): readonly JsonObject[] {
    const { security } = operation;
    const alternatives = security.length > 0 ? security : [new Map<string, readonly string[]>()];
    const all = alternatives.flatMap((requirement) => {
      const kept = Object.fromEntries([...requirement].filter(([name]) => this.#isKept(name)));
      if (this.#as.isPublic(operation)) return [kept];
      const scopes = this.#as.needsScopes(operation) ? this.#scopesOf(requirement) : [];
      return [...this.#schemes.keys()].map((name) => ({ ...kept, [name]: scopes }));
    });
    const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    // Only an empty list is known to all clients to require nothing.
    return distinct.every((one) => Object.keys(one).length === 0) ? [] : distinct;
  }

  #scopesOf(requirement: SecurityRequirement): readonly string[] {
    const listed = [...requirement].flatMap(([name, scopes]) =>
      (this.#document.securitySchemes.get(name)?.asksForScopes ?? true) ? scopes : [],
    );
    return [...new Set(listed)].toSorted();
  }

  #isKept(name: string): boolean {
    return this.#document.securitySchemes.get(name)?.isForwarded ?? false;
  }

  /** Those that a call still needs, and those of the calls that the API itself makes. */
  #keptSchemes(): JsonObject {
    const { root, isSwagger, operations } = this.#document;
    const { components } = root;
    const holder = isSwagger ? root : isJsonObject(components) ? components : {};
    const declared = holder[isSwagger ? 'securityDefinitions' : 'securitySchemes'];
    const used = new Set([
      ...operations.flatMap(({ security }) => namesIn(security).filter((name) => this.#isKept(name))),
      ...this.#foreignOperations().flatMap(({ security }) => namesIn(security)),
    ]);
    const entries = Object.entries(isJsonObject(declared) ? declared : {});
    return Object.fromEntries(entries.filter(([name]) => used.has(name) || name.startsWith('x-')));
  }

  #foreignOperations(): readonly OperationNode[] {
    const { webhooks, operations } = this.#document;
    const called = operations.flatMap(({ callbacks }) => callbacks.flatMap(([, paths]) => paths));
    return [...webhooks, ...called].flatMap((path) => path.operations);
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
    return Object.hasOwn(this.#kept, wanted) ? this.#freeName(`${wanted}_`) : wanted;
  }
}

function namesIn(security: readonly SecurityRequirement[]): readonly string[] {
  return security.flatMap((requirement) => [...requirement.keys()]);
}
