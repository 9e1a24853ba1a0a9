import type { JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { oncePer } from '#compiler/rule/once-per.ts';

/** A schema that should have a `message`: of the body itself, or of the items of its `errors`. */
export interface LackingSchema {
  readonly schema: SchemaNode;
  readonly of: 'body' | 'errors';
}

/**
 * The schemas of an error body that have neither `message` nor `errors` with messages; of alternatives, only those
 * without messages. Accepts open schemas, such as free-form objects.
 */
export const lackingMessage = oncePer((schema: SchemaNode): readonly LackingSchema[] =>
  lackingIn(schema, 'body', new Set()),
);

/**
 * The schemas in `errors` that have no `message`: of the objects in an array, or of the one object that frameworks
 * generate.
 */
export function lackingInErrors(errors: SchemaNode, seen = new Set<JsonObject>()): readonly LackingSchema[] {
  if (!errors.isArray) return lackingIn(errors, 'errors', seen);
  return errors.items ? lackingIn(errors.items, 'errors', seen) : [];
}

function lackingIn(
  schema: SchemaNode,
  of: LackingSchema['of'],
  seen: Set<JsonObject>,
): readonly LackingSchema[] {
  if (seen.has(schema.value) || schema.properties.has('message')) return [];
  seen.add(schema.value);
  const errors = of === 'body' ? schema.properties.get('errors') : undefined;
  if (errors) return errors.schema ? lackingInErrors(errors.schema, seen) : [];
  const alternatives = schema.alternatives.filter((one) => !one.isOnly('null'));
  if (alternatives.length > 0 && alternatives.every(saysShape)) {
    return alternatives.flatMap((one) => lackingIn(one, of, seen));
  }
  return isClosed(schema) ? [{ schema, of }] : [];
}

/** Whether a schema describes the content of a body, and not only which fields are required. */
function saysShape(schema: SchemaNode): boolean {
  return schema.types.length > 0 || schema.properties.size > 0 || schema.alternatives.length > 0;
}

/**
 * Whether a schema declares its content, so that it does not have an undeclared message. A discriminator may add other
 * content.
 */
function isClosed(schema: SchemaNode): boolean {
  if (schema.properties.size > 0) return schema.keyword('discriminator') === undefined;
  return ['array', 'string', 'number', 'integer', 'boolean'].some((type) => schema.isOnly(type));
}
