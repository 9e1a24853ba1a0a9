import { isJsonObject, omit, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import type { NodeSource, SchemaNode } from '../flat-schema.ts';
import { allowsAll } from '../schema-keywords.ts';

/** Whether it is plain that a schema allows every value. */
export function isAnything({ parts }: SchemaNode): boolean {
  return parts.every(({ value }) => allowsAll(value));
}

/** Whether a schema allows every value, though it describes properties or items: all of these may be anything too. */
export function allowsEverything(
  { parts }: SchemaNode,
  nodes: Pick<NodeSource, 'leaves' | 'nodeOf'>,
  known = new Set<JsonObject>(),
): boolean {
  return nodes.leaves(parts).every(({ value, pointer }) => {
    // A schema within itself allows what it allows around.
    if (known.has(value)) return true;
    known.add(value);
    return (
      allowsAll(omit(value, leading)) &&
      membersOf(value).every((member) => allowsEverything(nodes.nodeOf(member, pointer), nodes, known))
    );
  });
}

/** The keywords that lead to other schemas, which are read for themselves. */
const leading = new Set([
  '$ref',
  'allOf',
  'properties',
  'patternProperties',
  'additionalProperties',
  'prefixItems',
  'items',
]);

function membersOf(schema: JsonObject): readonly Json[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  return [
    ...[properties, patternProperties].flatMap((map) => (isJsonObject(map) ? Object.values(map) : [])),
    ...(Array.isArray(prefixItems) ? (prefixItems as readonly Json[]) : []),
    ...[additionalProperties, items].filter((one) => one !== undefined).flat(),
  ];
}
