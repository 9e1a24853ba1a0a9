import { type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { checkOfSchema } from '#runtime/gateway/validation/parameters/value-check.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { splitPointer } from '#source/place.ts';
import type { Direction } from './complete-document.ts';

export type Accepts = (value: Json) => boolean;

/**
 * What the gateway checks in the body of a document that has one operation; without its limit of time, which it has for
 * schemas that contain themselves.
 */
export function gatewayAccepts(document: JsonObject, direction: Direction): Accepts {
  const bag = new SchemaBag(openDocument(document), direction);
  const schema = bag.normalise(bodySchemaIn(document, direction));
  if (bag.mayMatchSlowly(schema)) {
    const validate = bag.compile(schema);
    return (value) => validate(value);
  }
  const check = checkOfSchema(schema, bag);
  return (value) => check?.(value, 0) === undefined;
}

const bodies = {
  request: '/paths/~1dogs~1{id}/put/requestBody/content/application~1json/schema',
  response: '/paths/~1dogs~1{id}/get/responses/200/content/application~1json/schema',
};

function bodySchemaIn(document: JsonObject, direction: Direction): Json | undefined {
  return valueAt(document, splitPointer(bodies[direction]));
}
