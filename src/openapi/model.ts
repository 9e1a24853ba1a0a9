import type { Json, JsonObject } from '#compiled/json.ts';
import type { PathSegment } from './path-segment.ts';
import type { ExampleValue, FormField, Located, OauthFlow, SecurityRequirement } from './plain-parts.ts';
import type { Serialisation } from './serialisation.ts';
import type { ValuePath } from './value-path.ts';
import type { WrittenDocument } from './written-document.ts';

/** One API's bundled OpenAPI document, in one form for all versions. Each part is read on first use. */
export interface OpenapiDocument extends WrittenDocument {
  /** The root as a node, for its common features with others. */
  readonly rootNode: OpenapiNode;
  /** The paths that callers use, in alphabetical order; those of callbacks and webhooks belong to others. */
  readonly paths: readonly PathNode[];
  /** The operations that callers use, sorted by path and method. */
  readonly operations: readonly OperationNode[];
  /** The API's calls to its users, by name (OpenAPI 3.1, section 4.8.1). */
  readonly webhooks: readonly PathNode[];
  readonly securitySchemes: ReadonlyMap<string, SecuritySchemeNode>;
  /** The operation of a method, in upper case, and a path template. */
  operation(method: string, template: string): OperationNode | undefined;
  /** The path items in a map of them. */
  pathItemsIn(map: Located): readonly PathNode[];
  /** The schema at a place; one that is reached by reference is the same node however often it is read. */
  schemaAt(value: Json | undefined, valuePath: ValuePath | undefined): SchemaNode | undefined;
  /** The schema that a reference leads to. */
  schemaOf(reference: string): SchemaNode | undefined;
}

/** An object of an OpenAPI document, and its location in the contract. */
export interface OpenapiNode extends Located {
  readonly document: OpenapiDocument;
  /** RFC 6901 pointer in the contract. */
  readonly pointer: string;
  /** The pointer of a member, at any depth. */
  pointerTo(...tokens: readonly (string | number)[]): string;
  /** A member that is a text. */
  text(key: string): string | undefined;
}

/** A node with members for people next to those that define requests and responses. */
interface DocumentedNode extends OpenapiNode {
  /** The members that are for people. */
  readonly documentation: JsonObject;
}

/** A path and its operations (OpenAPI 3.1, section 4.8.9), or those of a webhook or a callback. */
export interface PathNode extends DocumentedNode {
  /** As written: `/dogs/{dogId}`. */
  readonly template: string;
  readonly segments: readonly PathSegment[];
  /** The names of the parameters in the path, in order. */
  readonly parameterNames: readonly string[];
  /** The template without the names of its parameters. */
  readonly shape: string;
  /** Sorted by method, those of `additionalOperations` (OpenAPI 3.2) included. */
  readonly operations: readonly OperationNode[];
  /** Those declared for every operation of the path. */
  readonly ownParameters: readonly ParameterNode[];
  /** The same as the document has them, references included. */
  readonly writtenParameters: Json;
  /** The operation of a method in upper case. */
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
  /** The groups that it belongs to. */
  readonly tags: readonly string[];
  /**
   * Its own parameters, and those of its path that it does not override (OpenAPI 3.1, section 4.8.10.1), without
   * headers that other parts of the document describe and without bodies of Swagger 2.0. If two have the same name
   * and location, the first one counts.
   */
  readonly parameters: readonly ParameterNode[];
  /** Those that it declares itself, of any kind. */
  readonly ownParameters: readonly ParameterNode[];
  /** The parameters in the query, by name. */
  readonly query: ReadonlyMap<string, ParameterNode>;
  /** The body that requests may have. */
  readonly requestBody: RequestBodyNode | undefined;
  /** The bodies that a request may have, one for each media type. */
  readonly requestBodies: readonly BodyNode[];
  /** In the order of the document. */
  readonly responses: readonly ResponseNode[];
  /** The pointer of the responses; of the operation if it has none. */
  readonly responsesPointer: string;
  /** The ways in which a call may be authorized: its own, or those of the document. */
  readonly security: readonly SecurityRequirement[];
  /** The pointer of the list that requires it; of the operation if no list does. */
  readonly securityPointer: string;
  /** The callbacks of the API, by name. */
  readonly callbacks: readonly (readonly [string, readonly PathNode[]])[];
  /** The response of a status: `200`, `4XX` or `default`. */
  response(status: string): ResponseNode | undefined;
}

