import { omit, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import { appendPointer } from '../../../../../source/place.ts';
import type { Located, SchemaNode } from '../flat-schema.ts';
import { allowsAll } from '../schema-keywords.ts';

/** Whether it is plain that a schema allows every value. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}

/** Whether a schema allows every value, though it describes properties or items: all of these may be anything too. */
export function allowsEverything(node: SchemaNode, seen = new Set<JsonObject>()): boolean {
  const { nodes, leaves, choices } = node.flat;
  if (choices.length > 0) return false;
  return leaves.every((leaf) => {
    // A schema within itself allows what it allows around.
    if (seen.has(leaf.value)) return true;
    seen.add(leaf.value);
    return (
      allowsAll(omit(leaf.value, leading)) &&
      membersOf(leaf).every(([member, pointer]) => allowsEverything(nodes.nodeOf(member, pointer), seen))
    );
  });
}

const maps = ['properties', 'patternProperties'];
const lists = ['prefixItems'];
const single = ['additionalProperties', 'items'];

/** The keywords that lead to other schemas, which are read for themselves. */
const leading = new Set(['$ref', 'allOf', ...maps, ...lists, ...single]);

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
