import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type {
  BodyNode,
  OperationNode,
  ParameterNode,
  PathNode,
  RequestBodyNode,
  ResponseNode,
} from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import { readParameters } from './parameter-reader.ts';
import type { SecurityRequirement } from '../plain-parts.ts';
import { readRequestBody, readSwaggerBody } from './request-body-reader.ts';
import { ResponseReader } from './response-reader.ts';
import { readSecurity } from './security-reader.ts';
import { pathTo, type ValuePath } from '../value-path.ts';

/** Members that define requests and responses, or name the operation; the others are for people. */
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
export class OperationReader extends NodeReader implements OperationNode {
  readonly path: PathNode;
  readonly method: string;
  #own: readonly ParameterNode[] | undefined;
  #declared: readonly ParameterNode[] | undefined;
  #parameters: readonly ParameterNode[] | undefined;
  #query: ReadonlyMap<string, ParameterNode> | undefined;
  #responses: readonly ResponseNode[] | undefined;
  #requestBody: { readonly found: RequestBodyNode | undefined } | undefined;

  constructor(path: PathNode, method: string, value: JsonObject, valuePath: ValuePath | undefined) {
    super(path.document, value, valuePath);
    this.path = path;
    this.method = method;
  }

  get name(): string {
    return `${this.method} ${this.path.template}`;
  }

  get operationId(): string | undefined {
    return this.text('operationId');
  }

  get isDeprecated(): boolean {
    return this.isSet('deprecated');
  }

  get tags(): readonly string[] {
    const { tags } = this.value;
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  }

  get parameters(): readonly ParameterNode[] {
    return (this.#parameters ??= this.#declaredParameters.filter(
      ({ isBody, isIgnored }) => !isBody && !isIgnored,
    ));
  }

  /** The same, with bodies and with headers that are ignored. Of two of one name and location the first one counts. */
  get #declaredParameters(): readonly ParameterNode[] {
    return (this.#declared ??= this.#mergeParameters());
  }

  get ownParameters(): readonly ParameterNode[] {
    return (this.#own ??= readParameters(this));
  }

  #mergeParameters(): readonly ParameterNode[] {
    const found = new Map<string, ParameterNode>();
    for (const parameter of [...this.ownParameters, ...this.path.ownParameters])
      if (!found.has(parameter.key)) found.set(parameter.key, parameter);
    return [...found.values()];
  }

  get query(): ReadonlyMap<string, ParameterNode> {
    return (this.#query ??= this.#readQuery());
  }

  #readQuery(): ReadonlyMap<string, ParameterNode> {
    const query = this.parameters.filter(({ location }) => location === 'query');
    return new Map(query.map((parameter) => [parameter.name, parameter]));
  }

  get responses(): readonly ResponseNode[] {
    return (this.#responses ??= this.#readResponses());
  }

  #readResponses(): readonly ResponseNode[] {
    const valuePath = pathTo(this.valuePath, 'responses');
    const responses: ResponseNode[] = [];
    for (const [status, value] of membersOf(this.value, 'responses')) {
      if (status.startsWith('x-')) continue;
      const usedAt = pathTo(valuePath, status);
      const target = this.document.resolve({ value, valuePath: usedAt });
      if (target) responses.push(new ResponseReader(this, status, target, usedAt));
    }
    return responses;
  }

  get responsesPointer(): string {
    return isJsonObject(this.value['responses']) ? this.pointerTo('responses') : this.pointer;
  }

  response(status: string): ResponseNode | undefined {
    return this.responses.find((response) => response.status === status);
  }

  get requestBody(): RequestBodyNode | undefined {
    this.#requestBody ??= { found: this.#readRequestBody() };
    return this.#requestBody.found;
  }

  #readRequestBody(): RequestBodyNode | undefined {
    if (this.document.isSwagger) return readSwaggerBody(this, this.#declaredParameters);
    const { requestBody } = this.value;
    if (!isJsonObject(requestBody)) return undefined;
    const target = this.document.resolve({
      value: requestBody,
      valuePath: pathTo(this.valuePath, 'requestBody'),
    });
    return target && readRequestBody(this, target);
  }

  get requestBodies(): readonly BodyNode[] {
    return this.requestBody?.bodies ?? [];
  }

  get security(): readonly SecurityRequirement[] {
    const { security } = this.value;
    return security === undefined ? this.document.security : readSecurity(security);
  }

  get securityPointer(): string {
    if (this.value['security'] !== undefined) return this.pointerTo('security');
    return this.document.root['security'] === undefined ? this.pointer : '/security';
  }

  get callbacks(): readonly (readonly [string, readonly PathNode[]])[] {
    const valuePath = pathTo(this.valuePath, 'callbacks');
    return membersOf(this.value, 'callbacks').flatMap(([name, value]) => {
      const target = this.document.resolve({ value, valuePath: pathTo(valuePath, name) });
      return target ? [[name, this.document.pathItemsIn(target)] as const] : [];
    });
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}
