import { omit, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import { appendPointer } from '../../../../../source/place.ts';
import type { Choice, Located, SchemaNode } from '../flat-schema.ts';
import { allowsAll } from '../schema-keywords.ts';

/** Whether it is plain that a schema allows every value. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}

/** The maximum number of schemas that are read to find that one allows everything. */
const maxVisits = 200;

/** The schemas around one, and how many may still be read. */
interface Path {
  readonly seen: Set<JsonObject>;
  readonly visits: { left: number };
}

/** Whether a schema allows every value, though it describes properties or items: all of these may be anything too. */
export function allowsEverything(node: SchemaNode): boolean {
  return isOpen(node, { seen: new Set(), visits: { left: maxVisits } });
}

function isOpen({ flat: { nodes, leaves, choices, nullable } }: SchemaNode, path: Path): boolean {
  // A schema within itself allows what it allows around.
  const own = leaves.filter(({ value }) => !path.seen.has(value));
  for (const { value } of own) path.seen.add(value);
  path.visits.left -= own.length;
  if (own.length === 0) return true;
  if (path.visits.left < 0 || !nullable || !own.every(({ value }) => allowsAll(omit(value, leading))))
    return false;
  const members = own.flatMap(membersOf);
  return (
    members.every(([member, pointer]) => isOpen(nodes.nodeOf(member, pointer), path)) &&
    choices.every((choice) => isOpenChoice(choice, path))
  );
}

function isOpenChoice({ alternatives, isExclusive }: Choice, { seen, visits }: Path): boolean {
  return !isExclusive && alternatives.some((one) => isOpen(one, { seen: new Set(seen), visits }));
}

const maps = ['properties', 'patternProperties'];
const lists = ['prefixItems'];
const single = ['additionalProperties', 'items'];

/** The keywords that lead to other schemas, which are read for themselves. */
const leading = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', ...maps, ...lists, ...single]);

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
