import type { Json, JsonObject } from '../../../../compiled/json.ts';
import type { OpenapiDocument } from '../../../../openapi/model.ts';

/** A schema as the document has it, and its place. */
export interface Located {
  readonly value: JsonObject;
  /** An RFC 6901 pointer from the document's root. */
  readonly pointer: string;
}

/** A schema, or what several schemas say together: the same object for the same ones. */
export interface SchemaNode {
  readonly id: number;
  /** References followed. */
  readonly parts: readonly Located[];
  readonly flat: FlatSchema;
}

/** Where the nodes of one document come from. */
export interface NodeSource {
  readonly document: OpenapiDocument;
  /** The node of a schema; one that does not exist allows everything. */
  nodeOf(value: Json | undefined, pointer: string): SchemaNode;
  /** The node of what allows only what all of them allow. */
  joined(parts: readonly Located[]): SchemaNode;
  /** Every schema that takes part in one: itself, what it refers to, what is in its `allOf`; each once. */
  leaves(parts: readonly Located[]): readonly Located[];
}

/** The types of JSON but null, which is judged by itself; every integer is a number too. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** A bound, a length or a count; of a bound, whether it is out of bounds itself. */
export interface SchemaLimit {
  readonly value: number;
  readonly exclusive: boolean;
}

/** By what alternatives are told apart. */
export interface Discriminator {
  readonly property: string;
  /** Its values by the pointers of the alternatives that they stand for, as far as they are written down. */
  readonly values: ReadonlyMap<string, string>;
}

/** What a schema says, its references followed and its `allOf` merged. */
export interface FlatSchema {
  /** The schemas that it is merged of: those of references, of `allOf` and of choices that leave none. */
  readonly leaves: readonly Located[];
  /** Those that it names or implies; all where it does neither. */
  readonly types: ReadonlySet<SchemaType>;
  readonly nullable: boolean;
  /** The values of `enum`, `const` and `x-extensible-enum` but null, by their canonical texts. */
  readonly values?: ReadonlyMap<string, Json>;
  /** Whether callers have been told to expect more values. */
  readonly extensible: boolean;
  readonly format?: string;
  /** By keyword: `minimum`, `maximum`, `multipleOf`, `minLength` …; what limits nothing is left out. */
  readonly limits: ReadonlyMap<string, SchemaLimit>;
  readonly patterns: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  readonly patternProperties: ReadonlyMap<string, SchemaNode>;
  readonly additional: 'open' | 'closed' | SchemaNode;
  readonly items?: SchemaNode;
  readonly tuple: readonly SchemaNode[];
  /** Each `oneOf` or `anyOf` that leaves a choice. */
  readonly choices: readonly (readonly SchemaNode[])[];
  readonly discriminator?: Discriminator;
  readonly default?: Json;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Keywords that are compared as they are written, by name: `not`, `if`, `contains` … */
  readonly conditions: ReadonlyMap<string, Json>;
  /** How values are written: `xml`, `contentEncoding`, `contentMediaType`. */
  readonly representation: JsonObject;
  /** What changes no call: descriptions, examples, extensions. */
  readonly documentation: JsonObject;
  /** The pointer at which a property is described, which may be a reference. */
  readonly propertyPlaces: ReadonlyMap<string, string>;
  /** The pointer at which a keyword stands. */
  readonly origins: ReadonlyMap<string, string>;
}
