import type { Json, JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';

/** A schema of the document, with its pointer. */
export interface Located {
  readonly value: JsonObject;
  /** An RFC 6901 pointer from the document's root. */
  readonly pointer: string;
  /** The outermost schema that includes it in an `allOf` without a reference. */
  readonly includedBy?: JsonObject;
}

/** The leaves whose properties and items count as evaluated for one of them. */
export interface Evaluated {
  readonly leaves: readonly Located[];
  /** Whether a value decides by an alternative or a condition what else counts. */
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
  /** References followed. */
  readonly parts: readonly Located[];
  readonly flat: FlatSchema;
}

/** Makes the nodes of one document. */
export interface NodeSource {
  readonly document: OpenapiDocument;
  /** The node of a schema; a missing schema allows everything. */
  nodeOf(value: Json | undefined, pointer: string): SchemaNode;
  /** The node of the values that all schemas allow. */
  joined(parts: readonly Located[]): SchemaNode;
  /** The schemas that one consists of: itself, its reference, its `allOf`; each once. */
  leaves(parts: readonly Located[]): readonly Located[];
  /** What counts as evaluated for `unevaluatedProperties` and `unevaluatedItems` of one of the leaves. */
  evaluatedWith(leaf: Located, all: readonly Located[], hasChoices: boolean): Evaluated;
  /** A leaf, and the other schemas that may count properties of the same value as evaluated for it. */
  mayEvaluate(leaf: Located): readonly JsonObject[];
  /** The schemas that a value of the leaves may fit as well: alternatives that are not among them, and conditions. */
  mayAlsoEvaluate(leaves: readonly Located[]): readonly JsonObject[];
  /** The nodes of the schemas that only a discriminator among the leaves leads to, each with the parts. */
  subtypes(parts: readonly Located[], leaves: readonly Located[]): readonly SchemaNode[];
  /** Whether a schema accepts null. */
  acceptsNull(schema: Json): boolean;
}

/** The JSON types without null, which is compared separately; every integer is a number too. */
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
  /** The schema whose keyword it is. */
  readonly leaf: JsonObject;
}

/** The content of a schema, with references resolved and `allOf` merged: the facts of each family of keywords. */
export interface FlatSchema extends FactsOfFamilies {
  /** The source of its schemas. */
  readonly nodes: Pick<NodeSource, 'nodeOf'>;
  /** The schemas that it is merged from: references, `allOf` and choices of one. */
  readonly leaves: readonly Located[];
  readonly nullable: boolean;
  /** The pointers of keywords. */
  readonly origins: ReadonlyMap<string, string>;
}

/** The facts that each family reads. Only the family reads them; others call the family. */
export interface FactsOfFamilies {
  /** Descriptions, examples and extensions, which affect no call. */
  readonly annotations: JsonObject;
  /** The named types, and those of listed values; by default all. */
  readonly types: ReadonlySet<SchemaType>;
  /** The serialization of values: `xml`, `contentEncoding`, `contentMediaType`. */
  readonly representation: JsonObject;
  /** Those that restrict; they are also in the facts of properties and items if what counts as evaluated is certain. */
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
  /** The values of `enum` and `const` without null, by their canonical texts; undefined without such a keyword. */
  readonly listed: ReadonlyMap<string, Json> | undefined;
  /** Whether callers expect more values, by `x-extensible-enum`; the gateway does not check that list. */
  readonly mayGrow: boolean;
  /** Whether a part lists values without saying that. */
  readonly isFixed: boolean;
  readonly default: Json | undefined;
}

/** What all parts say of texts and numbers: a value has to match each pattern and have each format. */
export interface TextFacts {
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
}

export interface PropertyFacts {
  readonly named: ReadonlyMap<string, SchemaNode>;
  /** Without properties that do not go that way. */
  readonly required: Readonly<Record<'request' | 'response', ReadonlySet<string>>>;
  /** By their patterns. */
  readonly matching: ReadonlyMap<string, SchemaNode>;
  /** Whether `propertyNames` allows a name, and a closed schema may. */
  readonly allowsName: (name: string) => boolean;
  readonly additional: 'open' | 'closed' | SchemaNode;
  /** What some parts say of properties that others refuse, which readers may have taken for the type of these. */
  readonly refused: {
    readonly properties: ReadonlyMap<string, SchemaNode>;
    readonly additional?: SchemaNode;
  };
  /** Whether the schema is a property that is only read, or only written. */
  readonly hiddenIn: Readonly<Record<'request' | 'response', boolean>>;
  /** The pointers of properties, which may be references. */
  readonly places: ReadonlyMap<string, string>;
}

export interface ItemFacts {
  /** The schemas of the first items, by their positions. */
  readonly first: readonly SchemaNode[];
  /** The schema of all others. */
  readonly rest: SchemaNode | undefined;
}

export interface ChoiceFacts {
  /** Each `oneOf` or `anyOf` with at least two alternatives. */
  readonly all: readonly Choice[];
  readonly discriminator: Discriminator | undefined;
  /** The schemas that only a discriminator leads to. */
  readonly subtypes: readonly SchemaNode[];
}
