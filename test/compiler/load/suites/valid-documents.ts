import {
  document,
  ok,
  swagger,
  swaggerOperation,
  withComponent,
  withOperation,
  withParameter,
  type Case,
} from './documents.ts';

const schema = { type: 'string' };
const content = { 'application/json': { schema } };

/** As the suites of the OpenAPI Specification, of swagger-parser and of openapi3-examples have them. */
export const validDocuments: readonly Case[] = [
  ['the least of 2.0', swagger({})],
  ['the least of 3.0', document('3.0.4', {})],
  ['only components', { openapi: '3.1.0', info: { title: 'a', version: '1' }, components: {} }],
  [
    'only webhooks',
    {
      openapi: '3.1.1',
      info: { title: 'a', version: '1' },
      webhooks: { a: { post: { requestBody: { content } } } },
    },
  ],
  [
    'info with a summary and an identifier of a licence',
    document('3.1.0', {
      info: { title: 'a', version: '1', summary: 'a', license: { name: 'MIT', identifier: 'MIT' } },
    }),
  ],
  ['a dialect', document('3.1.0', { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' })],
  [
    'a dialect of the document that is not known',
    document('3.1.0', { jsonSchemaDialect: 'https://example.edu/dialect' }),
  ],
  ['path items that are components', withComponent('3.1.0', 'pathItems', { get: { responses: ok } })],
  ['an operation without responses, since 3.1', document('3.1.0', { paths: { '/dogs': { get: {} } } })],
  ['a path without operations', document('3.1.0', { paths: { '/dogs': {} } })],
  [
    'a server with variables',
    document('3.1.0', {
      servers: [
        {
          url: 'https://{a}.example.edu',
          variables: { a: { default: 'a', enum: ['a'], description: 'A.' } },
        },
      ],
    }),
  ],
  [
    'a server of a link',
    withComponent('3.1.0', 'links', {
      operationRef: 'https://example.edu#/paths/~1a/get',
      server: { url: 'https://example.edu' },
    }),
  ],
  [
    'a reference with a summary',
    document('3.1.0', {
      components: {
        responses: {
          a: { $ref: '#/components/responses/b', summary: 'a', description: 'b' },
          b: { description: 'b' },
        },
      },
    }),
  ],
  ['schemas that are booleans', document('3.1.0', { components: { schemas: { a: true, b: false } } })],
  [
    'types in a list',
    withComponent('3.1.0', 'schemas', { type: ['string', 'null'], const: 'a', examples: ['a'] }),
  ],
  [
    'all of JSON Schema 2020-12',
    withComponent('3.1.0', 'schemas', {
      $id: 'https://example.edu/a',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $anchor: 'a',
      $dynamicAnchor: 'b',
      $comment: 'a',
      $defs: { a: {} },
      prefixItems: [{}],
      items: false,
      contains: {},
      minContains: 0,
      unevaluatedItems: false,
      patternProperties: { '^a': {} },
      dependentSchemas: { a: {} },
      dependentRequired: { a: ['b'] },
      propertyNames: {},
      if: {},
      else: {},
      contentEncoding: 'base64',
      contentSchema: {},
    }),
  ],
  [
    'words of one’s own in a schema',
    withComponent('3.1.0', 'schemas', { 'x-a': 1, nullable: true, unknown: 1 }),
  ],
  ['an unknown format', withComponent('3.0.0', 'schemas', { type: 'string', format: 'dog' })],
  ['mutual TLS', withComponent('3.1.0', 'securitySchemes', { type: 'mutualTLS' })],
  [
    'scopes of a scheme that has none, since 3.1',
    document('3.1.0', {
      security: [{ key: ['admin'] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'k' } } },
    }),
  ],
  [
    'bearer in any case',
    withComponent('3.0.0', 'securitySchemes', { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }),
  ],
  [
    'a header by reference in an encoding',
    document('3.0.0', {
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data': {
                  schema: { type: 'object' },
                  encoding: { a: { headers: { A: { $ref: '#/components/headers/A' } } } },
                },
              },
            },
            responses: ok,
          },
        },
      },
      components: { headers: { A: { schema } } },
    }),
  ],
  ['a parameter with content', withParameter('3.0.0', { name: 'a', in: 'query', content })],
  [
    'a deep object',
    withParameter('3.0.0', {
      name: 'a',
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object' },
    }),
  ],
  [
    'a callback',
    withOperation('3.0.0', { callbacks: { a: { '{$request.body#/url}': { post: { responses: ok } } } } }),
  ],
  [
    'references by an anchor and by an identifier',
    document('3.1.0', {
      components: {
        schemas: {
          Dog: { $anchor: 'dog', type: 'object' },
          Cat: { $id: 'https://example.edu/cat', type: 'object' },
          Pet: { oneOf: [{ $ref: '#dog' }, { $ref: 'https://example.edu/cat' }] },
        },
      },
    }),
  ],
  [
    'an extension of a callback in 3.1',
    withOperation('3.1.0', { callbacks: { a: { '/{$url}': { post: { responses: ok } }, 'x-a': 'b' } } }),
  ],
  [
    'an extension of a callback in 3.2',
    withOperation('3.2.0', { callbacks: { a: { '/{$url}': { post: { responses: ok } }, 'x-a': 'b' } } }),
  ],
  [
    'a range of statuses',
    withOperation('3.0.0', { responses: { '2XX': { description: 'a' }, default: { description: 'b' } } }),
  ],
  [
    'properties that are inherited and required',
    withComponent('3.0.0', 'schemas', {
      allOf: [
        { type: 'object', properties: { a: schema } },
        { type: 'object', required: ['a'] },
      ],
    }),
  ],
  [
    'required of a value that is not an object',
    withComponent('3.0.0', 'schemas', { type: 'string', required: ['a'] }),
  ],
  [
    '$self and a kind of tag',
    document('3.2.0', {
      $self: '/a',
      tags: [{ name: 'a', summary: 'A', parent: 'b', kind: 'nav' }, { name: 'b' }],
    }),
  ],
  [
    'the method QUERY and others',
    document('3.2.0', {
      paths: { '/a': { query: { responses: ok }, additionalOperations: { LINK: { responses: ok } } } },
    }),
  ],
  ['the whole query', withParameter('3.2.0', { name: 'a', in: 'querystring', content })],
  [
    'a stream of items',
    withOperation('3.2.0', {
      responses: { '200': { summary: 'a', content: { 'application/jsonl': { itemSchema: schema } } } },
    }),
  ],
  [
    'encodings by position',
    withOperation('3.2.0', {
      responses: {
        '200': {
          content: {
            'multipart/mixed': { prefixEncoding: [{}], itemEncoding: { contentType: 'text/plain' } },
          },
        },
      },
    }),
  ],
  [
    'media types that are components',
    document('3.2.0', {
      components: { mediaTypes: { a: { schema } } },
      paths: {
        '/a': {
          get: {
            responses: { '200': { content: { 'application/json': { $ref: '#/components/mediaTypes/a' } } } },
          },
        },
      },
    }),
  ],
  [
    'a device flow',
    withComponent('3.2.0', 'securitySchemes', {
      type: 'oauth2',
      deprecated: true,
      oauth2MetadataUrl: 'https://example.edu',
      flows: {
        deviceAuthorization: {
          deviceAuthorizationUrl: 'https://example.edu/d',
          tokenUrl: 'https://example.edu/t',
          scopes: {},
        },
      },
    }),
  ],
  [
    'an example by its data',
    withComponent('3.2.0', 'examples', { dataValue: { a: 1 }, serializedValue: '{"a":1}' }),
  ],
  [
    'a default mapping of a discriminator',
    withComponent('3.2.0', 'schemas', {
      oneOf: [{}],
      discriminator: { propertyName: 'a', defaultMapping: 'b' },
    }),
  ],
  [
    'a node type of XML',
    withComponent('3.2.0', 'schemas', { xml: { nodeType: 'cdata', namespace: 'urn:a' } }),
  ],
  [
    'a cookie in the style cookie',
    withParameter('3.2.0', { name: 'a', in: 'cookie', style: 'cookie', schema }),
  ],
  [
    'a file in a form',
    swaggerOperation({
      consumes: ['multipart/form-data'],
      parameters: [{ name: 'a', in: 'formData', type: 'file' }],
    }),
  ],
  [
    'a file in a form of a vendor',
    swaggerOperation({
      consumes: ['multipart/form-data; boundary=a'],
      parameters: [{ name: 'a', in: 'formData', type: 'file' }],
    }),
  ],
  ['allOf in 2.0', swagger({ definitions: { A: { allOf: [{ type: 'object' }] } } })],
];
