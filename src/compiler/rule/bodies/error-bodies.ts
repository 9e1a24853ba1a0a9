import type { JsonObject } from '../../../compiled/json.ts';
import type { BodyNode, OpenapiDocument, ResponseNode, SchemaNode } from '../../../openapi/model.ts';
import { lackingMessage } from './lacking-message.ts';

/** Media types that lay down the body of an error themselves; a problem detail (RFC 9457) gives way to the requirements. */
const foreignFormat = /^application\/(scim|fhir|vnd\.api)\+json/i;

/** What the operations of a definition answer with in JSON where something is wrong; what they share comes once. */
export function errorBodies(document: OpenapiDocument): readonly BodyNode[] {
  const bodies = document.operations
    .flatMap(({ responses }) => responses)
    .filter(saysError)
    .flatMap((response) => response.bodies)
    .filter(({ isJson, mediaType }) => isJson && !foreignFormat.test(mediaType));
  return [...new Map(bodies.toReversed().map((body) => [body.value, body])).values()].toReversed();
}

/** The default stands for errors where a success is declared beside it. */
function saysError({ status, isError, operation }: ResponseNode): boolean {
  return isError || (status === 'default' && operation.responses.some(({ isSuccess }) => isSuccess));
}

/**
 * Whether a body is of the shape that the rules on its fields speak of: one without a message is wrong as a whole,
 * which its own rule reports.
 */
export function hasMessage({ schema }: BodyNode): boolean {
  return !schema || lackingMessage(schema).length === 0;
}

/** The schemas of the error bodies that have a message or errors, and their alternatives, each once. */
export function errorSchemas(document: OpenapiDocument): readonly SchemaNode[] {
  const found = new Map<JsonObject, SchemaNode>();
  for (const body of errorBodies(document)) {
    if (body.schema && hasMessage(body)) collectShaped(body.schema, false, found, new Set());
  }
  return [...found.values()];
}

/** What is left open is of no shape that can be spoken of, unless it is an alternative of something that is. */
function collectShaped(
  schema: SchemaNode,
  isPart: boolean,
  found: Map<JsonObject, SchemaNode>,
  seen: Set<JsonObject>,
): void {
  if (seen.has(schema.value)) return;
  seen.add(schema.value);
  const isShaped = isPart || schema.properties.has('message') || schema.properties.has('errors');
  if (isShaped) found.set(schema.value, schema);
  for (const one of schema.alternatives) collectShaped(one, isShaped, found, seen);
}
