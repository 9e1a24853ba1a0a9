import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { bodiesOfContent, bodiesOfSwagger, type BodyNode } from './body-node.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import { readParameters, type ParameterNode } from './parameter-node.ts';
import type { PathNode } from './path-node.ts';
import { ResponseNode } from './response-node.ts';
import { trailTo, type Trail } from './trail.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

export type Method = (typeof methods)[number];

export function isMethod(key: string): key is Method {
  return (methods as readonly string[]).includes(key);
}

/** One method of one path (OpenAPI 3.1, section 4.8.10). */
export class OperationNode extends OpenapiNode {
  readonly path: PathNode;
  readonly method: Method;
  #parameters: readonly ParameterNode[] | undefined;
  #responses: readonly ResponseNode[] | undefined;
  #requestBodies: readonly BodyNode[] | undefined;

  constructor(path: PathNode, method: Method, value: JsonObject, trail: Trail) {
    super(path.view, value, trail);
    this.path = path;
    this.method = method;
  }

  /** `GET /dogs` */
  get name(): string {
    return `${this.method.toUpperCase()} ${this.path.template}`;
  }

  /** Its own, and those of its path that it does not declare itself; bodies of Swagger 2.0 are none. */
  get parameters(): readonly ParameterNode[] {
    return (this.#parameters ??= this.#allParameters().filter(({ isBody }) => !isBody));
  }

  #allParameters(): readonly ParameterNode[] {
    const own = readParameters(this);
    const isOwn = (one: ParameterNode): boolean =>
      own.some(({ name, location }) => name === one.name && location === one.location);
    return [...own, ...this.path.parameters.filter((parameter) => !isOwn(parameter))];
  }

  /** The parameters in the query, by name; of two of one name, which is a fault of its own, the first one. */
  get query(): ReadonlyMap<string, ParameterNode> {
    const found = new Map<string, ParameterNode>();
    for (const parameter of this.parameters) {
      if (parameter.location === 'query' && !found.has(parameter.name)) found.set(parameter.name, parameter);
    }
    return found;
  }

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

  response(status: string): ResponseNode | undefined {
    return this.responses.find((response) => response.status === status);
  }

  /** The bodies that a request may have, one for each media type. */
  get requestBodies(): readonly BodyNode[] {
    return (this.#requestBodies ??= this.view.isSwagger ? this.#bodiesOfSwagger() : this.#bodiesOfContent());
  }

  #bodiesOfContent(): readonly BodyNode[] {
    const { requestBody } = this.value;
    if (!isJsonObject(requestBody)) return [];
    const target = this.view.resolve({ value: requestBody, trail: trailTo(this.trail, 'requestBody') });
    return target ? bodiesOfContent(this, undefined, target) : [];
  }

  /** A parameter of Swagger 2.0 in the body, or in a form. */
  #bodiesOfSwagger(): readonly BodyNode[] {
    const parameter = this.#allParameters().find(({ isBody }) => isBody);
    return parameter ? bodiesOfSwagger(this, undefined, parameter) : [];
  }

  /** The pointer of what declares the request's body: the body itself, or the parameter of Swagger 2.0. */
  get requestBodyPointer(): string | undefined {
    if (!this.view.isSwagger)
      return this.value['requestBody'] === undefined ? undefined : this.pointerTo('requestBody');
    return this.#allParameters().find(({ isBody }) => isBody)?.usedAtPointer;
  }
}
