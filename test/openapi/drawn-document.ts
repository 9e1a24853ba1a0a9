import fc from 'fast-check';
import type { Json, JsonObject } from '#compiled/json.ts';

const names = fc.constantFrom(
  'id',
  'X-Tenant',
  'x-tenant',
  'limit',
  'Accept',
  'authorization',
  'sort',
  'filter',
);
const mediaTypes = fc.constantFrom(
  'application/json',
  'Application/HAL+JSON; charset=utf-8',
  'text/*',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
);
const schemas: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { type: 'string' },
  { type: 'array', items: { type: 'integer' } },
  { type: 'object', properties: { a: { type: 'string' } } },
  { $ref: '#/components/schemas/Dog' },
);
const flag = fc.option(fc.boolean(), { nil: undefined });

function defined(value: Readonly<Record<string, Json | undefined>>): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

const parameter: fc.Arbitrary<JsonObject> = fc
  .record({
    name: names,
    in: fc.constantFrom('path', 'query', 'header', 'cookie'),
    required: flag,
    style: fc.constantFrom(undefined, 'form', 'simple', 'label', 'spaceDelimited', 'deepObject'),
    explode: flag,
    schema: schemas,
    content: fc.constantFrom<Json | undefined>(undefined, undefined, { 'application/json': { schema: {} } }),
  })
  .map(({ content, schema, style, explode, ...others }) =>
    defined(content ? { ...others, content } : { ...others, schema, style, explode }),
  );

const swaggerParameter: fc.Arbitrary<JsonObject> = fc
  .record({
    name: names,
    in: fc.constantFrom('path', 'query', 'header', 'formData'),
    required: flag,
    type: fc.constantFrom('string', 'array'),
    collectionFormat: fc.constantFrom(undefined, 'csv', 'ssv', 'tsv', 'pipes', 'multi'),
  })
  .map(defined);

const swaggerBody: fc.Arbitrary<JsonObject> = fc
  .record({ name: fc.constant('body'), in: fc.constant('body'), required: flag, schema: fc.constant({}) })
  .map(defined);

const content = fc
  .uniqueArray(mediaTypes, { maxLength: 3 })
  .map((types) => Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])));

const statuses = fc.constantFrom('200', '201', '4XX', 'default', 'x-note');

/** References into the components instead of some values. */
function orReference(value: fc.Arbitrary<JsonObject>, reference: string): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.constant({ $ref: reference }) },
  );
}

const requirements = fc.option(
  fc.array(
    fc.constantFrom<Json>({}, { key: [] }, { oauth: ['read'] }, { oauth: ['read', 'write'], key: [] }),
    {
      maxLength: 2,
    },
  ),
  { nil: undefined },
);

const responses = fc.dictionary(
  statuses,
  orReference(
    content.map((of) => ({ description: '', content: of })),
    '#/components/responses/Found',
  ),
  { maxKeys: 3 },
);

const operation: fc.Arbitrary<JsonObject> = fc
  .record({
    parameters: fc.array(orReference(parameter, '#/components/parameters/Tenant'), { maxLength: 4 }),
    requestBody: fc.option(
      orReference(fc.record({ required: fc.boolean(), content }), '#/components/requestBodies/Dog'),
      { nil: undefined },
    ),
    responses,
    security: requirements,
  })
  .map(defined);

const types = fc.option(fc.uniqueArray(mediaTypes, { maxLength: 2 }), { nil: undefined });

const swaggerOperation: fc.Arbitrary<JsonObject> = fc
  .record({
    parameters: fc.oneof(
      fc.array(swaggerParameter, { maxLength: 4 }),
      swaggerBody.map((body) => [body]),
    ),
    responses: fc.dictionary(
      statuses,
      fc.constantFrom<JsonObject>({ description: '' }, { description: '', schema: {} }),
      { maxKeys: 3 },
    ),
    security: requirements,
    consumes: types,
    produces: types,
  })
  .map(defined);

function pathItem(
  of: fc.Arbitrary<JsonObject>,
  parameters: fc.Arbitrary<JsonObject>,
): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      parameters: fc.option(fc.array(parameters, { maxLength: 3 }), { nil: undefined }),
      get: fc.option(of, { nil: undefined }),
      post: fc.option(of, { nil: undefined }),
      query: fc.option(of, { nil: undefined }),
    })
    .map(defined);
}

const templates = fc.constantFrom('/dogs', '/dogs/{id}', '/cats/{id}', 'x-paths');
const components: JsonObject = {
  schemas: { Dog: { type: 'object' } },
  parameters: { Tenant: { name: 'X-TENANT', in: 'header', required: true, schema: { type: 'string' } } },
  requestBodies: { Dog: { required: true, content: { 'application/json': { schema: {} } } } },
  responses: { Found: { description: '', content: { 'text/plain': {} } } },
};

const openapi3 = fc
  .record({
    openapi: fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
    paths: fc.dictionary(
      templates,
      fc
        .tuple(
          pathItem(operation, orReference(parameter, '#/components/parameters/Tenant')),
          fc.option(operation),
        )
        .map(([item, copy]) => (copy ? { ...item, additionalOperations: { COPY: copy, GET: copy } } : item)),
      { maxKeys: 3 },
    ),
    security: requirements,
    components: fc.constant(components),
  })
  .map(defined);

const openapi2 = fc
  .record({
    swagger: fc.constant('2.0'),
    paths: fc.dictionary(templates, pathItem(swaggerOperation, swaggerParameter), { maxKeys: 3 }),
    security: requirements,
    consumes: types,
    produces: types,
  })
  .map(defined);

/** Documents of every version of OpenAPI, with parameters at both levels, references and operations of any method. */
export const drawnDocument: fc.Arbitrary<JsonObject> = fc.oneof(openapi3, openapi2);
