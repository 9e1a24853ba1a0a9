import type { Json, JsonObject } from '#compiled/json.ts';
import type { Borders, NumericBorder } from './facts/borders.ts';
import type {
  Choice,
  FactsOfFamilies,
  FlatSchema,
  Located,
  NodeSource,
  SchemaNode,
  SchemaType,
} from './facts/flat-schema.ts';
import type { Direction, SchemaFacts } from './facts/schema-fact.ts';
import type { KeywordComparison, Limits } from './facts/schema-meaning.ts';
import type { AssumedTests } from './facts/text-tests.ts';

/**
 * JSON Schema keywords that are read together, and the functions that a comparison needs for them. A test of schemas
 * calls the families that implement the member, in the order of the registry. A schema is within another if `report`
 * finds only harmless differences.
 */
export interface KeywordFamily<Facts = unknown> {
  readonly name: keyof FactsOfFamilies;
  /** The facts of a schema without these keywords. */
  readonly none: Facts;
  /** The facts of one schema. */
  read?(leaf: Located): Facts;
  /** The facts of two schemas that apply together. */
  merge?(one: Facts, other: Facts): Facts;
  /** The facts of schemas that apply together, for keywords whose meaning depends on the other schemas. */
  readTogether?(schemas: SchemasTogether): Facts;
  /** Refines the facts after the facts of all families are read. */
  refine?(flat: FlatSchema, allows: (value: Json) => boolean): Facts;
  /** The facts that affect values of the given types. */
  onlyFor?(types: ReadonlySet<SchemaType>, flat: FlatSchema, context: KeywordContext): Facts;

  /** Whether the keywords allow a value, ignoring their subschemas. */
  allows?(value: Json, flat: FactsByThemselves, assumed: AssumedTests | undefined): boolean;
  /** Whether the subschemas of the keywords allow a value. */
  allowsInside?(value: Json, flat: FlatSchema, fitting: Fitting): boolean;

  /** Whether no value fits two schemas; undefined if the other families decide. */
  areDisjointAtOnce?(a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean | undefined;
  /** Whether it is certain that no value of a type fits two schemas. */
  areDisjoint?(type: SchemaType, a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean;

  /** The receiver's limits, without the limits that these keywords imply. */
  withoutImplied?(limits: Limits, flat: FlatSchema, comparison: KeywordComparison): Limits;
  /** The sender's limits and the limits that these keywords imply, as far as these matter to the receiver. */
  withImplied?(limits: Limits, flat: FlatSchema, receiver: Limits, comparison: KeywordComparison): Limits;

  /** Reports differences that do not depend on the types. */
  reportAlways?(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void;
  /** Reports differences of schemas both with and without choices. */
  reportNextToChoices?(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void;
  /** Reports differences for the types that two schemas without choices have in common. */
  report?(comparison: KeywordComparison): void;
  /** Whether to skip the comparison of the families after this one. */
  isDecisive?(comparison: KeywordComparison): boolean;

  /** The kind of border that each keyword with a number sets. */
  readonly borders?: Readonly<Record<string, NumericBorder>>;
  /** Adds the borders that one schema sets between accepted and refused values. */
  addBorders?(borders: Borders, schema: JsonObject, flat: FlatSchema): void;
  /** The subschemas that a value, or a part of the value, has to fit as well. */
  schemasBelow?(flat: FlatSchema): readonly SchemaNode[];
}

/** The facts of keywords without subschemas. */
export type FactsByThemselves = Pick<FlatSchema, 'types' | 'limits' | 'texts' | 'values'>;

/** Schemas that apply together to one value, and the source of nodes for their subschemas. */
export interface SchemasTogether {
  readonly parts: readonly Located[];
  readonly leaves: readonly Located[];
  readonly choices: readonly Choice[];
  readonly nodes: NodeSource;
}

/** The context in which keywords have an effect: a direction, and the schema of the sender. */
export interface KeywordContext {
  readonly direction: Direction;
  readonly sender: FlatSchema | undefined;
}

/** A test of values against the schemas of one document. */
export interface Fitting {
  readonly direction: Direction;
  /** Whether conditions such as `not`, `if` and `contains` are ignored. */
  readonly ignoresConditions: boolean;
  readonly assumed: AssumedTests | undefined;
  /** Whether a value fits another schema. */
  fits(value: Json, schema: Pick<SchemaNode, 'flat'>): boolean;
}

/** The tests that prove two schemas to be disjoint. */
export interface DisjointTest {
  readonly direction: Direction;
  /** Whether a value fits a schema and its subschemas. */
  fits(value: Json, flat: FlatSchema): boolean;
  /** Like `fits`, but ignores conditions, which are compared with their own schemas. */
  fitsWithoutConditions(value: Json, flat: FlatSchema): boolean;
  /** Whether no value fits two schemas that apply to the same value. */
  isNever(one: Pick<SchemaNode, 'flat'>, other: Pick<SchemaNode, 'flat'>): boolean;
  /** Whether no value fits two schemas that apply to the same part of a value. */
  isNeverInside(one: SchemaNode, other: SchemaNode): boolean;
}
