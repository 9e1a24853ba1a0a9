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
 * Keywords of JSON Schema that are read together, and everything that a comparison needs of them. A test of schemas calls
 * the families that have a member for it, in the order of the registry. Whether one schema is within another one is
 * answered by what `report` finds: only differences that do no harm.
 */
export interface KeywordFamily<Facts = unknown> {
  readonly name: keyof FactsOfFamilies;
  /** The facts of a schema without these keywords. */
  readonly none: Facts;
  /** The facts of one schema. */
  read?(leaf: Located): Facts;
  /** The facts of two schemas that apply together. */
  merge?(one: Facts, other: Facts): Facts;
  /** The facts of schemas that apply together, where one decides what another one means. */
  readTogether?(schemas: SchemasTogether): Facts;
  /** The facts once those of all other families are read. */
  refine?(flat: FlatSchema, allows: (value: Json) => boolean): Facts;
  /** The facts that have an effect on values of some types. */
  onlyFor?(types: ReadonlySet<SchemaType>, flat: FlatSchema, context: KeywordContext): Facts;

  /** Whether a value is allowed, without looking into other schemas. */
  allows?(value: Json, flat: FactsByThemselves, assumed: AssumedTests | undefined): boolean;
  /** Whether a value is allowed by the schemas that the keywords lead to. */
  allowsInside?(value: Json, flat: FlatSchema, fitting: Fitting): boolean;

  /** Whether no value fits two schemas; undefined if the other families decide. */
  areDisjointAtOnce?(a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean | undefined;
  /** Whether it is certain that no value of a type fits two schemas. */
  areDisjoint?(type: SchemaType, a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean;

  /** The limits of those who receive values, without those that these keywords imply. */
  withoutImplied?(limits: Limits, flat: FlatSchema, comparison: KeywordComparison): Limits;
  /** The limits of those who send values, with those that these keywords imply, as far as they matter to a receiver. */
  withImplied?(limits: Limits, flat: FlatSchema, receiver: Limits, comparison: KeywordComparison): Limits;

  /** Reports what differs whatever the types are. */
  reportAlways?(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void;
  /** Reports what differs next to choices and without them. */
  reportNextToChoices?(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void;
  /** Reports what differs for the types that two schemas without choices have in common. */
  report?(comparison: KeywordComparison): void;
  /** Whether the families after this one are not to be compared. */
  isDecisive?(comparison: KeywordComparison): boolean;

  /** The borders that keywords with a number are. */
  readonly borders?: Readonly<Record<string, NumericBorder>>;
  /** Adds what one of the schemas distinguishes. */
  addBorders?(borders: Borders, schema: JsonObject, flat: FlatSchema): void;
  /** The schemas that a value, or a part of it, has to fit as well. */
  schemasBelow?(flat: FlatSchema): readonly SchemaNode[];
}

/** The facts of keywords that lead to no other schemas. */
export type FactsByThemselves = Pick<FlatSchema, 'types' | 'limits' | 'texts' | 'values'>;

/** The schemas that apply together, and what they are made by. */
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

/** How a value is compared with schemas of one document. */
export interface Fitting {
  readonly direction: Direction;
  /** Whether `not`, `if`, `contains` and their like refuse nothing. */
  readonly ignoresConditions: boolean;
  readonly assumed: AssumedTests | undefined;
  /** Whether a value fits another schema. */
  fits(value: Json, schema: Pick<SchemaNode, 'flat'>): boolean;
}

/** How two schemas are distinguished. */
export interface DisjointTest {
  readonly direction: Direction;
  /** Whether a value fits a schema with all that it leads to. */
  fits(value: Json, flat: FlatSchema): boolean;
  /** The same but for conditions, which are compared with their own schema. */
  fitsWithoutConditions(value: Json, flat: FlatSchema): boolean;
  /** Whether no value fits two schemas for the same value. */
  isNever(one: Pick<SchemaNode, 'flat'>, other: Pick<SchemaNode, 'flat'>): boolean;
  /** Whether no value fits two schemas for a part of the value. */
  isNeverInside(one: SchemaNode, other: SchemaNode): boolean;
}
