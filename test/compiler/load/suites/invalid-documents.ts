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
const path = { name: 'id', in: 'path', required: true, schema };
const query = { name: 'q', in: 'query', schema };
const whole = { name: 'all', in: 'querystring', content: { 'application/json': {} } };
const body = { name: 'dog', in: 'body', schema: {} };
const otherBody = { name: 'cat', in: 'body', schema: {} };
const field = { name: 'file', in: 'formData', type: 'file' };
const example = (members: object): object => withComponent('3.2.0', 'examples', members);
const mediaType = (members: object): object =>
  withOperation('3.2.0', {
    responses: { '200': { description: 'ok', content: { 'multipart/mixed': members } } },
  });

/** As the suite of the OpenAPI Specification has them (`tests/schema/fail` of OAI/OpenAPI-Specification). */
export const invalidOfSpecification: readonly Case[] = [
  ['$self that is not a string', document('3.2.0', { $self: 1 })],
  ['$self with a fragment', document('3.2.0', { $self: 'https://example.edu/a#b' })],
  ['components that are a list', document('3.1.0', { components: [] })],
  [
    'sections of components that are texts',
    document('3.1.0', { components: { schemas: 'a', responses: 1 } }),
  ],
  ['a schema that is a text', withComponent('3.1.0', 'schemas', 'a')],
  ['a schema that is a list', withComponent('3.2.0', 'schemas', [])],
  [
    'a discriminator with an unknown field',
    withComponent('3.1.0', 'schemas', { discriminator: { propertyName: 'a', b: 1 } }),
  ],
  ['encoding next to itemEncoding', mediaType({ encoding: {}, itemEncoding: {} })],
  ['encoding next to prefixEncoding', mediaType({ encoding: {}, prefixEncoding: [] })],
  [
    'a nested encoding next to itemEncoding',
    mediaType({ encoding: { a: { encoding: {}, itemEncoding: {} } } }),
  ],
  ['example next to examples', withParameter('3.1.0', { ...query, example: 'a', examples: {} })],
  ['an example with value and externalValue', example({ value: 1, externalValue: 'https://example.edu' })],
  ['an example with value and dataValue', example({ value: 1, dataValue: 1 })],
  ['an example with value and serializedValue', example({ value: 1, serializedValue: '1' })],
  [
    'an example with two serialized values',
    example({ serializedValue: '1', externalValue: 'https://example.edu' }),
  ],
  ['allowReserved of a header', withComponent('3.2.0', 'headers', { schema, allowReserved: true })],
  ['the name of a header', withComponent('3.1.0', 'headers', { name: 'a', schema })],
  ['a licence without a name', document('3.1.0', { info: { title: 'a', version: '1', license: {} } })],
  [
    'a licence with identifier and url',
    document('3.1.0', {
      info: {
        title: 'a',
        version: '1',
        license: { name: 'a', identifier: 'MIT', url: 'https://example.edu' },
      },
    }),
  ],
  [
    'a contact with wrong types',
    document('3.1.0', { info: { title: 'a', version: '1', contact: { name: 1, url: [] } } }),
  ],
  ['no info', { openapi: '3.1.0', paths: {} }],
  ['info that is a text', document('3.1.0', { info: 'a' })],
  ['info without title and version', document('3.1.0', { info: {} })],
  ['info with wrong types', document('3.1.0', { info: { title: 1, version: '1' } })],
  ['an unknown section of components', document('3.1.0', { components: { schemata: {} } })],
  ['tags with wrong items', document('3.1.0', { tags: ['a'] })],
  ['tags that are an object', document('3.1.0', { tags: {} })],
  ['a schema with a wrong keyword', withComponent('3.1.0', 'schemas', { type: 'invalid' })],
  ['a security scheme without its fields', withComponent('3.1.0', 'securitySchemes', { type: 'http' })],
  ['a security scheme of an unknown type', withComponent('3.1.0', 'securitySchemes', { type: 'none' })],
  ['security that is an object', document('3.1.0', { security: {} })],
  ['security without lists', document('3.1.0', { security: [{ key: 'a' }] })],
  ['servers that are an object', document('3.1.0', { servers: {} })],
  ['a server without a URL', document('3.1.0', { servers: [{}] })],
  [
    'a server variable without values',
    document('3.1.0', { servers: [{ url: '/{a}', variables: { a: { default: 'a', enum: [] } } }] }),
  ],
  [
    'a default that is not among the values',
    document('3.1.0', { servers: [{ url: '/{a}', variables: { a: { default: 'a', enum: ['b'] } } }] }),
  ],
  ['jsonSchemaDialect that is not a string', document('3.1.0', { jsonSchemaDialect: 1 })],
  ['jsonSchemaDialect that is not a URI', document('3.1.0', { jsonSchemaDialect: 'a b' })],
  ['a body of a link', withComponent('3.1.0', 'links', { operationId: 'a', body: 1 })],
  ['no paths, components or webhooks', { openapi: '3.1.0', info: { title: 'a', version: '1' } }],
  ['no paths in 3.0', { openapi: '3.0.0', info: { title: 'a', version: '1' } }],
  ['a root that is a list', []],
  ['an openapi that is a number', { openapi: 3.1, info: { title: 'a', version: '1' }, paths: {} }],
  ['an openapi of another form', { openapi: 'x.y.z', info: { title: 'a', version: '1' }, paths: {} }],
  ['a query parameter next to the whole query', withOperation('3.2.0', { parameters: [query, whole] })],
  ['the whole query twice', withOperation('3.2.0', { parameters: [whole, { ...whole, name: 'b' }] })],
  ['the whole query with a schema', withParameter('3.2.0', { name: 'all', in: 'querystring', schema })],
  [
    'content next to a style',
    withParameter('3.2.0', { name: 'a', in: 'query', style: 'form', content: { 'text/plain': {} } }),
  ],
  [
    'two media types of a parameter',
    withParameter('3.1.0', { name: 'a', in: 'query', content: { 'text/plain': {}, 'text/html': {} } }),
  ],
  [
    'allowReserved of a header parameter',
    withParameter('3.1.0', { name: 'a', in: 'header', schema, allowReserved: true }),
  ],
  ['a header name with a space', withParameter('3.2.0', { name: 'a b', in: 'header', schema })],
  [
    'a path parameter with a brace',
    withOperation('3.1.0', { parameters: [{ ...path, name: '{id' }] }, '/dogs/{id}'),
  ],
  [
    'a path parameter that is optional',
    withOperation('3.1.0', { parameters: [{ ...path, required: false }] }, '/dogs/{id}'),
  ],
  [
    'a method among additionalOperations',
    document('3.2.0', { paths: { '/dogs': { additionalOperations: { GET: { responses: ok } } } } }),
  ],
  ['paths that are a list', document('3.1.0', { paths: [] })],
  ['a path item that is a text', document('3.1.0', { paths: { '/dogs': 'a' } })],
  ['a path without a slash', document('3.1.0', { paths: { dogs: {} } })],
  [
    'external docs with an unknown field',
    withComponent('3.1.0', 'schemas', { externalDocs: { url: 'a', b: 1 } }),
  ],
  ['an unknown field of the root', document('3.1.0', { overlays: {} })],
  ['webhooks that are a list', document('3.1.0', { webhooks: [] })],
  ['xml that is a text', withComponent('3.1.0', 'schemas', { xml: 'a' })],
  ['xml with an unknown field', withComponent('3.2.0', 'schemas', { xml: { a: 1 } })],
  [
    'xml with nodeType and attribute',
    withComponent('3.2.0', 'schemas', { xml: { nodeType: 'element', attribute: true } }),
  ],
];

