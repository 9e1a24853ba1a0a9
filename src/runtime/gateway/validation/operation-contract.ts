import type { Json, JsonObject } from '../../../compiled/json.ts';

/** Where a parameter of a request stands; the fields of a form are those of its body. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'form';

/** How the values of an array or an object are written (OpenAPI 3.1, section 4.8.12.6). */
export interface Serialisation {
  /** `opaque` is what nothing is known of. */
  readonly style:
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'space'
    | 'tab'
    | 'pipe'
    | 'deep'
    | 'json'
    | 'opaque';
  /** Whether each value stands for itself: `a=1&a=2`. */
  readonly explode: boolean;
}

/** A parameter as an operation declares it, whatever the version of its document. */
export interface DeclaredParameter extends Serialisation {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly required: boolean;
  readonly allowsEmpty: boolean;
  /** As it is written; undefined where any value will do. */
  readonly schema: Json | undefined;
}

/** What a body in one media type, or in a range of them, has to be. */
export interface DeclaredContent {
  /** `application/json`, a range such as `text/*`, or both stars; in lower case and without parameters. */
  readonly mediaType: string;
  readonly schema: Json | undefined;
  /** The fields of a form; undefined where the body is none. */
  readonly fields?: readonly DeclaredParameter[];
}

export interface DeclaredBody {
  readonly required: boolean;
  readonly contents: readonly DeclaredContent[];
}

/** An operation with what it declares of requests. */
export interface DeclaredRequest {
  readonly parameters: readonly DeclaredParameter[];
  /** Undefined where requests have none. */
  readonly body: DeclaredBody | undefined;
}

/** By status: `200`, `4XX`, `default`. */
export type DeclaredResponses = ReadonlyMap<string, readonly DeclaredContent[]>;

/** The objects of the document that an operation is read from. */
export interface WrittenOperation {
  readonly pathItem: JsonObject;
  readonly operation: JsonObject;
}
