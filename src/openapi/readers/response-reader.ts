import { isJsonObject, type JsonObject } from '../../compiled/json.ts';
import { bodiesOfContent, bodiesOfSwagger } from './body-reader.ts';
import { HeaderReader } from './header-reader.ts';
import type { BodyNode, HeaderNode, OperationNode, ResponseNode } from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import type { Located } from '../plain-parts.ts';
import { pointerOf, trailTo, type Trail } from '../trail.ts';

/** Members that say what a response has to be; the others are for people. */
const structural: ReadonlySet<string> = new Set(['$ref', 'headers', 'content', 'schema', 'examples']);

/** What an operation answers with one status (OpenAPI 3.1, section 4.8.17). */
export class ResponseReader extends NodeReader implements ResponseNode {
  readonly operation: OperationNode;
  readonly status: string;
  readonly #usedAt: Trail;
  #bodies: readonly BodyNode[] | undefined;

  constructor(operation: OperationNode, status: string, { value, trail }: Located, usedAt: Trail) {
    super(operation.view, value, trail);
    this.operation = operation;
    this.status = status.toUpperCase().replace('DEFAULT', 'default');
    this.#usedAt = usedAt;
  }

  get statusPointer(): string {
    return pointerOf(this.#usedAt);
  }

  get isSuccess(): boolean {
    return this.status.startsWith('2');
  }

  get isError(): boolean {
    return /^[45]/.test(this.status);
  }

  get headers(): ReadonlyMap<string, HeaderNode> {
    const trail = trailTo(this.trail, 'headers');
    const headers = membersOf(this.value, 'headers').flatMap(([name, value]) => {
      if (name.toLowerCase() === 'content-type') return [];
      const target = this.view.resolve({ value, trail: trailTo(trail, name) });
      return target ? [[name.toLowerCase(), new HeaderReader(this.view, name, target)] as const] : [];
    });
    return new Map(headers);
  }

  get bodyKey(): 'schema' | 'content' | undefined {
    const key = this.view.isSwagger ? 'schema' : 'content';
    const declared = this.value[key];
    const isDeclared = isJsonObject(declared) && (key === 'schema' || Object.keys(declared).length > 0);
    return isDeclared ? key : undefined;
  }

  get bodies(): readonly BodyNode[] {
    return (this.#bodies ??= this.view.isSwagger
      ? bodiesOfSwagger(this.operation, this, this)
      : bodiesOfContent(this.operation, this, this));
  }

  get documentation(): JsonObject {
    return this.view.documentationOf(this.value, (name) => !structural.has(name));
  }
}