/** The value of a parameter or a header: its schema, and how it is written. */
export interface WrittenValue {
  readonly serialisation: Serialisation;
  /** The media type that it is written in; undefined if it is written in a style. */
  readonly mediaType: string | undefined;
  /** As the document has it, booleans included; undefined if any value is allowed. */
  readonly schema: Json | undefined;
  /** Where the schema is, or would be. */
  readonly schemaPath: ValuePath | undefined;
  /** Undefined if the schema is not an object. */
  readonly schemaNode: SchemaNode | undefined;
}

/** A parameter of an operation or of a path (OpenAPI 3.1, section 4.8.12). */
export interface ParameterNode extends DocumentedNode {
  readonly name: string;
  /** The value of `in`: query, path, header, cookie; in Swagger 2.0 also body and formData. */
  readonly location: string;
  /** The key by which a parameter of an operation overrides one of its path; header names ignore case. */
  readonly key: string;
  /** Whether it is a request body as Swagger 2.0 writes one. */
  readonly isBody: boolean;
  /** Whether it is a header that other parts of the document describe (OpenAPI 3.1, section 4.8.12.2). */
  readonly isIgnored: boolean;
  /** Path parameters are always sent. */
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether it may be sent without a value. */
  readonly allowsEmpty: boolean;
  /** Its schema and how it is written. */
  readonly written: WrittenValue;
  readonly serialisation: Serialisation;
  readonly schema: SchemaNode | undefined;
  /** Whether its schema is next to it, not elsewhere by reference. */
  readonly isSchemaInline: boolean;
  /** Whether an array is written as one value for each of its items, not as one with separators. */
  readonly isRepeated: boolean;
  /** Those of the parameter itself; its schema has its own examples. */
  readonly examples: readonly ExampleValue[];
  /** The path to where the operation or path refers to it, which is not its own path if that is a reference. */
  readonly usedAt: ValuePath | undefined;
  /** The same as a pointer. */
  readonly usedAtPointer: string;
}

/** The body that requests of an operation may have (OpenAPI 3.1, section 4.8.13). */
export interface RequestBodyNode extends DocumentedNode {
  readonly isRequired: boolean;
  /** The pointer of what declares it in the operation. */
  readonly usedAtPointer: string;
  /** One for each media type. */
  readonly bodies: readonly BodyNode[];
}

/** The body of a request or a response in one media type (OpenAPI 3.1, section 4.8.14). */
export interface BodyNode extends DocumentedNode {
  readonly operation: OperationNode;
  /** The response that it belongs to; undefined if it is a request's. */
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /** The pointer of what names the media type: a key, or in Swagger 2.0 an item of `produces` or `consumes`. */
  readonly mediaTypePointer: string;
  readonly mediaTypePart: 'key' | 'value';
  /** Whether the document names no media type, so the default means any. */
  readonly isAssumed: boolean;
  /** Whether it is JSON by its media type, a structured suffix (RFC 6839) included. */
  readonly isJson: boolean;
  readonly isXml: boolean;
  readonly schema: SchemaNode | undefined;
  /** The schema as the document has it, booleans included; undefined if any body is allowed. */
  readonly writtenSchema: Json | undefined;
  readonly schemaPath: ValuePath;
  /** The schema of each item of a sequence (OpenAPI 3.2, section 4.14.1). */
  readonly itemSchema: Json | undefined;
  /** How the parts of a form are written, by their names. */
  readonly encodings: ReadonlyMap<string, EncodingNode>;
  /** How the first parts of a sequence are written, and all others (OpenAPI 3.2, section 4.14.1). */
  readonly prefixEncodings: readonly EncodingNode[];
  readonly itemEncoding: EncodingNode | undefined;
  /** The fields of a form; undefined for all other bodies. */
  readonly fields: readonly FormField[] | undefined;
  /** The parameters that are the fields of a form in Swagger 2.0; undefined for all other bodies. */
  readonly swaggerFields: readonly ParameterNode[] | undefined;
  /** Those of the body itself; the schema has its own examples. */
  readonly examples: readonly ExampleValue[];
}

/** How a part of a body is written (OpenAPI 3.1, section 4.8.15). */
export interface EncodingNode extends DocumentedNode {
  readonly serialisation: Serialisation;
  /** Whether it declares any of that. */
  readonly isStyled: boolean;
  /** The media types of the part, separated by commas; undefined if its schema decides. */
  readonly contentType: string | undefined;
  /** By the name in lower case. */
  readonly headers: ReadonlyMap<string, HeaderNode>;
  /** How the parts of the part are written (OpenAPI 3.2), as the document has it. */
  readonly ofParts: JsonObject;
}

