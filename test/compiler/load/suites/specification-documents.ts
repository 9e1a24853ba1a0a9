import { document, ok, withComponent, withOperation, withParameter, type Case } from './documents.ts';

const schema = { type: 'string' };
const path = { name: 'id', in: 'path', required: true, schema };
const query = { name: 'q', in: 'query', schema };
const cookie = { name: 'c', in: 'cookie', schema };
const url = 'https://example.edu/token';

/** Further ones of the suite of the OpenAPI Specification (`tests/schema/pass` of OAI/OpenAPI-Specification). */
export const moreValidOfSpecification: readonly Case[] = [
  ['a path with a fragment', withOperation('3.1.0', {}, '/dogs#tail')],
  [
    'a server variable of 3.0 without values',
    document('3.0.0', {
      servers: [{ url: 'https://example.edu/{a}', variables: { a: { enum: [], default: 'a' } } }],
    }),
  ],
  [
    'allowReserved of a path parameter, since 3.2',
    withComponent('3.2.0', 'parameters', {
      name: 'a',
      in: 'path',
      required: true,
      allowReserved: false,
      schema,
    }),
  ],
  [
    'allowReserved of a cookie that is encoded',
    withComponent('3.2.0', 'parameters', { name: 'a', in: 'cookie', allowReserved: true, schema }),
  ],
  ['a header of 3.2 whose component has another name', withComponent('3.2.0', 'headers', { schema })],
  ...['matrix', 'label', 'simple'].map((style): Case => [
    `a path parameter in the style ${style}`,
    withComponent('3.2.0', 'parameters', { name: 'a', in: 'path', required: true, style, schema: {} }),
  ]),
  ...['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'].map((style): Case => [
    `a query parameter in the style ${style}`,
    withComponent('3.2.0', 'parameters', { name: 'a', in: 'query', style, schema: {} }),
  ]),
  ...['form', 'cookie'].map((style): Case => [
    `a cookie in the style ${style}`,
    withComponent('3.2.0', 'parameters', { name: 'a', in: 'cookie', style, explode: true, schema: {} }),
  ]),
  [
    'a parameter of all texts',
    withComponent('3.2.0', 'parameters', { name: 'a', in: 'cookie', content: { 'text/*': { schema } } }),
  ],
  [
    'the whole query as JSON',
    withParameter('3.2.0', {
      name: 'a',
      in: 'querystring',
      content: {
        'application/json': { schema: { type: 'object' }, example: { numbers: [1, 2], flag: null } },
      },
    }),
  ],
  [
    'media types that are components, one after the other',
    document('3.2.0', {
      components: {
        schemas: { Dog: {} },
        mediaTypes: { Dogs: { description: 'a', itemSchema: { $ref: '#/components/schemas/Dog' } } },
      },
      paths: {
        '/dogs': {
          put: {
            requestBody: { content: { 'application/jsonl': { $ref: '#/components/mediaTypes/Dogs' } } },
            responses: ok,
          },
        },
      },
    }),
  ],
  ...['element', 'attribute', 'text', 'cdata', 'none'].map((nodeType): Case => [
    `the XML node type ${nodeType}`,
    withComponent('3.2.0', 'schemas', { xml: { nodeType } }),
  ]),
  [
    'encodings in an encoding',
    withOperation('3.2.0', {
      responses: {
        '200': {
          description: 'a',
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { a: { type: 'object' }, b: { type: 'array' }, c: {} } },
              encoding: {
                a: { contentType: 'multipart/form-data', encoding: { inner: {} } },
                b: { contentType: 'multipart/mixed', prefixEncoding: [{}], itemEncoding: {} },
                c: { style: 'spaceDelimited', explode: true },
              },
            },
            'multipart/related': {
              schema: { type: 'array' },
              itemEncoding: { contentType: 'text/plain' },
              prefixEncoding: [{ headers: { 'Content-Location': { schema } } }],
            },
          },
        },
      },
    }),
  ],
  [
    'a security scheme with all flows and its metadata',
    withComponent('3.2.0', 'securitySchemes', {
      type: 'oauth2',
      deprecated: true,
      oauth2MetadataUrl: url,
      flows: {
        implicit: { authorizationUrl: url, refreshUrl: url, scopes: { 'read:dogs': 'a' } },
        password: { tokenUrl: url, refreshUrl: url, scopes: {} },
        clientCredentials: { tokenUrl: url, refreshUrl: url, scopes: {} },
        authorizationCode: { authorizationUrl: url, tokenUrl: url, refreshUrl: url, scopes: {} },
        deviceAuthorization: { deviceAuthorizationUrl: url, tokenUrl: url, refreshUrl: url, scopes: {} },
      },
    }),
  ],
];

