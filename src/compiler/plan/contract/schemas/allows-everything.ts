import { omit, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Choice, FlatSchema, Located, SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { allowsAll } from '../keywords/facts/schema-keywords.ts';
import { areDisjoint } from './are-disjoint.ts';

/** The maximum number of schemas that `allowsEverything` reads. */
const maxVisits = 200;

/** The state of one search. */
interface Path {
  /** The schemas that were read before, or that contain the current one. */
  readonly seen: Set<JsonObject>;
  /** The number of schemas that may still be read. */
  readonly visits: { left: number };
  readonly direction: Direction;
}

/**
 * Whether a schema certainly allows every value. It may describe properties and items if these allow every value, too.
 */
export function allowsEverything(node: SchemaNode, direction: Direction): boolean {
  return isOpen(node, { seen: new Set(), visits: { left: maxVisits }, direction });
}

function isOpen({ flat: { nodes, leaves, choices, nullable } }: SchemaNode, path: Path): boolean {
  // A recursive schema allows everything if the rest of it does.
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

/** Whether the keywords of a schema, apart from its subschemas, allow every value. */
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

/** The keywords with subschemas, which are checked separately. */
const leading = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', ...maps, ...lists, ...single]);

/** The subschemas for properties and items, each with its pointer. */
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
