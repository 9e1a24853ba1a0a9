import type { Json } from '#compiled/json.ts';
import type { Order } from './keywords/conditions/order.ts';
import type { Located, SchemaNode, SchemaType } from './flat-schema.ts';
import type { Direction } from './schema-fact.ts';

/** What schemas of two documents mean for each other. */
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
  withoutConditions(node: SchemaNode, side: 'base' | 'head'): readonly Located[];
  /** The values of a schema that are not null. */
  withoutNull(node: SchemaNode, side: 'base' | 'head'): SchemaNode;
  /** The values of a schema that are of one type. */
  onlyOf(type: SchemaType, node: SchemaNode, side: 'base' | 'head'): SchemaNode;
  /** All objects with a property. */
  objectWith(name: string, side: 'base' | 'head'): Located;
  nodeOf(side: 'base' | 'head', value: Json | undefined, pointer: string): SchemaNode;
  /** Whether two values are the same text, with references resolved. */
  isSameText(base: Json, head: Json): boolean;
}