/** As the suites of swagger-parser and of openapi3-examples have them. */
export const invalidOfParsers: readonly Case[] = [
  ['Swagger 1.2', { swagger: '1.2', info: { title: 'a', version: '1' }, paths: {} }],
  ['a version that is a number', { swagger: 2, info: { title: 'a', version: '1' }, paths: {} }],
  ['an info.version that is a number', swagger({ info: { title: 'a', version: 1 } })],
  ['neither swagger nor openapi', { info: { title: 'a', version: '1' }, paths: {} }],
  ['a body that is a file', swaggerOperation({ parameters: [{ name: 'a', in: 'body', type: 'file' }] })],
  ['a header that is a file', swaggerOperation({ parameters: [{ name: 'a', in: 'header', type: 'file' }] })],
  ['an unknown location', swaggerOperation({ parameters: [{ name: 'a', in: 'nowhere', type: 'string' }] })],
  [
    'an unknown type of a parameter',
    swaggerOperation({ parameters: [{ name: 'a', in: 'query', type: 'text' }] }),
  ],
  ['an object in the query', swaggerOperation({ parameters: [{ name: 'a', in: 'query', type: 'object' }] })],
  ['a status that is not one', swaggerOperation({ responses: { ok: { description: 'a' } } })],
  ['a status of four digits', swaggerOperation({ responses: { '2000': { description: 'a' } } })],
  [
    'a header of an unknown type',
    swaggerOperation({ responses: { '200': { description: 'a', headers: { A: { type: 'text' } } } } }),
  ],
  [
    'a header that is an object',
    swaggerOperation({ responses: { '200': { description: 'a', headers: { A: { type: 'object' } } } } }),
  ],
  [
    'a response of an unknown type',
    swaggerOperation({ responses: { '200': { description: 'a', schema: { type: 'text' } } } }),
  ],
  ['oneOf in 2.0', swagger({ definitions: { A: { oneOf: [{}] } } })],
  ['anyOf in 2.0', swagger({ definitions: { A: { anyOf: [{}] } } })],
  [
    'multi of a header',
    swaggerOperation({
      parameters: [
        { name: 'a', in: 'header', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
      ],
    }),
  ],
  [
    'a path parameter that is not required',
    swaggerOperation({ parameters: [{ name: 'id', in: 'path', type: 'string' }] }, '/dogs/{id}'),
  ],
  [
    'an array body without items',
    swaggerOperation({ parameters: [{ name: 'a', in: 'body', schema: { type: 'array' } }] }),
  ],
  ['an array without items', swaggerOperation({ parameters: [{ name: 'a', in: 'query', type: 'array' }] })],
  [
    'an array response without items',
    swaggerOperation({ responses: { '200': { description: 'a', schema: { type: 'array' } } } }),
  ],
  [
    'an array header without items',
    swaggerOperation({ responses: { '200': { description: 'a', headers: { A: { type: 'array' } } } } }),
  ],
  [
    'a body next to form fields',
    swaggerOperation({ consumes: ['multipart/form-data'], parameters: [body, field] }),
  ],
  ['two bodies', swaggerOperation({ parameters: [body, otherBody] })],
  [
    'two bodies of a path',
    swagger({ paths: { '/dogs': { parameters: [body, otherBody], post: { responses: ok } } } }),
  ],
  [
    'a body of a path and another of an operation',
    swagger({ paths: { '/dogs': { parameters: [body], post: { parameters: [otherBody], responses: ok } } } }),
  ],
  [
    'an operation ID twice',
    document('3.0.0', {
      paths: {
        '/a': { get: { operationId: 'x', responses: ok } },
        '/b': { get: { operationId: 'x', responses: ok } },
      },
    }),
  ],
  ['a parameter twice', withOperation('3.0.0', { parameters: [query, query] })],
  [
    'a parameter of a path twice',
    document('3.0.0', { paths: { '/a': { parameters: [query, query], get: { responses: ok } } } }),
  ],
  ['a placeholder twice', withOperation('3.0.0', { parameters: [path] }, '/dogs/{id}/{id}')],
  ['a placeholder without a parameter', withOperation('3.0.0', {}, '/dogs/{id}')],
  ['a path parameter without a placeholder', withOperation('3.0.0', { parameters: [path] })],
  [
    'a file without a media type of forms',
    swaggerOperation({ consumes: ['application/json'], parameters: [field] }),
  ],
  [
    'a required property that is not defined',
    withComponent('3.0.0', 'schemas', { type: 'object', required: ['a'], properties: { b: schema } }),
  ],
  [
    'a reference to a path item that is invalid',
    document('3.0.0', { paths: { '/a': { $ref: '#/paths/~1nowhere' } } }),
  ],
  [
    'a pattern that is not a regular expression',
    withComponent('3.0.0', 'schemas', { type: 'string', pattern: '[a' }),
  ],
  [
    'a path item with a wrong operation',
    document('3.0.0', { paths: { '/a': { get: { responses: 'ok' } } } }),
  ],
];

/** The invalid documents that are accepted, each with the reason. */
export const accepted: Readonly<Record<string, string>> = {
  'an example with externalValue and dataValue':
    'OpenAPI 3.2 allows it since its publication: the text in the file is the example as it is sent.',
  'jsonSchemaDialect that is not a URI':
    'The rule `schema-dialect` reports it, as a warning like any dialect that is not known.',
  'a file without a media type of forms': 'No rule checks which media types the forms of Swagger 2.0 have.',
  'a required property that is not defined':
    'JSON Schema allows it: a property that is not defined may have any value.',
  'a default of another type': 'The rule `schema-values` reports it, as a warning.',
  'an example of another format': 'The rule `schema-values` reports it, as a warning.',
  'an exclusive limit without a limit':
    'The published schema of 3.0 allows it: the flag has no effect, and the gateway ignores it.',
  'a pattern that is invalid in the Unicode mode':
    'It is a regular expression without that mode, and the gateway tries both.',
};
