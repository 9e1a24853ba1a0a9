import type { Json, JsonObject } from '#compiled/json.ts';
import type { Serialisation } from './serialisation.ts';
import type { ValuePath } from './value-path.ts';

/** Versions of OpenAPI, without the patch number. */
export type OpenapiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** An object of a document and the path to it. */
export interface Located {
  readonly value: JsonObject;
  readonly valuePath: ValuePath | undefined;
}

/** One way to authorize a call, which needs all of these schemes, each with the scopes or roles that it requires. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** One flow of an OAuth 2.0 scheme (OpenAPI 3.1, section 4.8.29). */
export interface OauthFlow {
  /** As OpenAPI 3 names it. */
  readonly name: string;
  /**
   * `authorizationUrl`, `deviceAuthorizationUrl` (OpenAPI 3.2), `tokenUrl` and `refreshUrl`, as far as the document
   * declares them.
   */
  readonly urls: JsonObject;
  /** The description of each scope. */
  readonly scopes: JsonObject;
}

/** A value that a document gives as an example, and its pointer in the contract. */
export interface ExampleValue {
  readonly value: Json;
  readonly pointer: string;
}

/** An example as its document contains it. */
export interface WrittenExample extends ExampleValue {
  /** The same value for JSON.stringify, which writes its numbers as the document does (`ExactValues`). */
  readonly exact: Json;
  /** The name under which the document lists it; undefined if it lists none. */
  readonly name: string | undefined;
}

/** An example as a document presents it to people (OpenAPI 3.1, section 4.8.19). */
export interface DescribedExample {
  /** Undefined for the single `example`. */
  readonly name: string | undefined;
  readonly summary: string | undefined;
  /** Markdown. */
  readonly description: string | undefined;
  /** For JSON.stringify, as `exact` of a WrittenExample; undefined if the document gives only a URL or a serialised text. */
  readonly value: Json | undefined;
  /** The URL of a value outside the document. */
  readonly externalValue: string | undefined;
  /** The value as it is sent (OpenAPI 3.2). */
  readonly serializedValue: string | undefined;
}

/** A link to further documentation (OpenAPI 3.1, section 4.8.11). */
export interface ExternalDocs {
  readonly url: string;
  /** Markdown; may be empty. */
  readonly description: string;
}

/** One field of a form (OpenAPI 3.1, section 4.8.15). */
export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly allowsEmpty: boolean;
  readonly serialisation: Serialisation;
  /** As the document contains it. */
  readonly schema: Json | undefined;
}
