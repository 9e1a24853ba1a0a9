import { omit, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Choice, FlatSchema, Located, SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { allowsAll } from '../keywords/facts/schema-keywords.ts';
import { areDisjoint } from './are-disjoint.ts';

/** The maximum number of schemas that are read to find that one allows everything. */
const maxVisits = 200;

/** How schemas are read. */
interface Path {
  /** Those that were read, or are being read around one. */
  readonly seen: Set<JsonObject>;
  /** How many may still be read. */
  readonly visits: { left: number };
  readonly direction: Direction;
}

/** Whether a schema allows every value, though it describes properties or items: all of these may be anything too. */
export function allowsEverything(node: SchemaNode, direction: Direction): boolean {
  return isOpen(node, { seen: new Set(), visits: { left: maxVisits }, direction });
}

function isOpen({ flat: { nodes, leaves, choices, nullable } }: SchemaNode, path: Path): boolean {
  // A schema within itself allows what it allows around.
  const own = leaves.filter(({ value }) => !path.seen.has(value));
  for (const { value } of own) path.seen.add(value);
  path.visits.left -= own.length;
  if (own.length === 0) return true;
  if (path.visits.left < 0 || !nullable) return false;
  return (
    own.every((leaf) => saysNothing(leaf, nodes, path)) &&
    own.flatMap(membersOf).every(([member, pointer]) => isOpen(nodes.nodeOf(member, pointer), path)) &&
    choices.all.every((choice) => isOpenChoice(choice, path))
  );
}

/** Whether a schema refuses nothing by itself, without those that it leads to. */
function saysNothing({ value, pointer }: Located, nodes: FlatSchema['nodes'], { direction }: Path): boolean {
  const { not } = value;
  if (!allowsAll(omit(value, leading))) return false;
  if (not === undefined) return true;
  const refused = nodes.nodeOf(not, appendPointer(pointer, 'not'));
  return areDisjoint(refused, refused, direction);
}

function isOpenChoice({ alternatives, isExclusive }: Choice, path: Path): boolean {
  return !isExclusive && alternatives.some((one) => isOpen(one, { ...path, seen: new Set(path.seen) }));
}

const maps = ['properties', 'patternProperties'];
const lists = ['prefixItems'];
const single = ['additionalProperties', 'items'];

/** The keywords that lead to other schemas, which are read for themselves. */
const leading = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', ...maps, ...lists, ...single]);

/** The schemas that keywords lead to, each with its pointer. */
function membersOf({ value, pointer }: Located): readonly (readonly [Json, string])[] {
  const inside = [...maps, ...lists].flatMap((keyword) => {
    const members: readonly [string, Json][] = Object.entries(value[keyword] ?? {});
    return members.map(([name, one]) => [one, appendPointer(pointer, keyword, name)] as const);
  });
  const others = single.flatMap((keyword) => {
    const one = value[keyword];
    return one === undefined ? [] : [[one, appendPointer(pointer, keyword)] as const];
  });
  return [...inside, ...others];
}
