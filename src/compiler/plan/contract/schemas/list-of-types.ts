import type { Located } from './flat-schema.ts';
import type { SchemaNode } from './flat-schema.ts';

/** A choice between nothing but types is a list of these types. */
export function listOfTypes(alternatives: readonly SchemaNode[], pointer: string): Located | undefined {
  const types = alternatives.flatMap(({ parts: [part, ...others] }) => {
    const isBare = part && others.length === 0 && Object.keys(part.value).join(' ') === 'type';
    return isBare ? [part.value['type'] ?? []] : [];
  });
  if (types.length < alternatives.length) return undefined;
  return { value: { type: types.flat() }, pointer };
}
