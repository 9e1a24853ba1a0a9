import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import type { BodyNode } from './body-node.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import { readParameters, type ParameterNode } from './parameter-node.ts';
import type { PathNode } from './path-node.ts';
import { readRequestBody, readSwaggerBody, type RequestBodyNode } from './request-body-node.ts';
import { ResponseNode } from './response-node.ts';
import { readSecurity, type SecurityRequirement } from './security.ts';
import { trailTo, type Trail } from './trail.ts';

/** Members that say what requests and responses have to be, or name the operation; the others are for people. */
const structural: ReadonlySet<string> = new Set([
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'security',
  'deprecated',
  'operationId',
  'consumes',
  'produces',
]);

/** One method of one path (OpenAPI 3.1, section 4.8.10). */
export class OperationNode extends OpenapiNode {
  readonly path: PathNode;
  /** In upper case. */
  readonly method: string;
  #declared: readonly ParameterNode[] | undefined;
  #responses: readonly ResponseNode[] | undefined;
  #requestBody: { readonly found: RequestBodyNode | undefined } | undefined;

  constructor(path: PathNode, method: string, value: JsonObject, trail: Trail | undefined) {
    super(path.view, value, trail);
    this.path = path;
    this.method = method;
  }

  /** `GET /dogs` */
  get name(): string {
    return `${this.method} ${this.path.template}`;
  }

  get operationId(): string | undefined {
    return this.text('operationId');
  }

  get isDeprecated(): boolean {
    return this.isSet('deprecated');
  }

  /**
   * Its own, and those of its path that it does not declare itself (OpenAPI 3.1, section 4.8.10.1), without headers
   * that other parts of the document describe and without bodies of Swagger 2.0.
   */
  get parameters(): readonly ParameterNode[] {
    return this.declaredParameters.filter(({ isBody, isIgnored }) => !isBody && !isIgnored);
  }

  /** The same, with bodies and with headers that are ignored. Of two of one name and location the first one holds. */
  get declaredParameters(): readonly ParameterNode[] {
    return (this.#declared ??= this.#mergeParameters());
  }

  #mergeParameters(): readonly ParameterNode[] {
    const found = new Map<string, ParameterNode>();
    for (const parameter of [...readParameters(this), ...this.path.parameters])
      if (!found.has(parameter.key)) found.set(parameter.key, parameter);
    return [...found.values()];
  }

  /** The parameters in the query, by name. */
  get query(): ReadonlyMap<string, ParameterNode> {
    const query = this.parameters.filter(({ location }) => location === 'query');
    return new Map(query.map((parameter) => [parameter.name, parameter]));
  }

  /** By status, in the order of the document. */
  get responses(): readonly ResponseNode[] {
    return (this.#responses ??= this.#readResponses());
  }

  #readResponses(): readonly ResponseNode[] {
    const trail = trailTo(this.trail, 'responses');
    return membersOf(this.value, 'responses').flatMap(([status, value]) => {
      const usedAt = trailTo(trail, status);
      const target = status.startsWith('x-') ? undefined : this.view.resolve({ value, trail: usedAt });
      return target ? [new ResponseNode(this, status, target, usedAt)] : [];
    });
  }

  /** The pointer of the responses; of the operation where it has none. */
  get responsesPointer(): string {
    return isJsonObject(this.value['responses']) ? this.pointerTo('responses') : this.pointer;
  }

  response(status: string): ResponseNode | undefined {
    return this.responses.find((response) => response.status === status);
  }

  /** The body that requests may have. */
  get requestBody(): RequestBodyNode | undefined {
    this.#requestBody ??= { found: this.#readRequestBody() };
    return this.#requestBody.found;
  }

  #readRequestBody(): RequestBodyNode | undefined {
    if (this.view.isSwagger) return readSwaggerBody(this, this.declaredParameters);
    const { requestBody } = this.value;
    if (!isJsonObject(requestBody)) return undefined;
    const target = this.view.resolve({ value: requestBody, trail: trailTo(this.trail, 'requestBody') });
    return target && readRequestBody(this, target);
  }

  /** The bodies that a request may have, one for each media type. */
  get requestBodies(): readonly BodyNode[] {
    return this.requestBody?.bodies ?? [];
  }

  /** The ways in which a call may be authorized: its own, or those of the document. */
  get security(): readonly SecurityRequirement[] {
    const { security } = this.value;
    return security === undefined ? this.view.security : readSecurity(security);
  }

  /** The pointer of the list that says so; of the operation where no list does. */
  get securityPointer(): string {
    if (this.value['security'] !== undefined) return this.pointerTo('security');
    return this.view.root['security'] === undefined ? this.pointer : '/security';
  }

  /** What the API calls back, by name. */
  get callbacks(): readonly (readonly [string, readonly PathNode[]])[] {
    const trail = trailTo(this.trail, 'callbacks');
    return membersOf(this.value, 'callbacks').flatMap(([name, value]) => {
      const target = this.view.resolve({ value, trail: trailTo(trail, name) });
      return target ? [[name, this.view.pathItemsIn(target)] as const] : [];
    });
  }

  /** The members that are for people. */
  get documentation(): JsonObject {
    return this.view.documentationOf(this.value, (name) => !structural.has(name));
  }
}
