import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { memberShape } from '#openapi/grammar.ts';
import { appendPointer } from '#source/place.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/**
 * The components whose names OpenAPI 3 does not allow (Components Object). They are checked apart from the structure, so
 * that what they contain is checked too.
 */
export function findMisnamedComponents({ components }: JsonObject): readonly StructuralError[] {
  if (!isJsonObject(components)) return [];
  return Object.entries(components).flatMap(([section, members]) => {
    if (!isJsonObject(members) || memberShape('Components', section)?.as !== 'map') return [];
    return (
      Object.keys(members)
        // A reference in place of a map is an error of another kind.
        .filter((name) => name !== '$ref' && !/^[\w.-]+$/.test(name))
        .map((propertyName) => ({
          instancePath: appendPointer('/components', section),
          keyword: 'propertyNames',
          params: { propertyName },
        }))
    );
  });
}