/** An operation's response for one status (OpenAPI 3.1, section 4.8.17). */
export interface ResponseNode extends DocumentedNode {
  readonly operation: OperationNode;
  /** `200`, `4XX` or `default`, in any case in the document. */
  readonly status: string;
  /** The pointer of the status in the operation; the response itself may be elsewhere. */
  readonly statusPointer: string;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  /** By the name in lower case. Content-Type is ignored, since `content` defines it (OpenAPI 3.1, section 4.8.17). */
  readonly headers: ReadonlyMap<string, HeaderNode>;
  /** The links to operations that its values lead to. */
  readonly links: readonly LinkNode[];
  /** The key by which it declares a body; undefined if it declares none, of any media type. */
  readonly bodyKey: 'schema' | 'content' | undefined;
  /** One for each media type. */
  readonly bodies: readonly BodyNode[];
}

/** A link from a response to an operation (OpenAPI 3.1, section 4.8.20), which it names in one of two ways. */
export interface LinkNode extends OpenapiNode {
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
  /** Those of the header itself; its schema has its own examples. */
  readonly examples: readonly ExampleValue[];
}

/** A security scheme of a document (OpenAPI 3.1, section 4.8.27). */
export interface SecuritySchemeNode extends DocumentedNode {
  /** As OpenAPI 3 calls it: `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`. */
  readonly type: string;
  /** The scheme of HTTP authentication, in lower case (RFC 9110 section 16.4.1). */
  readonly httpScheme: string | undefined;
  /** Where an API key is sent, and by what name. */
  readonly apiKey: { readonly location: string | undefined; readonly name: string | undefined };
  /** Whether only the service behind the gateway checks it: the gateway forwards everything but Authorization. */
  readonly isForwarded: boolean;
  /** Whether the names that requirements list for it are scopes of the access token. */
  readonly listsScopes: boolean;
  /** The flows of OAuth 2.0. In OpenAPI 2.0 a scheme is its own one flow. */
  readonly flows: readonly OauthFlow[];
  /** The description of each scope; undefined if the document does not list the scopes. */
  readonly declaredScopes: ReadonlyMap<string, string> | undefined;
  /** The parts that a client must know, the same in all versions. */
  readonly needs: JsonObject;
  /** The pointer of its name, which is not its own if that is a reference. */
  readonly usedAtPointer: string;
}

/** A member of the objects that a schema describes. */
export interface SchemaProperty {
  readonly name: string;
  /** Its schema, references resolved; undefined if it is a boolean schema. */
  readonly schema: SchemaNode | undefined;
  /** The pointer of its key, in the schema that declares it. */
  readonly pointer: string;
}

/** A schema, references resolved (OpenAPI 3.1, section 4.8.24). */
export interface SchemaNode extends OpenapiNode {
  /** The schema and all that it includes by `allOf` and, in OpenAPI 3.1, by a `$ref` next to other keywords. */
  readonly parts: readonly SchemaNode[];
  /** The types of the values, with `null` if it is allowed; empty if the schema declares none. */
  readonly types: readonly string[];
  /** Whether the values are objects, by `type` or by their properties. */
  readonly isObject: boolean;
  readonly isArray: boolean;
  /** The members that objects may have, those of `allOf` included; the first declaration of a name counts. */
  readonly properties: ReadonlyMap<string, SchemaProperty>;
  /** The members that this very schema declares. */
  readonly ownProperties: readonly SchemaProperty[];
  readonly required: ReadonlySet<string>;
  /** The schema of all items of an array. */
  readonly items: SchemaNode | undefined;
  /** The schemas of `oneOf` and `anyOf`. */
  readonly alternatives: readonly SchemaNode[];
  /** `example`, and each of `examples`. */
  readonly examples: readonly ExampleValue[];
  /** Whether the values have only one type, except for `null`. */
  isOnly(type: string): boolean;
  /** The schemas of `allOf` of this very schema, after that of a `$ref` next to other keywords. */
  readonly includes: readonly SchemaNode[];
  /** The schemas in a list of this very schema. */
  schemasIn(key: 'allOf' | 'oneOf' | 'anyOf' | 'prefixItems'): readonly SchemaNode[];
  /** The value of a keyword, in this schema or in one that it includes. */
  keyword(name: string): Json | undefined;
}
