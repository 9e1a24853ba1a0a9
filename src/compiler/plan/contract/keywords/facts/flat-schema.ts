import type { Json, JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { allowsAll } from './schema-keywords.ts';

/** A schema of the document with its pointer. */
export interface Located {
  readonly value: JsonObject;
  /** An RFC 6901 pointer from the document's root. */
  readonly pointer: string;
  /** The outermost schema that contains this one in an `allOf` without a reference. */
  readonly includedBy?: JsonObject;
}

/** The leaves whose properties and items count as evaluated for a given leaf. */
export interface Evaluated {
  readonly leaves: readonly Located[];
  /** Whether alternatives or conditions evaluate further properties or items for some values. */
  readonly dependsOnValue: boolean;
}

/** A schema for the properties or items that no other keyword evaluates. */
export interface Unevaluated extends Evaluated {
  readonly keyword: 'unevaluatedProperties' | 'unevaluatedItems';
  readonly rest: Json;
  readonly pointer: string;
}

/** A schema or a combination of schemas; the same combination is the same object. */
export interface SchemaNode {
  readonly id: number;
  /** The schemas that the node combines, with references resolved. */
  readonly parts: readonly Located[];
  readonly flat: FlatSchema;
}

/** Creates the nodes of one document. */
export interface NodeSource {
  readonly document: OpenapiDocument;
  /** The node of a schema; a missing schema allows everything. */
  nodeOf(value: Json | undefined, pointer: string): SchemaNode;
  /** The node of a combination: a value has to fit all the schemas. */
  joined(parts: readonly Located[]): SchemaNode;
  /** The schemas that `parts` consist of, each once: themselves, their references and their `allOf`. */
  leaves(parts: readonly Located[]): readonly Located[];
  /** The leaves that count as evaluated for `unevaluatedProperties` and `unevaluatedItems` of one leaf. */
  evaluatedWith(leaf: Located, all: readonly Located[], hasChoices: boolean): Evaluated;
  /** A leaf, followed by the other schemas that may evaluate properties of the same value. */
  mayEvaluate(leaf: Located): readonly JsonObject[];
  /**
   * The further schemas that may apply to a value of the leaves: alternatives that are not among the leaves, and
   * conditions.
   */
  mayAlsoEvaluate(leaves: readonly Located[]): readonly JsonObject[];
  /** The nodes of the schemas that only a discriminator of the leaves refers to, each joined with the parts. */
  subtypes(parts: readonly Located[], leaves: readonly Located[]): readonly SchemaNode[];
  /** Whether a schema accepts null. */
  acceptsNull(schema: Json): boolean;
}

/** The JSON types without null, which is compared separately. A set with `number` also contains `integer`. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** A bound, a length or a count; a bound may be exclusive. */
export interface SchemaLimit {
  readonly value: number;
  readonly exclusive: boolean;
}

/** The property by which alternatives are distinguished. */
export interface Discriminator {
  readonly property: string;
  /** The first mapped value of each alternative, by the pointers of the alternatives. */
  readonly values: ReadonlyMap<string, string>;
  /** All mapped values of each alternative. */
  readonly allValues: ReadonlyMap<string, readonly string[]>;
}

/** A `oneOf` or an `anyOf`, without alternatives that only allow null. */
export interface Choice {
  readonly alternatives: readonly SchemaNode[];
  /** Whether a value that fits several alternatives is refused. */
  readonly isExclusive: boolean;
  /** The schema that contains the `oneOf` or `anyOf`. */
  readonly leaf: JsonObject;
}

/** The content of a schema, with references resolved and `allOf` merged: the facts of each family of keywords. */
export interface FlatSchema extends FactsOfFamilies {
  /** The source of nodes for subschemas. */
  readonly nodes: Pick<NodeSource, 'nodeOf'>;
  /** The schemas that are merged: references, `allOf`, and choices with one alternative. */
  readonly leaves: readonly Located[];
  readonly nullable: boolean;
  /** The pointers of the merged keywords, by keyword. */
  readonly origins: ReadonlyMap<string, string>;
}

/** The facts that each family reads. Only the family accesses its facts; other modules call the family. */
export interface FactsOfFamilies {
  /** Descriptions, examples and extensions, which do not affect calls. */
  readonly annotations: JsonObject;
  /** The types in `type`, restricted to the types of listed values; all types by default. */
  readonly types: ReadonlySet<SchemaType>;
  /** The serialization of values: `xml`, `contentEncoding`, `contentMediaType`. */
  readonly representation: JsonObject;
  /**
   * The keywords that restrict values. They are also in the facts of properties and items, unless what counts as
   * evaluated depends on the value.
   */
  readonly unevaluated: readonly Unevaluated[];
  readonly values: ValueFacts;
  readonly choices: ChoiceFacts;
  readonly texts: TextFacts;
  /** By keyword: `minimum`, `maximum`, `multipleOf`, `minLength` …; without limits that have no effect. */
  readonly limits: ReadonlyMap<string, SchemaLimit>;
  readonly properties: PropertyFacts;
  readonly items: ItemFacts;
  /** Keywords that apply to a value as a whole, by name: `not`, `if` with `then` and `else`, `contains` … */
  readonly conditions: ReadonlyMap<string, readonly Located[]>;
}

export interface ValueFacts {
  /** The values of `enum` and `const` without null, by canonical JSON; undefined if the schema has neither keyword. */
  readonly listed: ReadonlyMap<string, Json> | undefined;
  /** Whether `x-extensible-enum` tells callers to expect further values; the gateway does not check that list. */
  readonly mayGrow: boolean;
  /** Whether a merged schema lists values without `x-extensible-enum`. */
  readonly isFixed: boolean;
  readonly default: Json | undefined;
}

/** The patterns and formats of all merged schemas: a value has to match every one. */
export interface TextFacts {
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
}

export interface PropertyFacts {
  readonly named: ReadonlyMap<string, SchemaNode>;
  /** The required names in each direction, without properties that are hidden in it. */
  readonly required: Readonly<Record<'request' | 'response', ReadonlySet<string>>>;
  /** The schemas in `patternProperties`, by pattern. */
  readonly matching: ReadonlyMap<string, SchemaNode>;
  /** Whether a property may have a name: `propertyNames` allows it, and no closed schema refuses it. */
  readonly allowsName: (name: string) => boolean;
  readonly additional: 'open' | 'closed' | SchemaNode;
  /**
   * The schemas of properties that one merged schema describes and another refuses. Clients may have generated types
   * from them.
   */
  readonly refused: {
    readonly properties: ReadonlyMap<string, SchemaNode>;
    readonly additional?: SchemaNode;
  };
  /** Whether the schema is hidden in requests (`readOnly`) or in responses (`writeOnly`). */
  readonly hiddenIn: Readonly<Record<'request' | 'response', boolean>>;
  /** The pointers of the property schemas, which may be references, by name. */
  readonly places: ReadonlyMap<string, string>;
}

export interface ItemFacts {
  /** The schemas of the first items, by their positions. */
  readonly first: readonly SchemaNode[];
  /** The schema of all further items; undefined if they may have any value. */
  readonly rest: SchemaNode | undefined;
}

export interface ChoiceFacts {
  /** Each `oneOf` or `anyOf` with at least two alternatives. */
  readonly all: readonly Choice[];
  readonly discriminator: Discriminator | undefined;
  /** The schemas that only a discriminator refers to. */
  readonly subtypes: readonly SchemaNode[];
}

/** Whether a schema certainly allows every value, as its own keywords show. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}
