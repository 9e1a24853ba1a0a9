import { isJsonObject, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import type { FlatSchema, NodeSource } from '../flat-schema.ts';
import type { Direction } from '../schema-fact.ts';

/** How many conditions within each other, and their references, are read. */
const maxDepth = 8;

/** Whether objects need a property: always, or some of them by a condition. */
export function mayBeRequired(
  name: string,
  { required, conditions, nodes }: FlatSchema,
  direction: Direction,
): boolean {
  if (required[direction].has(name)) return true;
  const asks = asksFor(name, nodes);
  return [...conditions.values()].flat().some(({ value }) => asks(value, true, maxDepth));
}

type Asks = (schema: Json | undefined, isAffirmed: boolean, depth: number) => boolean;

/** Whether a schema may require a property of its value; one that is refused does so by what it refuses itself. */
function asksFor(name: string, nodes: Pick<NodeSource, 'nodeOf'>): Asks {
  const asks: Asks = (schema, isAffirmed, depth) => {
    if (!isJsonObject(schema) || depth === 0) return false;
    if (isAffirmed && listsOfNames(schema).some((names) => names.includes(name))) return true;
    const { $ref: reference, not } = schema;
    const target = typeof reference === 'string' ? nodes.nodeOf({ $ref: reference }, '').parts : [];
    return (
      asks(not, !isAffirmed, depth - 1) ||
      [...partsOf(schema), ...target.map(({ value }) => value)].some((one) =>
        asks(one, isAffirmed, depth - 1),
      )
    );
  };
  return asks;
}

function listsOfNames({ required, dependentRequired }: JsonObject): readonly (readonly Json[])[] {
  const lists = [required, ...Object.values(isJsonObject(dependentRequired) ? dependentRequired : {})];
  return lists.filter((list): list is readonly Json[] => Array.isArray(list));
}

/** The schemas that a value may have to fit together with one that has them in it. */
function partsOf(schema: JsonObject): readonly Json[] {
  const { dependentSchemas, allOf = [], anyOf = [], oneOf = [] } = schema;
  const branches = ['then', 'else'].flatMap((keyword) => schema[keyword] ?? []);
  return [...branches, dependentSchemas ? Object.values(dependentSchemas) : [], allOf, anyOf, oneOf].flat();
}
