import { isJsonObject, type JsonObject } from '../../../compiled/json.ts';
import { bodiesOfContent, bodiesOfSwagger, type BodyNode } from './body-node.ts';
import { HeaderNode } from './header-node.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import type { Located } from './openapi-view.ts';
import type { OperationNode } from './operation-node.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

/** Members that say what a response has to be; the others are for people. */
const structural: ReadonlySet<string> = new Set(['$ref', 'headers', 'content', 'schema', 'examples']);

/** What an operation answers with one status (OpenAPI 3.1, section 4.8.17). */
export class ResponseNode extends OpenapiNode {
  readonly operation: OperationNode;
  /** `200`, `4XX` or `default`, whatever the case in the document. */
  readonly status: string;
  readonly #usedAt: Trail;
  #bodies: readonly BodyNode[] | undefined;

  constructor(operation: OperationNode, status: string, { value, trail }: Located, usedAt: Trail) {
    super(operation.view, value, trail);
    this.operation = operation;
    this.status = status.toUpperCase().replace('DEFAULT', 'default');
    this.#usedAt = usedAt;
  }

  /** The pointer of the status in the operation; the response itself may stand elsewhere. */
  get statusPointer(): string {
    return pointerOf(this.#usedAt);
  }

  get isSuccess(): boolean {
    return this.status.startsWith('2');
  }

  get isError(): boolean {
    return /^[45]/.test(this.status);
  }

  /** By the name in lower case. Content-Type is ignored, since `content` says it (OpenAPI 3.1, section 4.8.17). */
  get headers(): ReadonlyMap<string, HeaderNode> {
    const trail = trailTo(this.trail, 'headers');
    const headers = membersOf(this.value, 'headers').flatMap(([name, value]) => {
      if (name.toLowerCase() === 'content-type') return [];
      const target = this.view.resolve({ value, trail: trailTo(trail, name) });
      return target ? [[name.toLowerCase(), new HeaderNode(this.view, name, target)] as const] : [];
    });
    return new Map(headers);
  }

  /** The key by which it declares a body; undefined where it declares none, of whatever media type. */
  get bodyKey(): 'schema' | 'content' | undefined {
    const key = this.view.isSwagger ? 'schema' : 'content';
    const declared = this.value[key];
    const isDeclared = isJsonObject(declared) && (key === 'schema' || Object.keys(declared).length > 0);
    return isDeclared ? key : undefined;
  }

  /** One for each media type. */
  get bodies(): readonly BodyNode[] {
    return (this.#bodies ??= this.view.isSwagger
      ? bodiesOfSwagger(this.operation, this, this)
      : bodiesOfContent(this.operation, this, this));
  }

  /** The members that are for people. */
  get documentation(): JsonObject {
    return this.view.documentationOf(this.value, (name) => !structural.has(name));
  }
}
