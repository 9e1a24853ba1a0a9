import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { addsNull, listsNull } from '../../keywords/types.ts';

/** Whether a schema of one document accepts null. */
export type AcceptsNull = (schema: Json | undefined) => boolean;

/** The maximum depth of nested schemas that is read; deeper schemas count as accepting null. */
const maxDepth = 300;

/** Returns that function for a document. It evaluates each schema once. */
export function acceptsNullIn(document: OpenapiDocument): AcceptsNull {
  const known = new WeakMap<JsonObject, boolean>();
  let depth = 0;
  const accepts: AcceptsNull = (schema) => {
    if (!isJsonObject(schema)) return schema !== false;
    const found = known.get(schema);
    if (found !== undefined) return found;
    if (depth >= maxDepth) return true;
    // A recursive reference adds no constraint.
    known.set(schema, true);
    depth += 1;
    const isAccepted = evaluate(schema, document, accepts);
    depth -= 1;
    known.set(schema, isAccepted);
    return isAccepted;
  };
  return accepts;
}

function evaluate(schema: JsonObject, document: OpenapiDocument, accepts: AcceptsNull): boolean {
  const { $ref: reference } = schema;
  const target = typeof reference === 'string' ? document.references.target(reference)?.value : undefined;
  if (typeof reference === 'string' && !document.mergesSiblings) return accepts(target);
  // Up to OpenAPI 3.0, `nullable` allows null in addition to what its sibling keywords allow.
  if (!document.mergesSiblings && addsNull(schema)) return true;
  return accepts(target) && listsNull(schema) && isAcceptedByParts(schema, accepts);
}

function isAcceptedByParts(schema: JsonObject, accepts: AcceptsNull): boolean {
  const { allOf, anyOf, oneOf, not, if: condition } = schema;
  if (Array.isArray(allOf) && !allOf.every(accepts)) return false;
  if (Array.isArray(anyOf) && !anyOf.some(accepts)) return false;
  if (Array.isArray(oneOf) && oneOf.filter(accepts).length !== 1) return false;
  if (not !== undefined && accepts(not)) return false;
  return condition === undefined || accepts(schema[accepts(condition) ? 'then' : 'else']);
}
