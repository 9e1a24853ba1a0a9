import { bodiesOfContent, bodiesOfSwagger, type BodyNode } from './body-node.ts';
import { HeaderNode } from './header-node.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import type { Located } from './openapi-view.ts';
import type { OperationNode } from './operation-node.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

/** What an operation answers with one status (OpenAPI 3.1, section 4.8.17). */
export class ResponseNode extends OpenapiNode {
  readonly operation: OperationNode;
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly #usedAt: Trail;
  #bodies: readonly BodyNode[] | undefined;

  constructor(operation: OperationNode, status: string, { value, trail }: Located, usedAt: Trail) {
    super(operation.view, value, trail);
    this.operation = operation;
    this.status = status;
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

  /** By the name in lower case, since HTTP does not tell cases apart. */
  get headers(): ReadonlyMap<string, HeaderNode> {
    const trail = trailTo(this.trail, 'headers');
    const headers = membersOf(this.value, 'headers').flatMap(([name, value]) => {
      const target = this.view.resolve({ value, trail: trailTo(trail, name) });
      return target ? [[name.toLowerCase(), new HeaderNode(this.view, name, target)] as const] : [];
    });
    return new Map(headers);
  }

  /** One for each media type. */
  get bodies(): readonly BodyNode[] {
    return (this.#bodies ??= this.view.isSwagger
      ? bodiesOfSwagger(this.operation, this, this)
      : bodiesOfContent(this.operation, this, this));
  }
}
