import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { BodyNode, OpenapiDocument, OperationNode, ParameterNode, SchemaNode } from '#openapi/model.ts';
import { saysError } from '../../errors/bodies/error-bodies.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';

/** The schemas of a document's responses, as written. */
export interface SchemasOfResponses {
  /** All schemas of responses, except those of errors and of XML, where lists and links have other forms. */
  readonly answered: ReadonlySet<JsonObject>;
  /** The schemas of `_embedded` itself. */
  readonly embedded: ReadonlySet<JsonObject>;
  /** The schemas of the members of `_embedded`. */
  readonly inEmbedded: ReadonlySet<JsonObject>;
}

/** Finds the schemas of all responses, except those of errors and of XML. */
export const findSchemasOfResponses = oncePerDocument((document): SchemasOfResponses => {
  const bodies = document.operations
    .flatMap(({ responses }) => responses)
    .filter((response) => !saysError(response))
    .flatMap((response) => response.bodies);
  const starts = bodies.filter(({ isXml }) => !isXml).flatMap(valueOfSchema);
  const answered = collect(document, starts, schemasBelow);
  const ofEmbedded = [...answered].flatMap(({ properties }) =>
    isJsonObject(properties) && isJsonObject(properties['_embedded']) ? [properties['_embedded']] : [],
  );
  const embedded = collect(document, ofEmbedded, partsOf);
  return { answered, embedded, inEmbedded: collect(document, [...embedded].flatMap(membersOf), partsOf) };
});

/**
 * Whether callers send the values of a schema, in a request or in the response to a callback or a webhook. If the
 * schema required more, values that are valid now would be refused.
 */
export function isSent({ document, value }: SchemaNode): boolean {
  return findSentSchemas(document).has(value);
}

const findSentSchemas = oncePerDocument((document): ReadonlySet<JsonObject> => {
  const sent = document.operations.flatMap(({ parameters, requestBodies }) => [
    ...parameters,
    ...requestBodies,
  ]);
  const answered = operationsOfCallers(document).flatMap(({ responses }) => responses);
  const bodies = answered.flatMap((response) => response.bodies);
  return collect(document, [...sent, ...bodies].flatMap(valueOfSchema), schemasBelow);
});

/** Whether parameters use a schema and no body does, so that all its values are written as text. */
export function isOnlyOfParameters({ document, value }: SchemaNode): boolean {
  return findSchemasOfParameters(document).has(value);
}

const findSchemasOfParameters = oncePerDocument((document): ReadonlySet<JsonObject> => {
  const operations = [...document.operations, ...operationsOfCallers(document)];
  const parameters = operations.flatMap((operation) => operation.parameters);
  const bodies = operations.flatMap(({ requestBodies, responses }) => [
    ...requestBodies,
    ...responses.flatMap((response) => response.bodies),
  ]);
  const inJson = [...bodies, ...parameters.filter(isInJson)].flatMap(valueOfSchema);
  const others = collect(document, inJson, schemasBelow);
  const ofParameters = collect(document, parameters.flatMap(valueOfSchema), schemasBelow);
  return new Set([...ofParameters].filter((schema) => !others.has(schema)));
});

/** Whether the values of a parameter are serialised as JSON. */
function isInJson({ serialisation }: ParameterNode): boolean {
  return serialisation.style === 'json';
}

/** The operations that callers of the API implement: webhooks and callbacks. */
function operationsOfCallers({ operations, webhooks }: OpenapiDocument): readonly OperationNode[] {
  const called = operations.flatMap(({ callbacks }) => callbacks.flatMap(([, paths]) => paths));
  return [...webhooks, ...called].flatMap((path) => path.operations);
}

function valueOfSchema({ schema }: BodyNode | ParameterNode): readonly JsonObject[] {
  return schema ? [schema.value] : [];
}

/** All schemas that can be reached from `starts` by `below`, as written and with references resolved. */
function collect(
  document: OpenapiDocument,
  starts: readonly Json[],
  below: (schema: JsonObject) => readonly (Json | undefined)[],
): ReadonlySet<JsonObject> {
  const found = new Set<JsonObject>();
  const rest: (Json | undefined)[] = [...starts];
  while (rest.length > 0) {
    const next = rest.pop();
    if (Array.isArray(next)) rest.push(...(next as readonly Json[]));
    const schema = isJsonObject(next)
      ? document.resolve({ value: next, valuePath: undefined })?.value
      : undefined;
    if (!schema || found.has(schema)) continue;
    found.add(schema);
    rest.push(...below(schema));
  }
  return found;
}

function partsOf({ allOf }: JsonObject): readonly (Json | undefined)[] {
  return [allOf];
}

function membersOf({ properties, patternProperties }: JsonObject): readonly Json[] {
  return [properties, patternProperties].flatMap((held) => (isJsonObject(held) ? Object.values(held) : []));
}

/** The direct subschemas of a schema, single ones and those in lists. */
function schemasBelow(schema: JsonObject): readonly (Json | undefined)[] {
  const { items, prefixItems, additionalProperties, allOf, oneOf, anyOf, not } = schema;
  const conditional = [schema['if'], schema['then'], schema['else']];
  return [
    ...membersOf(schema),
    items,
    prefixItems,
    additionalProperties,
    allOf,
    oneOf,
    anyOf,
    not,
    ...conditional,
  ];
}
