import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { OpenapiNode } from './openapi-node.ts';
import { isMethod, OperationNode, type Method } from './operation-node.ts';
import { readParameters, type ParameterNode } from './parameter-node.ts';
import { splitPath, type PathSegment } from './path-segment.ts';
import { trailTo } from './trail.ts';

/** A path and its operations (OpenAPI 3.1, section 4.8.9). */
export class PathNode extends OpenapiNode {
  #segments: readonly PathSegment[] | undefined;
  #operations: readonly OperationNode[] | undefined;
  #parameters: readonly ParameterNode[] | undefined;

  /** As it is written: `/dogs/{dogId}`. */
  get template(): string {
    return String(this.trail?.token);
  }

  get segments(): readonly PathSegment[] {
    return (this.#segments ??= splitPath(this.template));
  }

  get operations(): readonly OperationNode[] {
    return (this.#operations ??= Object.entries(this.value).flatMap(([key, value]) =>
      isMethod(key) && isJsonObject(value) ? [this.#operation(key, value)] : [],
    ));
  }

  #operation(method: Method, value: JsonObject): OperationNode {
    return new OperationNode(this, method, value, trailTo(this.trail, method));
  }

  /** Those declared for every operation of the path. */
  get parameters(): readonly ParameterNode[] {
    return (this.#parameters ??= readParameters(this));
  }

  operation(method: Method): OperationNode | undefined {
    return this.operations.find((operation) => operation.method === method);
  }
}
