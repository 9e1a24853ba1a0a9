import type { Located } from './flat-schema.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Converts a choice between bare types to a list of types. */
export function listOfTypes(alternatives: readonly SchemaNode[], pointer: string): Located | undefined {
  const types = alternatives.flatMap(({ parts: [part, ...others] }) => {
    const isUndescribed = part && others.length === 0 && Object.keys(part.value).join(' ') === 'type';
    return isUndescribed ? [part.value['type'] ?? []] : [];
  });
  if (types.length < alternatives.length) return undefined;
  return { value: { type: types.flat() }, pointer };
}
