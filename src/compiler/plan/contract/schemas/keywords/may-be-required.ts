import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, SchemaNode } from '../flat-schema.ts';
import type { Direction } from '../schema-fact.ts';

/** How many conditions within each other are read; deeper ones count as asking for every property. */
const maxDepth = 30;

/** Whether objects need a property: always, or some of them by a condition. */
export function mayBeRequired(name: string, flat: FlatSchema, direction: Direction): boolean {
  return mayAsk({ flat }, { name, direction, seen: new Set() }, true, maxDepth);
}

interface Search {
  readonly name: string;
  readonly direction: Direction;
  /** The schemas that were read, each with whether a value has to fit it. */
  readonly seen: Set<string>;
}

/** Whether a schema may ask for a property: if it is refused, by what it refuses itself. */
function mayAsk(
  { flat }: Pick<SchemaNode, 'flat'>,
  search: Search,
  isAffirmed: boolean,
  depth: number,
): boolean {
  const { name, direction } = search;
  if (depth === 0) return true;
  if (isAffirmed && flat.required[direction].has(name)) return true;
  const conditions = [...flat.conditions.values()].flat();
  if (isAffirmed && conditions.some(({ value }) => asksWithOthers(value, name))) return true;
  const parts: readonly (readonly [SchemaNode, boolean])[] = [
    ...flat.choices.flatMap(({ alternatives }) => alternatives.map((one) => [one, isAffirmed] as const)),
    ...conditions.flatMap((one) => branchesOf(one, flat).map((branch) => [branch, isAffirmed] as const)),
    ...conditions.flatMap((one) => refusedBy(one, flat).map((refused) => [refused, !isAffirmed] as const)),
  ];
  return parts.some(([node, isAsked]) => {
    const key = `${node.id} ${isAsked}`;
    if (search.seen.has(key)) return false;
    search.seen.add(key);
    return mayAsk(node, search, isAsked, depth - 1);
  });
}

function asksWithOthers({ dependentRequired: all }: JsonObject, name: string): boolean {
  return (
    isJsonObject(all) && Object.values(all).some((names) => Array.isArray(names) && names.includes(name))
  );
}

/** The schemas that a value has to fit if a condition holds. */
function branchesOf({ value, pointer }: Located, { nodes }: FlatSchema): readonly SchemaNode[] {
  const { dependentSchemas: all } = value;
  const dependent: readonly [string, Json][] = isJsonObject(all) ? Object.entries(all) : [];
  return [
    ...['then', 'else']
      .filter((keyword) => keyword in value)
      .map((keyword) => nodes.nodeOf(value[keyword], appendPointer(pointer, keyword))),
    ...dependent.map(([of, one]) => nodes.nodeOf(one, appendPointer(pointer, 'dependentSchemas', of))),
  ];
}

function refusedBy({ value: { not }, pointer }: Located, { nodes }: FlatSchema): readonly SchemaNode[] {
  return not === undefined ? [] : [nodes.nodeOf(not, appendPointer(pointer, 'not'))];
}
