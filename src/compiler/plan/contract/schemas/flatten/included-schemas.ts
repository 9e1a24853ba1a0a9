import { isJsonObject, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import type { OpenapiDocument } from '../../../../../openapi/model.ts';

/** A schema with all that its references, its `allOf` and its alternatives lead to. */
export type IncludedSchemas = (schema: JsonObject) => ReadonlySet<JsonObject>;

/** Makes that function for one document, which collects the schemas of each once. */
export function includedSchemasIn(document: OpenapiDocument): IncludedSchemas {
  const known = new WeakMap<JsonObject, ReadonlySet<JsonObject>>();
  return (schema) => {
    const found = known.get(schema) ?? collect(schema, document);
    known.set(schema, found);
    return found;
  };
}

function collect(schema: JsonObject, { references }: OpenapiDocument): ReadonlySet<JsonObject> {
  const found = new Set([schema]);
  for (const { $ref: reference, allOf, oneOf, anyOf } of found) {
    const target = typeof reference === 'string' ? references.target(reference)?.value : undefined;
    for (const part of [target ?? [], allOf ?? [], oneOf ?? [], anyOf ?? []].flat() as readonly Json[])
      if (isJsonObject(part)) found.add(part);
  }
  return found;
}
