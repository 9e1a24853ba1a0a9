import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { memberShape } from '#openapi/grammar.ts';
import { appendPointer } from '#source/place.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/**
 * Finds components whose names OpenAPI 3 does not allow (Components Object). This check is separate, so that the
 * contents of such components are also checked.
 */
export function findMisnamedComponents({ components }: JsonObject): readonly StructuralError[] {
  if (!isJsonObject(components)) return [];
  return Object.entries(components).flatMap(([section, members]) => {
    if (!isJsonObject(members) || memberShape('Components', section)?.as !== 'map') return [];
    return (
      Object.keys(members)
        // A reference in place of a map is reported as another error.
        .filter((name) => name !== '$ref' && !/^[\w.-]+$/.test(name))
        .map((propertyName) => ({
          instancePath: appendPointer('/components', section),
          keyword: 'propertyNames',
          params: { propertyName },
        }))
    );
  });
}