/** Objects with a field that the specification does not define, by what they are. */
const objectsWithUnknownField: readonly Case[] = [
  ['info', document('3.2.0', { info: { title: 'a', version: '1', other: 1 } })],
  ['a contact', document('3.2.0', { info: { title: 'a', version: '1', contact: { other: 1 } } })],
  ['a licence', document('3.2.0', { info: { title: 'a', version: '1', license: { name: 'a', other: 1 } } })],
  ['a tag', document('3.2.0', { tags: [{ name: 'a', other: 1 }] })],
  ['a path item', withComponent('3.2.0', 'pathItems', { other: 1 })],
  ['an operation', withOperation('3.2.0', { 'request-body': { content: {} } })],
  [
    'external docs of an operation',
    withOperation('3.2.0', { externalDocs: { url: 'https://example.edu', other: 1 } }),
  ],
  ['responses', withOperation('3.2.0', { responses: { ...ok, other: { description: 'a' } } })],
  ['a parameter', withComponent('3.2.0', 'parameters', { ...query, other: 1 })],
  ['a body', withComponent('3.2.0', 'requestBodies', { content: {}, other: 1 })],
  ['a response', withComponent('3.2.0', 'responses', { description: 'a', other: 1 })],
  ['a link', withComponent('3.2.0', 'links', { operationId: 'one', other: 1 })],
  ['a header', withComponent('3.2.0', 'headers', { schema, other: 1 })],
  ['an example', withComponent('3.2.0', 'examples', { value: 1, other: 1 })],
  ['a security scheme', withComponent('3.2.0', 'securitySchemes', { type: 'mutualTLS', other: 1 })],
  ['flows', withComponent('3.2.0', 'securitySchemes', { type: 'oauth2', flows: { other: {} } })],
  ...Object.entries({
    implicit: { authorizationUrl: url },
    password: { tokenUrl: url },
    clientCredentials: { tokenUrl: url },
    authorizationCode: { authorizationUrl: url, tokenUrl: url },
    deviceAuthorization: { deviceAuthorizationUrl: url, tokenUrl: url },
  }).map(([name, flow]): Case => {
    const flows = { [name]: { ...flow, scopes: {}, other: 1 } };
    return [`the flow ${name}`, withComponent('3.2.0', 'securitySchemes', { type: 'oauth2', flows })];
  }),
];

/** Further ones of its `tests/schema/fail`. */
export const moreInvalidOfSpecification: readonly Case[] = [
  ...objectsWithUnknownField.map(([title, one]): Case => [`an unknown field of ${title}`, one]),
  [
    'allowReserved of a path parameter of 3.1',
    withComponent('3.1.0', 'parameters', { ...path, allowReserved: false }),
  ],
  [
    'a cookie of 3.1 in the style of 3.2',
    withComponent('3.1.0', 'parameters', { ...cookie, style: 'cookie' }),
  ],
  [
    'allowReserved of a cookie that is not encoded',
    withComponent('3.2.0', 'parameters', { ...cookie, style: 'cookie', allowReserved: true }),
  ],
  [
    'an example with externalValue and dataValue',
    withComponent('3.2.0', 'examples', { externalValue: 'https://example.edu', dataValue: 'a' }),
  ],
  ['a schema that is null', withComponent('3.0.0', 'schemas', null)],
  ['a schema that is a number', withComponent('3.0.0', 'schemas', 0)],
  ['a schema of 3.0 that is a boolean', withComponent('3.0.0', 'schemas', true)],
];
