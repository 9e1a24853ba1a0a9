import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiNode, OperationNode, ParameterNode, PathNode } from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import { OperationReader } from './operation-reader.ts';
import { readParameters } from './parameter-reader.ts';
import { shapeOfPath, splitPath, type PathSegment } from '../path-segment.ts';
import { pathTo } from '../value-path.ts';

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

  /** Those of `additionalOperations` (OpenAPI 3.2) are for methods without their own field. */
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
