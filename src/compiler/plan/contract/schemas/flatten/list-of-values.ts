import type { Json } from '#compiled/json.ts';
import type { Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { isDocumentation } from '../schema-keywords.ts';

/** Converts a choice between listed values, such as one of `const` with a title each, to a list of values. */
export function listOfValues(
  alternatives: readonly SchemaNode[],
  keyword: 'oneOf' | 'anyOf',
  pointer: string,
  nodes: Pick<NodeSource, 'leaves'>,
): Located | undefined {
  const values = new Map<string, Json>();
  for (const alternative of alternatives) {
    const own = valuesAlone(alternative, nodes);
    // A value that fits two alternatives of oneOf is refused.
    if (!own || (keyword === 'oneOf' && [...own.keys()].some((key) => values.has(key)))) return undefined;
    for (const [key, value] of own) values.set(key, value);
  }
  // An empty list would have no effect.
  return values.size > 0 ? { value: { enum: [...values.values()] }, pointer } : undefined;
}

/** The values of a schema that says nothing else, itself or in schemas that it includes. */
function valuesAlone(
  node: SchemaNode,
  nodes: Pick<NodeSource, 'leaves'>,
): ReadonlyMap<string, Json> | undefined {
  return nodes.leaves(node.parts).every(isBare) ? node.flat.values : undefined;
}

function isBare({ value }: Located): boolean {
  return Object.keys(value).every((keyword) => bareKeywords.has(keyword) || isPlainDocumentation(keyword));
}

function isPlainDocumentation(keyword: string): boolean {
  return isDocumentation(keyword) && keyword !== 'x-extensible-enum';
}

const bareKeywords = new Set(['const', 'enum', 'type', '$ref', 'allOf']);
