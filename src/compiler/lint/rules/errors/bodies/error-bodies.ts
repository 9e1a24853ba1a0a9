import type { JsonObject } from '#compiled/json.ts';
import type { BodyNode, ResponseNode, SchemaNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { lackingMessage } from './lacking-message.ts';

/**
 * Media types that define their own error bodies. Problem details (RFC 9457) are not among them, since the requirements
 * override them.
 */
const foreignFormat = /^application\/(scim|fhir|vnd\.api)\+json/i;

/**
 * The JSON error bodies of a definition's operations, each shared body once, without those of HEAD, which are never
 * sent.
 */
export const errorBodies = oncePerDocument(({ operations }): readonly BodyNode[] => {
  const bodies = operations
    .filter(({ method }) => method !== 'HEAD')
    .flatMap(({ responses }) => responses)
    .filter(saysError)
    .flatMap((response) => response.bodies)
    .filter(({ isJson, mediaType }) => isJson && !foreignFormat.test(mediaType));
  return [...new Map(bodies.toReversed().map((body) => [body.value, body])).values()].toReversed();
});

/**
 * Whether a response describes an error: by its status, or as a `default` next to a success response with another body.
 */
export function saysError(response: ResponseNode): boolean {
  if (response.status !== 'default') return response.isError;
  const successes = response.operation.responses.filter(({ isSuccess }) => isSuccess);
  return successes.length > 0 && !successes.some((success) => haveSameBodies(success, response));
}

function haveSameBodies(one: ResponseNode, other: ResponseNode): boolean {
  const schemas = new Set(one.bodies.map(({ schema }) => schema?.value));
  const isSame = ({ schema }: BodyNode) =>
    schema !== undefined &&
    (schemas.has(schema.value) || one.bodies.some((body) => body.schema && isCopy(schema, body.schema)));
  return other.bodies.length > 0 && other.bodies.every(isSame);
}

/** Schemas with fewer properties may be alike by chance: many responses have only `code` and `message`. */
const enoughNames = 3;

/** Whether two schemas have the same properties, and too many for a coincidence. */
function isCopy({ properties: own }: SchemaNode, { properties: others }: SchemaNode): boolean {
  return (
    own.size >= enoughNames && own.size === others.size && [...own.keys()].every((name) => others.has(name))
  );
}

/** Whether a schema is that of a whole body after success. */
export function isOfSuccess({ document, value }: SchemaNode): boolean {
  return schemasOfSuccess(document).has(value);
}

const schemasOfSuccess = oncePerDocument(({ operations }): ReadonlySet<JsonObject> => {
  const successes = operations.flatMap(({ responses }) => responses).filter(({ isSuccess }) => isSuccess);
  const bodies = successes.flatMap((response) => response.bodies);
  return new Set(bodies.flatMap(({ schema }) => (schema ? [schema.value] : [])));
});

/** Whether a body has a message, as the rules on its fields assume; another rule reports a body without one. */
export function hasMessage({ schema }: BodyNode): boolean {
  return !schema || lackingMessage(schema).length === 0;
}

/** Whether an example of an error has a message or errors. */
export function saysWhatIsWrong(example: JsonObject): boolean {
  return Object.hasOwn(example, 'message') || Object.hasOwn(example, 'errors');
}

/** The schemas of the error bodies that have a message or errors, and their alternatives, each once. */
export const errorSchemas = oncePerDocument((document): readonly SchemaNode[] => {
  const found = new Map<JsonObject, SchemaNode>();
  for (const body of errorBodies(document)) {
    if (body.schema && hasMessage(body)) collectShaped(body.schema, false, found, new Set());
  }
  return [...found.values()];
});

/** Collects the schemas that declare `message` or `errors`, and the alternatives of such schemas. */
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
