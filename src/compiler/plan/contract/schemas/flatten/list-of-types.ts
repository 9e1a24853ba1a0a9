import type { Json } from '../../../../../compiled/json.ts';
import type { Located, SchemaNode } from '../flat-schema.ts';
import { isDocumentation } from '../schema-keywords.ts';

/** Converts a choice between bare types to a list of types. */
export function listOfTypes(
  alternatives: readonly SchemaNode[],
  keyword: 'oneOf' | 'anyOf',
  pointer: string,
): Located | undefined {
  if (!alternatives.every(isBare)) return undefined;
  const types = alternatives.flatMap(({ parts: [part] }) => [part?.value['type'] ?? []].flat());
  // A value that fits two alternatives of oneOf is refused.
  if (keyword === 'oneOf' && hasOverlap(types)) return undefined;
  return { value: { type: types }, pointer };
}

function isBare({ parts: [part, ...others] }: SchemaNode): boolean {
  const { type, ...rest } = part?.value ?? {};
  return others.length === 0 && type !== undefined && Object.keys(rest).every(isDocumentation);
}

function hasOverlap(types: readonly Json[]): boolean {
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size < types.length;
}
