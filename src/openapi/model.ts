import type { Json, JsonObject } from '#compiled/json.ts';
import type { PathSegment } from './path-segment.ts';
import type {
  DescribedExample,
  ExternalDocs,
  FormField,
  Located,
  OauthFlow,
  SecurityRequirement,
  WrittenExample,
} from './plain-parts.ts';
import type { Serialisation } from './serialisation.ts';
import type { ValuePath } from './value-path.ts';
import type { WrittenDocument } from './written-document.ts';

/** One API's bundled OpenAPI document, in one form for all versions. Each part is read on first use. */
export interface OpenapiDocument extends WrittenDocument {
  /** The root as a node like any other. */
  readonly rootNode: OpenapiNode;
  /** The paths that callers use, in alphabetical order, without those of callbacks and webhooks. */
  readonly paths: readonly PathNode[];
  /** The operations that callers use, sorted by path and method. */
  readonly operations: readonly OperationNode[];
  /** The API's calls to its users, by name (OpenAPI 3.1, section 4.8.1). */
  readonly webhooks: readonly PathNode[];
  /** The paths of all webhooks and callbacks. A callback that several operations refer to is read once. */
  readonly calledPaths: readonly PathNode[];
  readonly securitySchemes: ReadonlyMap<string, SecuritySchemeNode>;
  /** The operation with a method, in upper case, and a path template. */
  operation(method: string, template: string): OperationNode | undefined;
  /** The path items in a map. */
  pathItemsIn(map: Located): readonly PathNode[];
  /** The schema at a place. A schema that is reached by reference is always the same node. */
  schemaAt(value: Json | undefined, valuePath: ValuePath | undefined): SchemaNode | undefined;
  /** The schema that a reference leads to. */
  schemaOf(reference: string): SchemaNode | undefined;
}

/** An object of an OpenAPI document, and its location in the contract. */
export interface OpenapiNode extends Located {
  readonly document: OpenapiDocument;
  /** RFC 6901 pointer in the contract. */
  readonly pointer: string;
  /** The pointer of a member at any depth. */
  pointerTo(...tokens: readonly (string | number)[]): string;
  /** A member that is a text; undefined if it is not. */
  text(key: string): string | undefined;
  /** The documentation that it links to; undefined without a URL. */
  readonly externalDocs: ExternalDocs | undefined;
}

/** A node with documentation for people, next to the members that define requests and responses. */
interface DocumentedNode extends OpenapiNode {
  /** The members with documentation for people. */
  readonly documentation: JsonObject;
}

/** A path and its operations (OpenAPI 3.1, section 4.8.9), or those of a webhook or a callback. */
export interface PathNode extends DocumentedNode {
  /** As the document contains it: `/dogs/{dogId}`. */
  readonly template: string;
  readonly segments: readonly PathSegment[];
  /** The names of the parameters in the path, in order. */
  readonly parameterNames: readonly string[];
  /** The template without the names of its parameters. */
  readonly shape: string;
  /** Sorted by method, including the operations in `additionalOperations` (OpenAPI 3.2). */
  readonly operations: readonly OperationNode[];
  /** The parameters that are declared for every operation of the path. */
  readonly ownParameters: readonly ParameterNode[];
  /** These parameters as the document contains them, with references. */
  readonly writtenParameters: Json;
  /** The operation with a method, in upper case. */
  operation(method: string): OperationNode | undefined;
}

