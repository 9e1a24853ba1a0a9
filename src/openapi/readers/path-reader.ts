import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type {
  OpenapiNode,
  OperationNode,
  ParameterNode,
  PathNode,
  BodyNode,
  RequestBodyNode,
  ResponseNode,
} from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import { readParameters } from './parameter-reader.ts';
import { shapeOfPath, splitPath, type PathSegment } from '../path-segment.ts';
import { pathTo, type ValuePath } from '../value-path.ts';
import type { Located, SecurityRequirement } from '../plain-parts.ts';
import { readRequestBody, readSwaggerBody } from './request-body-reader.ts';
import { ResponseReader } from './response-reader.ts';
import { readSecurity } from './security-reader.ts';

/** Members that define requests and responses, or name the operation; all other members are documentation. */
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
class OperationReader extends NodeReader implements OperationNode {
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

  /**
   * All parameters, including bodies and ignored headers. If two have the same name and location, the first one counts.
   */
  get #declaredParameters(): readonly ParameterNode[] {
    return (this.#declared ??= this.#mergeParameters());
  }

  get ignoredHeaders(): readonly ParameterNode[] {
    return this.#declaredParameters.filter(({ isIgnored }) => isIgnored);
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
    return this.callbackMaps.map(([name, map]) => [name, this.document.pathItemsIn(map)]);
  }

  get callbackMaps(): readonly (readonly [string, Located])[] {
    const valuePath = pathTo(this.valuePath, 'callbacks');
    return membersOf(this.value, 'callbacks').flatMap(([name, value]) => {
      const target = this.document.resolve({ value, valuePath: pathTo(valuePath, name) });
      return target ? [[name, target] as const] : [];
    });
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}

/** The methods that have their own field in a path item, in OpenAPI 3.2; earlier versions have fewer. */
const methodFields = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** A path and its operations (OpenAPI 3.1, section 4.8.9), or those of a webhook or a callback. */
export class PathReader extends NodeReader implements PathNode {
  #segments: readonly PathSegment[] | undefined;
  #operations: readonly OperationNode[] | undefined;
  #parameters: readonly ParameterNode[] | undefined;

  get template(): string {
    return String(this.valuePath?.token);
  }

  get segments(): readonly PathSegment[] {
    return (this.#segments ??= splitPath(this.template));
  }

  get parameterNames(): readonly string[] {
    return [...this.template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  }

  get shape(): string {
    return shapeOfPath(this.template);
  }

  get operations(): readonly OperationNode[] {
    return (this.#operations ??= this.#readOperations().toSorted((a, b) => (a.method < b.method ? -1 : 1)));
  }

  /** Reads the operations. `additionalOperations` (OpenAPI 3.2) contains the methods without their own field. */
  #readOperations(): readonly OperationNode[] {
    const found = new Map<string, OperationNode>();
    const additional = pathTo(this.valuePath, 'additionalOperations');
    for (const [method, value] of membersOf(this.value, 'additionalOperations'))
      found.set(method.toUpperCase(), this.#operation(method, value, pathTo(additional, method)));
    for (const field of methodFields) {
      const value = this.value[field];
      if (isJsonObject(value))
        found.set(field.toUpperCase(), this.#operation(field, value, pathTo(this.valuePath, field)));
    }
    return [...found.values()];
  }

  #operation(method: string, value: JsonObject, valuePath: OpenapiNode['valuePath']): OperationNode {
    return new OperationReader(this, method.toUpperCase(), value, valuePath);
  }

  get ownParameters(): readonly ParameterNode[] {
    return (this.#parameters ??= readParameters(this));
  }

  get writtenParameters(): Json {
    return this.value['parameters'] ?? [];
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) =>
      /^(summary|description|servers|x-.*)$/.test(name),
    );
  }

  operation(method: string): OperationNode | undefined {
    return this.operations.find((operation) => operation.method === method);
  }
}
