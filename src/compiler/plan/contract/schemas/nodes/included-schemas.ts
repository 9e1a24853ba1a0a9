import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { allowsAll } from '../../keywords/facts/schema-keywords.ts';

/** A schema, and all schemas that its references, its `allOf` and its alternatives lead to. */
export type IncludedSchemas = (schema: JsonObject) => ReadonlySet<JsonObject>;

/** Returns that function for one document; results are cached. With `hasConditions`, it also follows conditions. */
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

/**
 * The schemas in `if`, `then`, `else` and `dependentSchemas`, which may apply to a value. Branches that are never
 * reached are omitted.
 */
export function conditionsIn(schema: JsonObject): readonly (Json | undefined)[] {
  const { if: test, then: branch, else: other, dependentSchemas: all } = schema;
  const branches = allowsAll(test) ? [test, branch] : test === false ? [other] : [test, branch, other];
  return [...(test === undefined ? [] : branches), ...(isJsonObject(all) ? Object.values(all) : [])];
}