/** One method of one path (OpenAPI 3.1, section 4.8.10). */
export interface OperationNode extends DocumentedNode {
  readonly path: PathNode;
  /** In upper case. */
  readonly method: string;
  /** `GET /dogs` */
  readonly name: string;
  readonly operationId: string | undefined;
  readonly isDeprecated: boolean;
  /** The groups (tags) that it belongs to. */
  readonly tags: readonly string[];
  /**
   * Its own parameters, and those of its path that it does not override (OpenAPI 3.1, section 4.8.10.1). Excludes
   * headers that other parts of the document describe, and bodies of Swagger 2.0. If two parameters have the same name
   * and location, the first one counts.
   */
  readonly parameters: readonly ParameterNode[];
  /** The headers that other parts of the document describe, such as Accept. */
  readonly ignoredHeaders: readonly ParameterNode[];
  /** The parameters that the operation itself declares, of any kind. */
  readonly ownParameters: readonly ParameterNode[];
  /** The parameters in the query, by name. */
  readonly query: ReadonlyMap<string, ParameterNode>;
  /** The body that requests may have. */
  readonly requestBody: RequestBodyNode | undefined;
  /** The bodies that a request may have, one for each media type. */
  readonly requestBodies: readonly BodyNode[];
  /** In the order of the document. */
  readonly responses: readonly ResponseNode[];
  /** The pointer of the responses; that of the operation if it has no responses. */
  readonly responsesPointer: string;
  /** Alternative ways to authorize a call: those of the operation, or else those of the document. */
  readonly security: readonly SecurityRequirement[];
  /** The pointer of the `security` list that applies; that of the operation if no list does. */
  readonly securityPointer: string;
  /** The callbacks of the API, by name. */
  readonly callbacks: readonly (readonly [string, readonly PathNode[]])[];
  /** The same callbacks as maps of path items, which are not read: several operations may refer to one. */
  readonly callbackMaps: readonly (readonly [string, Located])[];
  /** The response for a status: `200`, `4XX` or `default`. */
  response(status: string): ResponseNode | undefined;
}

/** The value of a parameter or a header: its schema, and how it is written. */
export interface WrittenValue {
  readonly serialisation: Serialisation;
  /** The media type in which it is written; undefined if it is written in a style. */
  readonly mediaType: string | undefined;
  /** As the document contains it, including boolean schemas; undefined if any value is allowed. */
  readonly schema: Json | undefined;
  /** The path of the schema, even if it is absent. */
  readonly schemaPath: ValuePath | undefined;
  /** Undefined if the schema is not an object. */
  readonly schemaNode: SchemaNode | undefined;
}

/** A parameter of an operation or of a path (OpenAPI 3.1, section 4.8.12). */
export interface ParameterNode extends DocumentedNode {
  readonly name: string;
  /** The value of `in`: query, path, header, cookie; in Swagger 2.0 also body and formData. */
  readonly location: string;
  /** The key by which a parameter of an operation overrides a parameter of its path; header names ignore case. */
  readonly key: string;
  /** Whether it is the request body of an operation in Swagger 2.0. */
  readonly isBody: boolean;
  /** Whether it is a header that other parts of the document describe (OpenAPI 3.1, section 4.8.12.2). */
  readonly isIgnored: boolean;
  /** Always true for path parameters. */
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether it may be sent without a value. */
  readonly allowsEmpty: boolean;
  /** Its schema and how it is written. */
  readonly written: WrittenValue;
  readonly serialisation: Serialisation;
  readonly schema: SchemaNode | undefined;
  /** Whether its schema is written in place, not referred to. */
  readonly isSchemaInline: boolean;
  /** Whether an array is sent as one value for each of its items, not as one value with separators. */
  readonly isRepeated: boolean;
  /** The examples of the parameter itself, without those of its schema. */
  readonly examples: readonly WrittenExample[];
  /** The same examples, with their names and descriptions, and those that are not values. */
  readonly describedExamples: readonly DescribedExample[];
  /** The path at which the operation or path lists it; differs from its own path if the list contains a reference. */
  readonly usedAt: ValuePath | undefined;
  /** The same path as a pointer. */
  readonly usedAtPointer: string;
}

/** The body that requests of an operation may have (OpenAPI 3.1, section 4.8.13). */
export interface RequestBodyNode extends DocumentedNode {
  readonly isRequired: boolean;
  /** The pointer of its declaration in the operation. */
  readonly usedAtPointer: string;
  /** One for each media type. */
  readonly bodies: readonly BodyNode[];
}

