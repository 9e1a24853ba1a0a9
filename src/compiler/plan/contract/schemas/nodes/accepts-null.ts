import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { addsNull, listsNull } from '../../keywords/types.ts';

/** Whether a schema of one document accepts null. */
export type AcceptsNull = (schema: Json | undefined) => boolean;

/** How many schemas within each other are read; deeper ones count as accepting null. */
const maxDepth = 300;

/** Makes that function, which evaluates each schema once. */
export function acceptsNullIn(document: OpenapiDocument): AcceptsNull {
  const known = new WeakMap<JsonObject, boolean>();
  let depth = 0;
  const accepts: AcceptsNull = (schema) => {
    if (!isJsonObject(schema)) return schema !== false;
    const found = known.get(schema);
    if (found !== undefined) return found;
    if (depth >= maxDepth) return true;
    // A schema that leads back to itself adds nothing.
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
  // Up to OpenAPI 3.0 the keyword adds null to all that is next to it.
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
