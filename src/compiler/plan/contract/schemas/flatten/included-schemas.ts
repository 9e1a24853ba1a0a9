import { isJsonObject, type Json, type JsonObject } from '../../../../../compiled/json.ts';
import type { OpenapiDocument } from '../../../../../openapi/model.ts';

/** A schema with all that its references, its `allOf` and its alternatives lead to. */
export type IncludedSchemas = (schema: JsonObject) => ReadonlySet<JsonObject>;

/** Makes that function for one document, which collects the schemas of each once; of conditions as well, if asked to. */
export function includedSchemasIn(document: OpenapiDocument, hasConditions = false): IncludedSchemas {
  const known = new WeakMap<JsonObject, ReadonlySet<JsonObject>>();
  return (schema) => {
    const found = known.get(schema) ?? collect(schema, document, hasConditions);
    known.set(schema, found);
    return found;
  };
}

function collect(
  schema: JsonObject,
  { references }: OpenapiDocument,
  hasConditions: boolean,
): ReadonlySet<JsonObject> {
  const found = new Set([schema]);
  for (const one of found) {
    const { $ref: reference, allOf, oneOf, anyOf } = one;
    const target = typeof reference === 'string' ? references.target(reference)?.value : undefined;
    const parts = [target, allOf, oneOf, anyOf, ...(hasConditions ? conditionsIn(one) : [])];
    for (const part of parts.flatMap((value) => value ?? []) as readonly Json[])
      if (isJsonObject(part)) found.add(part);
  }
  return found;
}

function conditionsIn({ if: test, then: branch, else: other, dependentSchemas: all }: JsonObject) {
  return [test, branch, other, ...(isJsonObject(all) ? Object.values(all) : [])];
}
