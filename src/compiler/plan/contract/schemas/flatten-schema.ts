import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, NodeSource } from '../keywords/facts/flat-schema.ts';
import type { KeywordFamily, SchemasTogether } from '../keywords/keyword-family.ts';
import { familiesWith, keywordFamilies } from '../keywords/keywords.ts';
import { tightestOrigins } from '../keywords/limits.ts';
import { resolveChoices } from '../keywords/resolve-choices.ts';
import { allowsByItself } from '../keywords/fits-schema.ts';

const refining = familiesWith('refine');

/** Merges schemas that apply together into one, with the facts of all keyword families. */
export function flattenSchema(parts: readonly Located[], nodes: NodeSource): FlatSchema {
  const { leaves, choices } = resolveChoices(nodes.leaves(parts), nodes);
  const nullable = parts.every(({ value }) => nodes.acceptsNull(value));
  const facts: Record<string, unknown> = { nodes, leaves, nullable };
  for (const family of keywordFamilies)
    facts[family.name] = readFacts(family, { parts, leaves, choices, nodes });
  // Each family has added facts of its own type, which the names of the families do not express.
  const flat = facts as unknown as FlatSchema;
  for (const family of refining)
    facts[family.name] = family.refine?.(flat, (value) => allowsByItself(value, flat));
  facts['origins'] = findOrigins(flat);
  return flat;
}

function readFacts(family: KeywordFamily, schemas: SchemasTogether): unknown {
  if (family.readTogether) return family.readTogether(schemas);
  const { none } = family;
  let facts = none;
  for (const leaf of schemas.leaves) {
    const own = family.read?.(leaf);
    if (own !== none) facts = facts === none ? own : family.merge?.(facts, own);
  }
  return facts;
}

/** The pointers of the merged keywords; for a limit that several leaves have, that of the tightest. */
function findOrigins({ leaves, limits }: FlatSchema): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { value, pointer } of leaves.toReversed())
    for (const keyword of Object.keys(value)) origins.set(keyword, appendPointer(pointer, keyword));
  if (leaves.length === 1) return origins;
  for (const [keyword, { pointer }] of tightestOrigins(leaves, limits))
    origins.set(keyword, appendPointer(pointer, keyword));
  return origins;
}
