import { isJsonObject, type Json } from '#compiled/json.ts';
import type { Discriminator } from '../flat-schema.ts';

/** Reads a Discriminator Object, or the property that OpenAPI 2.0 names in its place. */
export function readDiscriminator(value: Json | undefined): Discriminator | undefined {
  if (typeof value === 'string') return { property: value, values: new Map(), allValues: new Map() };
  if (!isJsonObject(value) || typeof value['propertyName'] !== 'string') return undefined;
  const mapping = isJsonObject(value['mapping']) ? value['mapping'] : {};
  const mapped = Object.entries(mapping).flatMap(([name, target]) =>
    typeof target === 'string' ? [[pointerOfTarget(target), name] as const] : [],
  );
  const values = new Map(mapped.toReversed());
  const allValues = new Map(
    [...values.keys()].map((pointer) => [
      pointer,
      mapped.flatMap(([at, name]) => (at === pointer ? name : [])),
    ]),
  );
  return { property: value['propertyName'], values, allValues };
}

/** A mapping leads to a schema by a reference or by the name of a component (OpenAPI 3.0.4, section 4.7.25). */
function pointerOfTarget(target: string): string {
  return target.startsWith('#') ? target.slice(1) : `/components/schemas/${target}`;
}