/** The body of a request or a response in one media type (OpenAPI 3.1, section 4.8.14). */
export interface BodyNode extends DocumentedNode {
  readonly operation: OperationNode;
  /** The response that it belongs to; undefined for the body of a request. */
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /**
   * The pointer of the place that names the media type: a key, or in Swagger 2.0 an item of `produces` or `consumes`.
   */
  readonly mediaTypePointer: string;
  readonly mediaTypePart: 'key' | 'value';
  /** Whether the document names no media type, so that any media type is allowed by default. */
  readonly isAssumed: boolean;
  /** Whether its media type is JSON, including structured suffixes (RFC 6839). */
  readonly isJson: boolean;
  readonly isXml: boolean;
  readonly schema: SchemaNode | undefined;
  /** The schema as the document contains it, including boolean schemas; undefined if any body is allowed. */
  readonly writtenSchema: Json | undefined;
  readonly schemaPath: ValuePath;
  /** The schema of each item of a sequence (OpenAPI 3.2, section 4.14.1). */
  readonly itemSchema: Json | undefined;
  /** The encodings of the parts of a form, by name. */
  readonly encodings: ReadonlyMap<string, EncodingNode>;
  /** The encodings of the first parts of a sequence, and of all other parts (OpenAPI 3.2, section 4.14.1). */
  readonly prefixEncodings: readonly EncodingNode[];
  readonly itemEncoding: EncodingNode | undefined;
  /** The fields of a form; undefined for all other bodies. */
  readonly fields: readonly FormField[] | undefined;
  /** The parameters that are the fields of a form in Swagger 2.0; undefined for all other bodies. */
  readonly swaggerFields: readonly ParameterNode[] | undefined;
  /** The examples of the body itself, without those of its schema. */
  readonly examples: readonly WrittenExample[];
  /** The same examples, with their names and descriptions, and those that are not values. */
  readonly describedExamples: readonly DescribedExample[];
}

/** How a part of a body is encoded (OpenAPI 3.1, section 4.8.15). */
export interface EncodingNode extends DocumentedNode {
  readonly serialisation: Serialisation;
  /** Whether the document declares a serialisation. */
  readonly isStyled: boolean;
  /** The media types of the part, separated by commas; undefined if its schema determines them. */
  readonly contentType: string | undefined;
  /** The headers by name in lower case. */
  readonly headers: ReadonlyMap<string, HeaderNode>;
  /** How the parts within the part are encoded (OpenAPI 3.2), as the document contains it. */
  readonly ofParts: JsonObject;
}

/** An operation's response for one status (OpenAPI 3.1, section 4.8.17). */
export interface ResponseNode extends DocumentedNode {
  readonly operation: OperationNode;
  /** `200`, `4XX` or `default`; the document may write it in any case. */
  readonly status: string;
  /** The pointer of the status in the operation; the response itself may be at another place. */
  readonly statusPointer: string;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  /**
   * The headers by name in lower case. Content-Type is omitted, since `content` defines it (OpenAPI 3.1, section
   * 4.8.17).
   */
  readonly headers: ReadonlyMap<string, HeaderNode>;
  /** The links to operations that can be called with values of the response. */
  readonly links: readonly LinkNode[];
  /** The key under which it declares a body; undefined if it declares no body. */
  readonly bodyKey: 'schema' | 'content' | undefined;
  /** One for each media type. */
  readonly bodies: readonly BodyNode[];
  /** The examples of media types that have no body (Swagger 2.0), named by their media types. */
  readonly otherExamples: readonly DescribedExample[];
}

/** A link from a response to an operation (OpenAPI 3.1, section 4.8.20), which it names by id or by reference. */
export interface LinkNode extends OpenapiNode {
  readonly name: string;
  /** The values of the operation's parameters: constants and runtime expressions. */
  readonly parameters: JsonObject;
  /** The body of the operation's request: a constant or a runtime expression. */
  readonly requestBody: Json | undefined;
  readonly operationId: string | undefined;
  /** A reference to the operation. */
  readonly operationRef: string | undefined;
}

