import type { Json } from '#compiled/json.ts';
import type { Order } from './order.ts';
import type { Choice, FlatSchema, Located, SchemaLimit, SchemaNode, SchemaType } from './flat-schema.ts';
import type { Direction, SchemaFacts } from './schema-fact.ts';

export type Limits = ReadonlyMap<string, SchemaLimit>;

/** Two schemas without choices that are compared by their keywords. */
export interface KeywordComparison {
  readonly facts: SchemaFacts;
  /** The keywords of each schema that affect values of the shared types. */
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  /** The types that both schemas have. */
  readonly types: ReadonlySet<SchemaType>;
  readonly meaning: SchemaMeaning;
}

/** One of the two documents. */
type Side = 'base' | 'head';

/** An alternative of a choice. */
export interface Alternative {
  readonly written: SchemaNode;
  /** The alternative merged with the keywords next to the choice, without null. */
  readonly whole: SchemaNode;
  /**
   * Like `whole`, but without restrictions of unevaluated properties and items: if a value also fits another
   * alternative, that one may evaluate them.
   */
  readonly open: SchemaNode;
}

/** A choice whose alternatives are merged with the schema around the choice. */
export interface WholeChoice {
  readonly alternatives: readonly Alternative[];
  readonly isExclusive: boolean;
  /** Whether clients choose an alternative by the value of a property. */
  readonly hasDiscriminator: boolean;
}

/** The comparison of schemas of two documents. */
export interface SchemaMeaning {
  /** Whether two schemas are equivalent, apart from names of components and documentation. */
  isEquivalent(base: SchemaNode, head: SchemaNode): boolean;
  /** Whether two schemas are equivalent for readers, who do not receive write-only properties. */
  isSameToReaders(base: SchemaNode, head: SchemaNode): boolean;
  /** Whether head accepts all requests that base describes, or base describes all responses of head. */
  isWithin(base: SchemaNode, head: SchemaNode, direction: Direction): boolean;
  /** Like `isWithin`, but also for senders who send properties that are not described. */
  isWithinStrictly(base: SchemaNode, head: SchemaNode, direction: Direction): boolean;
  /** How head's restrictions compare to base's, for both directions. */
  orderOf(base: SchemaNode, head: SchemaNode): Order;
  /**
   * Like `isWithin` for one schema and several alternatives: for each type of the schema, one alternative has to allow
   * all its values.
   */
  isWithinAny(base: readonly SchemaNode[], head: readonly SchemaNode[], direction: Direction): boolean;
  /**
   * Whether all values that fit the sender's schemas provably fit the receiver's schema. The search is limited; if it
   * ends early, the result is false.
   */
  isSentWithin(sent: readonly Located[], received: Json, pointer: string, direction: Direction): boolean;
  /** The parts of a schema without its conditions. */
  withoutConditions(node: SchemaNode, side: Side): readonly Located[];
  /** A schema restricted to values other than null. */
  withoutNull(node: SchemaNode, side: Side): SchemaNode;
  /** A schema restricted to values of one type. */
  onlyOf(type: SchemaType, node: SchemaNode, side: Side): SchemaNode;
  /** A schema for all objects that have a property. */
  objectWith(name: string, side: Side): Located;
  nodeOf(side: Side, value: Json | undefined, pointer: string): SchemaNode;
  /** Whether two values have the same JSON text, with references resolved. */
  isSameText(base: Json, head: Json): boolean;
  /** Whether two schemas certainly differ in documentation only. */
  isAlike(base: SchemaNode, head: SchemaNode): boolean;
  /**
   * A choice of a schema, with each alternative merged with the rest of the schema: without its other choices, or with
   * them if `keepsOthers`.
   */
  wholeChoice(choice: Choice, node: SchemaNode, side: Side, keepsOthers: boolean): WholeChoice;
  /** A schema that allows everything, at the location of a given one. */
  anything(side: Side, place: SchemaNode): SchemaNode;
  /** Whether certainly no value fits both schemas, which may be of different documents. */
  areDisjoint(one: SchemaNode, other: SchemaNode, direction: Direction): boolean;
  /** Whether certainly no value fits a schema. */
  isNever(node: SchemaNode, direction: Direction): boolean;
  /** The given types without those of which certainly no value fits the schema. */
  possibleTypes(
    types: ReadonlySet<SchemaType>,
    flat: FlatSchema,
    direction: Direction,
  ): ReadonlySet<SchemaType>;
  /** Whether a schema allows every value. It may describe properties and items if these allow every value, too. */
  allowsEverything(node: SchemaNode, direction: Direction): boolean;
  /**
   * Whether a value fits a schema and its subschemas, ignoring `unevaluatedItems` and `unevaluatedProperties` whose
   * effect depends on the value.
   */
  fits(value: Json, flat: FlatSchema, direction: Direction): boolean;
  /** Whether a value fits the keywords of a schema that have no subschemas. */
  allowsByItself(value: Json, flat: FlatSchema): boolean;
  /** The receiver's limits, without the limits that other keywords imply. */
  withoutImplied(limits: Limits, flat: FlatSchema, comparison: KeywordComparison): Limits;
  /** The sender's limits and the limits that other keywords imply, as far as these matter to the receiver. */
  withImplied(limits: Limits, flat: FlatSchema, receiver: Limits, comparison: KeywordComparison): Limits;
}
