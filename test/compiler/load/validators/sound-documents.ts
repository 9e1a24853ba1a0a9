import type { OpenapiVersion } from '#openapi/plain-parts.ts';

export type Document = Readonly<Record<string, unknown>>;

/** The field with the version of a document. */
export const written = {
  '2.0': { swagger: '2.0' },
  '3.0': { openapi: '3.0.4' },
  '3.1': { openapi: '3.1.2' },
  '3.2': { openapi: '3.2.0' },
};

const responses = { '200': { description: 'ok', headers: { Age: { schema: { type: 'integer' } } } } };
const ok = { '200': { description: 'ok', headers: { Age: { type: 'integer' } } } };
const info = { title: 'Dogs', version: '1', contact: { name: 'A', email: 'a@example.edu' } };
const parameter = { name: 'id', in: 'path', required: true };
const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', enum: ['x'] } } };
/** A document of each line of OpenAPI in which nothing is wrong. */
export const soundDocuments: Readonly<Record<OpenapiVersion, Document>> = {
  '2.0': {
    ...written['2.0'],
    info,
    host: 'example.edu',
    paths: {
      '/dogs/{id}': {
        parameters: [{ ...parameter, type: 'string' }],
        get: { responses: { '200': { description: 'ok', schema: { $ref: '#/definitions/Dog' } } } },
        post: { parameters: [{ name: 'dog', in: 'body', schema }], responses: ok, tags: ['dogs'] },
      },
    },
    definitions: { Dog: schema },
    securityDefinitions: { key: { type: 'apiKey', name: 'k', in: 'header' } },
  },
  '3.0': {
    ...written['3.0'],
    info,
    servers: [{ url: 'https://example.edu' }],
    paths: {
      '/dogs/{id}': {
        parameters: [{ ...parameter, schema: { type: 'string' } }],
        get: {
          responses,
          security: [{ key: [] }],
          callbacks: { bark: { '{$url}': { get: { responses } } } },
        },
        post: { requestBody: { content: { 'application/json': { schema } } }, responses },
      },
    },
    components: {
      schemas: { Dog: schema, Cat: { allOf: [{ $ref: '#/components/schemas/Dog' }], nullable: true } },
      securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } },
    },
  },
  '3.1': {
    ...written['3.1'],
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    paths: {
      '/dogs/{id}': {
        parameters: [{ ...parameter, schema: { type: ['string', 'null'] } }],
        get: { responses, deprecated: true },
        post: { requestBody: { content: { 'application/json': { schema } } }, responses },
      },
    },
    webhooks: { born: { post: { responses } } },
    components: { schemas: { Dog: schema, Any: true }, pathItems: { Dogs: { get: { responses } } } },
  },
  '3.2': {
    ...written['3.2'],
    $self: 'https://example.edu/dogs.yaml',
    info,
    servers: [
      { url: 'https://{host}', name: 'one', variables: { host: { default: 'a', description: 'A' } } },
    ],
    tags: [{ name: 'dogs', kind: 'nav' }],
    paths: {
      '/dogs': {
        query: { requestBody: { content: { 'application/json': { schema } } }, responses },
        get: { responses: { '200': { content: { 'text/event-stream': { itemSchema: schema } } } } },
        additionalOperations: { COPY: { responses } },
      },
    },
    components: {
      schemas: {
        Dog: { ...schema, $id: 'dog', $anchor: 'dog', xml: { nodeType: 'element' } },
        Cat: { discriminator: { propertyName: 'kind', defaultMapping: 'Dog' }, oneOf: [true] },
      },
    },
  },
};