/** A header of a response, or of a part of a body (OpenAPI 3.1, section 4.8.21). */
export interface HeaderNode extends DocumentedNode {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its schema and how it is written. */
  readonly written: WrittenValue;
  readonly schema: SchemaNode | undefined;
  /** The examples of the header itself, without those of its schema. */
  readonly examples: readonly WrittenExample[];
  /** The same examples, with their names and descriptions, and those that are not values. */
  readonly describedExamples: readonly DescribedExample[];
}

/** A security scheme of a document (OpenAPI 3.1, section 4.8.27). */
export interface SecuritySchemeNode extends DocumentedNode {
  /** As OpenAPI 3 names it: `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`. */
  readonly type: string;
  /** The scheme of HTTP authentication, in lower case (RFC 9110 section 16.4.1). */
  readonly httpScheme: string | undefined;
  /** Where an API key is sent, and under which name. */
  readonly apiKey: { readonly location: string | undefined; readonly name: string | undefined };
  /**
   * Whether only the service behind the gateway checks its credentials. The gateway forwards all credentials except
   * Authorization.
   */
  readonly isForwarded: boolean;
  /** Whether the names that requirements list for it are scopes of the access token. */
  readonly listsScopes: boolean;
  /** The flows of OAuth 2.0. A scheme of OpenAPI 2.0 has exactly one flow. */
  readonly flows: readonly OauthFlow[];
  /** The description of each scope; undefined if the document does not list the scopes. */
  readonly declaredScopes: ReadonlyMap<string, string> | undefined;
  /** The parts that a client must know, in the same form for all versions. */
  readonly needs: JsonObject;
  /** The pointer of its name in the document; differs from its own pointer if the name leads to a reference. */
  readonly usedAtPointer: string;
}

/** A member of the objects that a schema describes. */
export interface SchemaProperty {
  readonly name: string;
  /** Its schema with references resolved; undefined if it is a boolean schema. */
  readonly schema: SchemaNode | undefined;
  /** The pointer of its key, in the schema that declares it. */
  readonly pointer: string;
}

/** A schema with references resolved (OpenAPI 3.1, section 4.8.24). */
export interface SchemaNode extends OpenapiNode {
  /**
   * The schema itself, and all schemas that it includes by `allOf` and, in OpenAPI 3.1, by a `$ref` next to other
   * keywords.
   */
  readonly parts: readonly SchemaNode[];
  /** The types of the values, with `null` if it is allowed; empty if the schema declares none. */
  readonly types: readonly string[];
  /** Whether the values are objects, according to `type` or to their properties. */
  readonly isObject: boolean;
  readonly isArray: boolean;
  /** The members that objects may have, including those of `allOf`; the first declaration of a name counts. */
  readonly properties: ReadonlyMap<string, SchemaProperty>;
  /** The members that this schema itself declares, without those that it includes. */
  readonly ownProperties: readonly SchemaProperty[];
  readonly required: ReadonlySet<string>;
  /** The schema of all items of an array. */
  readonly items: SchemaNode | undefined;
  /** The schemas of `oneOf` and `anyOf`. */
  readonly alternatives: readonly SchemaNode[];
  /** `example`, and each of `examples`. */
  readonly examples: readonly WrittenExample[];
  /** Whether the values have only this type, except for `null`. */
  isOnly(type: string): boolean;
  /** The schemas in this schema's own `allOf`, after the target of a `$ref` next to other keywords. */
  readonly includes: readonly SchemaNode[];
  /** The schemas in a list of this schema, without those that it includes. */
  schemasIn(key: 'allOf' | 'oneOf' | 'anyOf' | 'prefixItems'): readonly SchemaNode[];
  /** The value of a keyword, in this schema or in one that it includes. */
  keyword(name: string): Json | undefined;
  /** The same value for JSON.stringify, which writes its numbers as the document does (`ExactValues`). */
  exactKeyword(name: string): Json | undefined;
}
