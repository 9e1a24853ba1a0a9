import { isJsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, SchemaNode } from '../facts/flat-schema.ts';
import type { SchemaFacts } from '../facts/schema-fact.ts';

/** Compares the schemas that a `$dynamicRef` may resolve to, for responses only: requests are not checked for them. */
export function reportDynamicSchemas(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  if (facts.direction === 'request') return;
  const [before, after] = [boundSchemas(base), boundSchemas(head)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old && now) facts.compare(`/$dynamicAnchor/${name}`, old, now);
    else {
      const what = old ? 'was removed' : 'was added';
      facts.report('constraint-changed', { part: `$dynamicAnchor ${name}`, of: name, what });
    }
  }
}

/**
 * The schemas in `$defs` with a `$dynamicAnchor`, by its name; of several with one name, the outermost counts (JSON
 * Schema 2020-12, section 8.2.3.2).
 */
function boundSchemas({ leaves, nodes }: FlatSchema): ReadonlyMap<string, SchemaNode> {
  const found = leaves.flatMap(({ value: { $defs: definitions }, pointer }) =>
    Object.entries(isJsonObject(definitions) ? definitions : {}).flatMap(([key, schema]) => {
      const name = isJsonObject(schema) ? schema['$dynamicAnchor'] : undefined;
      if (typeof name !== 'string') return [];
      return [[name, nodes.nodeOf(schema, appendPointer(pointer, '$defs', key))] as const];
    }),
  );
  return new Map(found.toReversed());
}
