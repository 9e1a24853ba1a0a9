import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import type { OperationAdditions } from '#runtime/observation/additions.ts';
import type { NullStyle, SeenValues } from '#runtime/observation/seen-values.ts';

type Bodies = ReadonlyMap<string, SeenValues>;

/** How a version of OpenAPI writes what was seen. */
export interface Dialect {
  readonly isSwagger: boolean;
  readonly nulls: NullStyle;
  /** The bodies of OpenAPI 3 by their media types. */
  readonly contentOf: (bodies: Bodies) => JsonObject;
  /** The schema of all bodies, for Swagger 2.0. */
  readonly schemaOf: (bodies: Bodies) => JsonObject;
  readonly bodyParameter: (bodies: Bodies) => JsonObject;
  readonly responseOf: (description: string | undefined, bodies: Bodies) => JsonObject;
}

export function dialectOf({ isSwagger, mergesSiblings }: OpenapiDocument): Dialect {
  const nulls = mergesSiblings ? 'type' : isSwagger ? 'none' : 'nullable';
  const contentOf = (bodies: Bodies): JsonObject =>
    Object.fromEntries([...bodies].map(([type, values]) => [type, { schema: values.toSchema(nulls) }]));
  const schemaOf = (bodies: Bodies): JsonObject => [...bodies.values()][0]?.toSchema(nulls) ?? {};
  return {
    isSwagger,
    nulls,
    contentOf,
    schemaOf,
    bodyParameter: (bodies) => ({
      name: 'body',
      in: 'body',
      schema: schemaOf(bodies),
    }),
    responseOf: (description = 'Observed', bodies) => {
      if (bodies.size === 0) return { description };
      return {
        description,
        ...(isSwagger ? { schema: schemaOf(bodies) } : { content: contentOf(bodies) }),
      };
    },
  };
}

/** The parameters that were sent without being declared. */
export function parametersOf(
  { query, headers }: OperationAdditions,
  dialect: Dialect,
): readonly JsonObject[] {
  const inLocation = (location: 'query' | 'header', seen: ReadonlyMap<string, SeenValues>) =>
    [...seen].map(([name, values]) => parameter(name, location, values.toTextSchema(), dialect));
  return [...inLocation('query', query), ...inLocation('header', headers)];
}

function parameter(name: string, location: string, schema: JsonObject, { isSwagger }: Dialect): JsonObject {
  const required = location === 'path' && { required: true };
  return { name, in: location, ...required, ...(isSwagger ? schema : { schema }) };
}

/** A whole operation of which nothing is declared; what it is for is left to its owner. */
export function describeOperation(added: OperationAdditions, dialect: Dialect): JsonObject {
  const { template, requestBodies, responses } = added;
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const path = names.map((name) => parameter(name, 'path', { type: 'string' }, dialect));
  const body = dialect.isSwagger && requestBodies.size > 0 ? [dialect.bodyParameter(requestBodies)] : [];
  const parameters = [...path, ...parametersOf(added, dialect), ...body];
  const answers = [...responses].map(
    ([status, bodies]) => [status, dialect.responseOf(STATUS_CODES[status], bodies)] as const,
  );
  return {
    summary: 'Observed, and not described yet',
    ...(dialect.isSwagger && typesOf(added)),
    ...(parameters.length > 0 && { parameters }),
    ...(!dialect.isSwagger &&
      requestBodies.size > 0 && { requestBody: { content: dialect.contentOf(requestBodies) } }),
    responses: Object.fromEntries(answers),
  };
}

function typesOf({ requestBodies, responses }: OperationAdditions): JsonObject {
  const consumes = [...requestBodies.keys()];
  const produces = [...new Set([...responses.values()].flatMap((bodies) => [...bodies.keys()]))];
  return { ...(consumes.length > 0 && { consumes }), ...(produces.length > 0 && { produces }) };
}
