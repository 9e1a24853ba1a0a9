import type { JsonObject } from '#compiled/json.ts';
import type { NodeType } from '#openapi/grammar.ts';
import type {
  BodyNode,
  HeaderNode,
  OpenapiDocument,
  OperationNode,
  ParameterNode,
  PathNode,
  ResponseNode,
  SchemaNode,
} from '#openapi/model.ts';
import type { ValuePath } from '#openapi/value-path.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Fix } from '#diagnostic/fix.ts';

/** A problem at one pointer of a contract; its place in the sources is resolved later. */
export interface DefinitionFinding extends Pick<Finding, 'part' | 'message' | 'help'> {
  /** RFC 6901 pointer in the contract. */
  readonly at: string;
  readonly related?: readonly {
    readonly message: string;
    readonly at: string;
    readonly part?: Finding['part'];
  }[];
  readonly fix?: Fix<string>;
}

/** The words of each option of a rule: the built-in words and those that the gateway adds. */
export type OptionValues<Name extends string> = Readonly<Record<Name, ReadonlySet<string>>>;

export interface DefinitionContext<Option extends string = string> {
  /** Reports a finding; duplicates at the same place are ignored. */
  readonly report: (finding: DefinitionFinding) => void;
  readonly options: OptionValues<Option>;
}

/** A `$ref`, and the type of node that its target should be. */
export interface DefinitionReference {
  readonly reference: string;
  /** The path of the object that contains the reference. */
  readonly holder: ValuePath | undefined;
  readonly type: NodeType;
  /** The object that contains the reference. */
  readonly value: JsonObject;
  readonly document: OpenapiDocument;
}

/**
 * One function for each part of an OpenAPI document that a rule checks. Parameters, headers and schemas, which can be
 * shared, are visited once, where they are declared; responses and bodies are visited once for each operation that has
 * them.
 */
export interface DefinitionChecks<Option extends string = string> {
  definition?(document: OpenapiDocument, context: DefinitionContext<Option>): void;
  path?(path: PathNode, context: DefinitionContext<Option>): void;
  operation?(operation: OperationNode, context: DefinitionContext<Option>): void;
  response?(response: ResponseNode, context: DefinitionContext<Option>): void;
  body?(body: BodyNode, context: DefinitionContext<Option>): void;
  parameter?(parameter: ParameterNode, context: DefinitionContext<Option>): void;
  header?(header: HeaderNode, context: DefinitionContext<Option>): void;
  schema?(schema: SchemaNode, context: DefinitionContext<Option>): void;
  reference?(reference: DefinitionReference, context: DefinitionContext<Option>): void;
}
