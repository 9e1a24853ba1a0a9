import type { Json } from '#compiled/json.ts';
import type { Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { isDocumentation } from '../schema-keywords.ts';

/** Converts a choice between bare types to a list of types. */
export function listOfTypes(
  alternatives: readonly SchemaNode[],
  keyword: 'oneOf' | 'anyOf',
  pointer: string,
  nodes: Pick<NodeSource, 'leaves'>,
): Located | undefined {
  const types: Json[] = [];
  for (const alternative of alternatives) {
    const own = typeAlone(alternative, nodes);
    if (own === undefined) return undefined;
    types.push(...[own].flat());
  }
  // A value that fits two alternatives of oneOf is refused.
  if (keyword === 'oneOf' && hasOverlap(types)) return undefined;
  return { value: { type: types }, pointer };
}

/** The type of a schema that says nothing else, itself or in one schema that it includes. */
function typeAlone({ parts }: SchemaNode, nodes: Pick<NodeSource, 'leaves'>): Json | undefined {
  if (!parts.every(isBare)) return undefined;
  const leaves = nodes.leaves(parts);
  const [type, ...others] = leaves.flatMap(({ value }) => value['type'] ?? []);
  const isOnlyOne = leaves.filter(({ value }) => 'type' in value).length === 1 && leaves.every(isBare);
  return isOnlyOne && type !== undefined ? [type, ...others] : undefined;
}

function isBare({ value }: Located): boolean {
  return Object.keys(value).every((keyword) => bareKeywords.has(keyword) || isDocumentation(keyword));
}

const bareKeywords = new Set(['type', '$ref', 'allOf']);

function hasOverlap(types: readonly Json[]): boolean {
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size < types.length;
}
