import type { Json } from '#compiled/json.ts';
import type { Order } from './order.ts';
import type { Choice, FlatSchema, Located, SchemaLimit, SchemaNode, SchemaType } from './flat-schema.ts';
import type { Direction, SchemaFacts } from './schema-fact.ts';

export type Limits = ReadonlyMap<string, SchemaLimit>;

/** Two schemas without choices that are compared by their keywords. */
export interface KeywordComparison {
  readonly facts: SchemaFacts;
  /** The keywords of both that have an effect on the types. */
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  /** The types that both have. */
  readonly types: ReadonlySet<SchemaType>;
  readonly meaning: SchemaMeaning;
}

/** One of the two documents. */
type Side = 'base' | 'head';

/** An alternative of a choice. */
export interface Alternative {
  readonly written: SchemaNode;
  /** Together with what is next to the choice, without null. */
  readonly whole: SchemaNode;
  /** The same without what nothing evaluates, since another alternative that a value fits too may evaluate that. */
  readonly open: SchemaNode;
}

/** A choice with all that its alternatives mean where it is written. */
export interface WholeChoice {
  readonly alternatives: readonly Alternative[];
  readonly isExclusive: boolean;
  /** Whether clients choose an alternative by the value of a property. */
  readonly hasDiscriminator: boolean;
}

/** How schemas of two documents compare. */
export interface SchemaMeaning {
  /** Whether two schemas are equivalent, apart from names of components and documentation. */
  isEquivalent(base: SchemaNode, head: SchemaNode): boolean;
  /** Whether two schemas are equivalent to readers, who do not get what is only written. */
  isSameToReaders(base: SchemaNode, head: SchemaNode): boolean;
  /** Whether requests to base are accepted by head, or responses of head described by base. */
  isWithin(base: SchemaNode, head: SchemaNode, direction: Direction): boolean;
  /** The same, even for senders who send properties that are not described. */
  isWithinStrictly(base: SchemaNode, head: SchemaNode, direction: Direction): boolean;
  /** How head restricts values compared to base, whichever way they go. */
  orderOf(base: SchemaNode, head: SchemaNode): Order;
  /** The same as `isWithin` for a schema and several alternatives, one of which has to allow each type of it. */
  isWithinAny(base: readonly SchemaNode[], head: readonly SchemaNode[], direction: Direction): boolean;
  /** Whether it is found within a limit that all values that the sending side lets fit some schemas fit one of the other side. */
  isSentWithin(sent: readonly Located[], received: Json, pointer: string, direction: Direction): boolean;
  /** The schemas that all values of a schema fit, without those that depend on a value as a whole. */
  withoutConditions(node: SchemaNode, side: Side): readonly Located[];
  /** The values of a schema that are not null. */
  withoutNull(node: SchemaNode, side: Side): SchemaNode;
  /** The values of a schema that are of one type. */
  onlyOf(type: SchemaType, node: SchemaNode, side: Side): SchemaNode;
  /** All objects with a property. */
  objectWith(name: string, side: Side): Located;
  nodeOf(side: Side, value: Json | undefined, pointer: string): SchemaNode;
  /** Whether two values are the same text, with references resolved. */
  isSameText(base: Json, head: Json): boolean;
  /** Whether it is plain that two schemas differ in nothing but texts. */
  isAlike(base: SchemaNode, head: SchemaNode): boolean;
  /** A choice of a schema, each alternative merged with the rest of the schema, or with all but the other choices. */
  wholeChoice(choice: Choice, node: SchemaNode, side: Side, keepsOthers: boolean): WholeChoice;
  /** A schema that allows everything, at the location of a given one. */
  anything(side: Side, place: SchemaNode): SchemaNode;
  /** Whether it is certain that no value fits two schemas, which may be of two documents. */
  areDisjoint(one: SchemaNode, other: SchemaNode, direction: Direction): boolean;
  /** Whether it is certain that no value fits a schema. */
  isNever(node: SchemaNode, direction: Direction): boolean;
  /** Those of some types of a schema of which a value may fit it. */
  possibleTypes(
    types: ReadonlySet<SchemaType>,
    flat: FlatSchema,
    direction: Direction,
  ): ReadonlySet<SchemaType>;
  /** Whether a schema allows every value, though it describes properties or items: all of these may be anything too. */
  allowsEverything(node: SchemaNode, direction: Direction): boolean;
  /** Whether a value fits a schema with all that it leads to, without what is not evaluated by others. */
  fits(value: Json, flat: FlatSchema, direction: Direction): boolean;
  /** Whether a value fits the keywords of a schema that do not lead to other schemas. */
  allowsByItself(value: Json, flat: FlatSchema): boolean;
  /** The limits of those who receive values, without those that other keywords imply. */
  withoutImplied(limits: Limits, flat: FlatSchema, comparison: KeywordComparison): Limits;
  /** The limits of those who send values, with those that other keywords imply, as far as they matter to a receiver. */
  withImplied(limits: Limits, flat: FlatSchema, receiver: Limits, comparison: KeywordComparison): Limits;
}
