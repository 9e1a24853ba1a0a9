import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { methodFields } from './methods.ts';
import { membersOf } from './object-members.ts';
import { OpenapiNode } from './openapi-node.ts';
import { OperationNode } from './operation-node.ts';
import { readParameters, type ParameterNode } from './parameter-node.ts';
import { splitPath, type PathSegment } from './path-segment.ts';
import { trailTo } from './trail.ts';

/** A path and its operations (OpenAPI 3.1, section 4.8.9), or those of a webhook or a callback. */
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

  /** The names of the parameters in the path, in order. */
  get parameterNames(): readonly string[] {
    return [...this.template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  }

  /** The template without the names of its parameters. */
  get shape(): string {
    return this.template.replaceAll(/\{[^{}]*\}/g, '{}');
  }

  /** Sorted by method. */
  get operations(): readonly OperationNode[] {
    return (this.#operations ??= this.#readOperations().toSorted((a, b) => (a.method < b.method ? -1 : 1)));
  }

  /** Those of `additionalOperations` (OpenAPI 3.2) are for methods that have no field of their own. */
  #readOperations(): readonly OperationNode[] {
    const found = new Map<string, OperationNode>();
    const additional = trailTo(this.trail, 'additionalOperations');
    for (const [method, value] of membersOf(this.value, 'additionalOperations'))
      found.set(method.toUpperCase(), this.#operation(method, value, trailTo(additional, method)));
    for (const field of methodFields) {
      const value = this.value[field];
      if (isJsonObject(value))
        found.set(field.toUpperCase(), this.#operation(field, value, trailTo(this.trail, field)));
    }
    return [...found.values()];
  }

  #operation(method: string, value: JsonObject, trail: OpenapiNode['trail']): OperationNode {
    return new OperationNode(this, method.toUpperCase(), value, trail);
  }

  /** Those declared for every operation of the path. */
  get parameters(): readonly ParameterNode[] {
    return (this.#parameters ??= readParameters(this));
  }

  /** The parameters as the document has them, references included. */
  get writtenParameters(): Json {
    return this.value['parameters'] ?? [];
  }

  /** The members that are for people. */
  get documentation(): JsonObject {
    return this.view.documentationOf(this.value, (name) => /^(summary|description|servers|x-.*)$/.test(name));
  }

  /** The operation of a method in upper case. */
  operation(method: string): OperationNode | undefined {
    return this.operations.find((operation) => operation.method === method);
  }
}
