import fc from 'fast-check';
import type { Json, JsonObject } from '#compiled/json.ts';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** An object without the members that are undefined. */
function compact(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return JSON.parse(JSON.stringify(members)) as JsonObject;
}

const leafSchemas: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      minLength: optional(fc.integer({ min: 0, max: 3 })),
      format: optional(fc.constantFrom('date', 'uuid')),
    })
    .map((rest) => compact({ type: 'string', ...rest })),
  fc
    .record({ minimum: optional(fc.integer({ min: 0, max: 3 })), nullable: optional(fc.boolean()) })
    .map((rest) => compact({ type: 'integer', ...rest })),
  fc
    .subarray(['small', 'large', 'huge'], { minLength: 1 })
    .map((values): JsonObject => ({ type: 'string', enum: values })),
);

const propertyNames = ['name', 'age', 'size'];

const objectSchemas: fc.Arbitrary<JsonObject> = fc
  .record({
    properties: fc.record({ name: leafSchemas, age: leafSchemas, size: leafSchemas }),
    required: fc.subarray(propertyNames),
    description: optional(fc.constantFrom('A dog.', 'A small dog.')),
    additionalProperties: optional(fc.boolean()),
  })
  .map(({ required, ...rest }) =>
    compact({ type: 'object', ...rest, required: required.length > 0 ? required : undefined }),
  );

/** NewDog, Dog (everything of NewDog, and more) and Error. */
const schemas: fc.Arbitrary<JsonObject> = fc
  .record({ newDog: objectSchemas, more: objectSchemas, isRecursive: fc.boolean() })
  .map(({ newDog, more, isRecursive }) => ({
    NewDog: newDog,
    Dog: {
      allOf: [
        reference('NewDog'),
        more,
        ...(isRecursive
          ? [{ type: 'object', properties: { puppies: { type: 'array', items: reference('Dog') } } }]
          : []),
      ],
    },
    Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  }));

const queryParameters = (schema: JsonObject): readonly JsonObject[] => [
  { name: 'breed', in: 'query', schema },
  { $ref: '#/components/parameters/Limit' },
  { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
];

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const failure: JsonObject = { description: 'It failed.', content: json(reference('Error')) };

const operations: fc.Arbitrary<JsonObject> = fc
  .record({
    parameters: leafSchemas.chain((schema) => fc.subarray([...queryParameters(schema)])),
    tags: fc.subarray(['dogs', 'parks', 'people']),
    schema: fc.constantFrom('Dog', 'NewDog'),
    statuses: fc.subarray(['400', '404']),
    scopes: optional(fc.subarray(['dogs:read', 'dogs:write'], { minLength: 1 })),
    deprecated: optional(fc.constant(true)),
  })
  .map(({ parameters, tags, schema, statuses, scopes, deprecated }) =>
    compact({
      tags,
      parameters,
      deprecated,
      ...(scopes && { security: [{ gateway: scopes }] }),
      responses: {
        '200': { description: 'Done.', content: json(reference(schema)) },
        ...Object.fromEntries(statuses.map((status) => [status, failure])),
      },
    }),
  );

const writes: fc.Arbitrary<JsonObject> = fc.tuple(operations, fc.boolean()).map(([operation, required]) => ({
  ...operation,
  requestBody: { required, content: json(reference('NewDog')) },
}));

const dogId: JsonObject = { name: 'dogId', in: 'path', required: true, schema: { type: 'string' } };

/**
 * An OpenAPI document with parameters, bodies and components, some of which refer to themselves. It always has `GET
 * /dogs`, and the scopes `dogs:read` and `dogs:write`, which `GET /parks` requires.
 */
export const definitions: fc.Arbitrary<JsonObject> = fc
  .record({
    list: operations,
    create: optional(writes),
    show: optional(operations),
    replace: optional(writes),
    schemas,
    maximum: fc.integer({ min: 10, max: 12 }),
    title: fc.constantFrom('Dogs', 'All dogs'),
  })
  .map(({ list, create, show, replace, schemas: declared, maximum, title }) =>
    compact({
      openapi: '3.0.3',
      info: { title, version: '1' },
      paths: {
        '/dogs': compact({ get: list, post: create }),
        '/parks': {
          get: {
            security: [{ gateway: ['dogs:read', 'dogs:write'] }],
            responses: { '200': { description: 'The parks.' } },
          },
        },
        ...((show ?? replace) && {
          '/dogs/{dogId}': compact({ parameters: [dogId], get: show, put: replace }),
        }),
      },
      components: {
        parameters: {
          Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum } },
        },
        schemas: declared,
        securitySchemes: { gateway: scheme },
      },
    }),
  );

const scheme: JsonObject = {
  type: 'oauth2',
  flows: {
    clientCredentials: {
      tokenUrl: 'https://gateway.example.edu/token',
      scopes: { 'dogs:read': 'See dogs.', 'dogs:write': 'Change dogs.' },
    },
  },
};
