import type { Json, JsonObject } from '#compiled/json.ts';

const steps = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
]);

/** Whether a schema has more levels of properties and items than some, with all that it refers to. */
export function isDeeper(levels: number, value: Json | undefined, components: JsonObject): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { $ref: reference } = value as { $ref?: Json };
  const target = typeof reference === 'string' ? components[reference.split('/').at(-1) ?? ''] : undefined;
  return (
    isDeeper(levels - (target === undefined ? 0 : 0.5), target, components) ||
    Object.entries(value).some(([name, member]: [string, Json]) =>
      isDeeper(levels - (steps.has(name) ? 1 : 0), member, components),
    )
  );
}
