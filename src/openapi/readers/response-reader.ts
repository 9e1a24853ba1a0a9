import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { bodiesOfContent, bodiesOfSwagger } from './body-reader.ts';
import { headersOf } from './header-reader.ts';
import { bareExample } from './example-value.ts';
import type {
  BodyNode,
  HeaderNode,
  LinkNode,
  OpenapiDocument,
  OperationNode,
  ResponseNode,
} from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import type { DescribedExample, Located } from '../plain-parts.ts';
import { pointerOf, pathTo, type ValuePath } from '../value-path.ts';

/** A link from a response to an operation (OpenAPI 3.1, section 4.8.20). */
class LinkReader extends NodeReader implements LinkNode {
  readonly name: string;

  constructor(document: OpenapiDocument, name: string, { value, valuePath }: Located) {
    super(document, value, valuePath);
    this.name = name;
  }

  get parameters(): JsonObject {
    const { parameters } = this.value;
    return isJsonObject(parameters) ? parameters : {};
  }

  get requestBody(): Json | undefined {
    return this.value['requestBody'];
  }

  get operationId(): string | undefined {
    return this.text('operationId');
  }

  get operationRef(): string | undefined {
    return this.text('operationRef');
  }
}

/** Members that define a response; all other members are documentation. */
const structural: ReadonlySet<string> = new Set(['$ref', 'headers', 'content', 'schema', 'examples']);

/** An operation's response for one status (OpenAPI 3.1, section 4.8.17). */
export class ResponseReader extends NodeReader implements ResponseNode {
  readonly operation: OperationNode;
  readonly status: string;
  readonly #usedAt: ValuePath;
  #bodies: readonly BodyNode[] | undefined;

  constructor(operation: OperationNode, status: string, { value, valuePath }: Located, usedAt: ValuePath) {
    super(operation.document, value, valuePath);
    this.operation = operation;
    this.status = status === 'default' ? status : status.toUpperCase().replace('DEFAULT', 'default');
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
    return headersOf(this);
  }

  get links(): readonly LinkNode[] {
    const valuePath = pathTo(this.valuePath, 'links');
    return membersOf(this.value, 'links').flatMap(([name, value]) => {
      const target = this.document.resolve({ value, valuePath: pathTo(valuePath, name) });
      return target ? new LinkReader(this.document, name, target) : [];
    });
  }

  get bodyKey(): 'schema' | 'content' | undefined {
    const key = this.document.isSwagger ? 'schema' : 'content';
    const declared = this.value[key];
    const isDeclared = isJsonObject(declared) && (key === 'schema' || Object.keys(declared).length > 0);
    return isDeclared ? key : undefined;
  }

  get bodies(): readonly BodyNode[] {
    return (this.#bodies ??= this.document.isSwagger
      ? bodiesOfSwagger(this.operation, this, this)
      : bodiesOfContent(this.operation, this, this));
  }

  get otherExamples(): readonly DescribedExample[] {
    const { examples } = this.value;
    if (!this.document.isSwagger || !isJsonObject(examples)) return [];
    const ofBodies = new Set(this.bodies.map(({ mediaType }) => mediaType));
    const others = Object.entries(examples).filter(([mediaType]) => !ofBodies.has(mediaType));
    return others.map(([mediaType, value]) => bareExample(mediaType, value));
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}
