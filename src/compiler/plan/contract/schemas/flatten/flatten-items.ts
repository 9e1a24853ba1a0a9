import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { isAnything } from './is-anything.ts';
import { readUnevaluated, type Leaves } from './read-unevaluated.ts';

type FlatItems = Pick<FlatSchema, 'items' | 'tuple'>;

/** The schemas of the items of a list: of the first ones by their positions, and of all others. */
export function flattenItems(leaves: Leaves, nodes: NodeSource): FlatItems {
  const lists = leaves.all.flatMap((leaf) => [...writtenList(leaf, nodes), ...restOf(leaf, leaves, nodes)]);
  const length = Math.max(0, ...lists.map(({ tuple }) => tuple.length));
  const items = lists.flatMap((list) => list.items?.parts ?? []);
  const tuple = Array.from({ length }, (_, index) =>
    nodes.joined(lists.flatMap((list) => partsOf(list.tuple[index] ?? list.items))),
  );
  if (items.length > 0) return { items: nodes.joined(items), tuple };
  return { tuple: tuple.slice(0, 1 + tuple.findLastIndex((item) => !isAnything(item))) };
}

/** What one keyword or two allow of the items; each of the first ones anything, if it has no schema. */
interface ItemSchemas {
  readonly tuple: readonly (SchemaNode | 'anything')[];
  readonly items?: SchemaNode;
}

function partsOf(item: SchemaNode | 'anything' | undefined): readonly Located[] {
  return typeof item === 'object' ? item.parts : [];
}

function writtenList({ value, pointer }: Located, nodes: NodeSource): readonly ItemSchemas[] {
  const { items, prefixItems } = value;
  const keyword = Array.isArray(prefixItems) ? 'prefixItems' : 'items';
  const written = value[keyword];
  const list = Array.isArray(written) ? (written as readonly Json[]) : [];
  const tuple = list.map((item, index) => nodes.nodeOf(item, appendPointer(pointer, keyword, index)));
  if (items === undefined || Array.isArray(items)) return [{ tuple }];
  return [{ tuple, items: nodes.nodeOf(items, appendPointer(pointer, 'items')) }];
}

/** Where it is certain which items are not evaluated, `unevaluatedItems` is the schema of these. */
function restOf(leaf: Located, leaves: Leaves, nodes: NodeSource): readonly ItemSchemas[] {
  const unevaluated = readUnevaluated('unevaluatedItems', leaf, leaves, nodes);
  if (!unevaluated || unevaluated.dependsOnValue) return [];
  const { rest, pointer } = unevaluated;
  const length = Math.max(...unevaluated.leaves.map(({ value }) => countFirst(value['prefixItems'])));
  return [{ tuple: Array.from({ length }, () => 'anything' as const), items: nodes.nodeOf(rest, pointer) }];
}

function countFirst(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}
