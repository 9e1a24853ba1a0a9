import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { holdsParts } from './document-parts.ts';
import { entryShape, memberShape, type MemberShape, type NodeType } from './grammar.ts';
import { HeaderReader } from './readers/header-reader.ts';
import type {
  BodyNode,
  HeaderNode,
  OpenapiDocument,
  OperationNode,
  ParameterNode,
  PathNode,
  ResponseNode,
  SchemaNode,
} from './model.ts';
import { ParameterReader } from './readers/parameter-reader.ts';
import { PathReader } from './readers/path-reader.ts';
import { SchemaReader } from './readers/schema-reader.ts';
import { pathTo, type ValuePath } from './value-path.ts';

/**
 * The functions that receive the parts of a document. A part that can be shared (parameter, header, schema) is passed
 * once, at its own place. A part of an operation (response, body) is passed once for each operation, and may be at
 * another place.
 */
export interface DefinitionVisitor {
  definition?(document: OpenapiDocument): void;
  path?(path: PathNode): void;
  operation?(operation: OperationNode): void;
  response?(response: ResponseNode): void;
  /** A body of a request or of a response. */
  body?(body: BodyNode): void;
  parameter?(parameter: ParameterNode): void;
  header?(header: HeaderNode): void;
  schema?(schema: SchemaNode): void;
  /** A `$ref`, the path of the object that contains it, the type of node that its target should be, and that object. */
  reference?(reference: string, holder: ValuePath | undefined, type: NodeType, value: JsonObject): void;
  /**
   * Called for each part of the document (see `splitDocument`); `visit` passes everything in it. A path comes twice: in
   * the view `calls` with its operations, whose references are followed, and in the view `text` as it is written. All
   * other parts come only as `text`.
   */
  part?(view: 'calls' | 'text', valuePath: ValuePath, visit: () => void): void;
}

/**
 * Passes every part of a document to a visitor, in a time that grows linearly with the contract. The nodes of `paths`
 * can be discarded one after another, unless the document itself stores them.
 */
export function visitDefinition(
  document: OpenapiDocument,
  visitor: DefinitionVisitor,
  paths: Iterable<PathNode> = document.paths,
): void {
  visitor.definition?.(document);
  for (const path of paths) {
    if (!visitor.part || !path.valuePath) visitPath(path, visitor);
    else visitor.part('calls', path.valuePath, () => visitPath(path, visitor));
  }
  new ContractWalk(document, visitor).visit(document.root, 'Document', undefined);
}

/** A document with at most this number of paths may keep all that was read of it in memory. */
const fewPaths = 500;

export function hasFewPaths({ paths }: OpenapiDocument): boolean {
  return paths.length <= fewPaths;
}

/**
 * The paths of a document, one by one. If there are many, each is read into a new node, which can be discarded after
 * its use.
 */
export function* readPathsAgain(document: OpenapiDocument): Generator<PathNode> {
  if (hasFewPaths(document)) return yield* document.paths;
  for (const { value, valuePath } of document.paths) yield new PathReader(document, value, valuePath);
}

function visitPath(path: PathNode, visitor: DefinitionVisitor): void {
  visitor.path?.(path);
  for (const operation of path.operations) visitOperation(operation, visitor);
}

function visitOperation(operation: OperationNode, visitor: DefinitionVisitor): void {
  visitor.operation?.(operation);
  for (const body of operation.requestBodies) visitor.body?.(body);
  for (const response of operation.responses) {
    visitor.response?.(response);
    for (const body of response.bodies) visitor.body?.(body);
  }
}

/** Walks the contract as written, each object once, by the grammar of OpenAPI. */
class ContractWalk {
  readonly #document: OpenapiDocument;
  readonly #visitor: DefinitionVisitor;
  /**
   * The number of callbacks and webhooks that enclose the current object. Callers implement what these declare, so only
   * schemas and references in them are passed.
   */
  #foreign = 0;

  constructor(document: OpenapiDocument, visitor: DefinitionVisitor) {
    this.#document = document;
    this.#visitor = visitor;
  }

  visit(value: JsonObject, type: NodeType, valuePath: ValuePath | undefined): void {
    const reference = value['$ref'];
    const isReference = typeof reference === 'string';
    if (isReference) this.#visitor.reference?.(reference, valuePath, type, value);
    if (!isReference || (type === 'Schema' && this.#document.extendsReference(value))) {
      this.#notify(value, type, valuePath);
    }
    for (const key in value) {
      const shape = memberShape(type, key);
      const member = value[key];
      if (shape && typeof member === 'object') this.#visitMember(member, shape, pathTo(valuePath, key));
    }
  }

  #notify(value: JsonObject, type: NodeType, valuePath: ValuePath | undefined): void {
    const document = this.#document;
    if (type === 'Schema') this.#visitor.schema?.(new SchemaReader(document, value, valuePath));
    else if (this.#foreign > 0) return;
    else if (type === 'Parameter')
      this.#visitor.parameter?.(new ParameterReader(document, { value, valuePath }));
    else if (type === 'Header') {
      this.#visitor.header?.(new HeaderReader(document, String(valuePath?.token), { value, valuePath }));
    }
  }

  #visitMember(member: Json, shape: MemberShape, valuePath: ValuePath): void {
    const isForeign = shape.type === 'Callback' || valuePath.token === 'webhooks';
    if (isForeign) this.#foreign += 1;
    this.#visitEntries(member, shape, valuePath);
    if (isForeign) this.#foreign -= 1;
  }

  #visitEntries(member: Json, shape: MemberShape, valuePath: ValuePath): void {
    if (Array.isArray(member)) {
      (member as readonly Json[]).forEach((item, index) =>
        this.#visitNode(item, shape.type, pathTo(valuePath, index)),
      );
    } else if (shape.as === 'map' && isJsonObject(member)) {
      for (const name in member) {
        const entry = entryShape(shape, name);
        if (entry) this.#visitEntry(member[name], entry.type, pathTo(valuePath, name));
      }
    } else this.#visitNode(member, shape.type, valuePath);
  }

  #visitEntry(value: Json | undefined, type: NodeType, valuePath: ValuePath): void {
    const visitor = this.#visitor;
    if (visitor.part && type !== 'SecurityScheme' && valuePath.above && holdsParts(valuePath.above)) {
      visitor.part('text', valuePath, () => this.#visitNode(value, type, valuePath));
    } else this.#visitNode(value, type, valuePath);
  }

  #visitNode(value: Json | undefined, type: NodeType, valuePath: ValuePath): void {
    if (isJsonObject(value)) this.visit(value, type, valuePath);
  }
}
