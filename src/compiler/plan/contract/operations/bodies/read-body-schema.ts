import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { BodyNode, ParameterNode } from '#openapi/model.ts';
import { pointerOf } from '#openapi/value-path.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import type { Located, SchemaNode } from '../../keywords/facts/flat-schema.ts';

/** The schema of a body: of a form its fields, of a sequence the list of its items (OpenAPI 3.2, section 4.14.1). */
export function readBodySchema(body: BodyNode, { nodes }: ContractSide): SchemaNode {
  const { swaggerFields, writtenSchema, itemSchema } = body;
  if (swaggerFields) return nodes.nodeOf(formSchema(swaggerFields), body.pointer);
  const written = nodes.nodeOf(writtenSchema, pointerOf(body.schemaPath));
  if (itemSchema === undefined || isIdle(body)) return written;
  // The changes of a schema are located where it is read first.
  nodes.nodeOf(itemSchema, body.pointerTo('itemSchema'));
  const list = listOf(itemSchema, body);
  const { types } = written.flat;
  if (types.has('array')) return nodes.joined([...written.parts, list]);
  // A sequence that is also called a text is described by its items.
  return types.has('object') ? written : nodes.joined([list]);
}

function listOf(items: Json, body: BodyNode): Located {
  return { value: { type: 'array', items }, pointer: body.pointerTo('itemSchema') };
}

/** JSON is one value, whatever is said of items. */
function isIdle({ isJson, writtenSchema }: BodyNode): boolean {
  return isJson && writtenSchema !== undefined;
}

/** The schema of items that a body cannot have. */
export function idleItemSchema(body: BodyNode): JsonObject {
  const { itemSchema } = body;
  return itemSchema !== undefined && isIdle(body) ? { itemSchema } : {};
}

/** The fields of a form of OpenAPI 2.0 as an object schema of OpenAPI 3. */
function formSchema(fields: readonly ParameterNode[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

function propertyOf({ written: { schema }, documentation }: ParameterNode): JsonObject {
  return { ...(isJsonObject(schema) && schema), ...documentation };
}
