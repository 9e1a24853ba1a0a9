import { document, swagger, swaggerOperation, withComponent, withOperation, type Case } from './documents.ts';

const schema = { type: 'string' };
const query = { name: 'q', in: 'query', schema };

/** As the suites of kin-openapi, libopenapi, go-openapi, openapi-spec-validator and ReadMe have them. */
export const invalidOfOthers: readonly Case[] = [
  [
    'a component of 3.0 whose name has a dollar',
    document('3.0.0', { components: { parameters: { $select: query } } }),
  ],
  [
    'a component whose name has a dollar',
    document('3.1.0', { components: { parameters: { $select: query } } }),
  ],
  ['a link without an operation', withComponent('3.0.0', 'links', { one: {} })],
  [
    'the name of an HTTP scheme',
    withComponent('3.1.0', 'securitySchemes', { type: 'http', scheme: 'bearer', name: 'a' }),
  ],
  ['a section of components of a later version', document('3.0.0', { components: { pathItems: {} } })],
  [
    'a media type that is null',
    withOperation('3.0.0', {
      responses: { '200': { description: 'a', content: { 'application/json': null } } },
    }),
  ],
  ['a response that is null', withOperation('3.0.0', { responses: { '200': null } })],
  ['no responses', withOperation('3.0.0', { responses: {} })],
  [
    'a schema that is a response',
    swaggerOperation({
      responses: {
        '200': { description: 'a', schema: { $ref: '#/paths/~1dogs/post/responses/404' } },
        '404': { description: 'b' },
      },
    }),
  ],
  ['a draft-04 limit in 3.1', withComponent('3.1.0', 'schemas', { minimum: 1, exclusiveMinimum: true })],
  ['a limit of 3.1 in 3.0', withComponent('3.0.0', 'schemas', { exclusiveMinimum: 1 })],
  ['a type that is null in YAML', withComponent('3.1.0', 'schemas', { type: ['string', null] })],
  [
    'a link to an unknown operation',
    withOperation('3.0.0', {
      responses: { '200': { description: 'a', links: { one: { operationId: 'none' } } } },
    }),
  ],
  ['an unclosed brace of a path', withOperation('3.0.0', {}, '/dogs/{id')],
  ['a JSON Schema keyword in 2.0', swagger({ definitions: { A: { if: {} } } })],
  ['a query parameter of 3.0 in 2.0', swaggerOperation({ parameters: [{ name: 'a', in: 'query', schema }] })],
  [
    'a required property that a closed schema does not have',
    withComponent('3.0.0', 'schemas', { type: 'object', required: ['a'], additionalProperties: false }),
  ],
  [
    'a default of another type',
    swaggerOperation({ parameters: [{ name: 'a', in: 'query', type: 'integer', default: 'b' }] }),
  ],
  [
    'an example of another format',
    withComponent('3.0.0', 'schemas', { type: 'string', format: 'uuid', example: 'b' }),
  ],
  ['a tag twice', document('3.0.0', { tags: [{ name: 'a' }, { name: 'a', description: 'b' }] })],
  [
    'an exclusive limit without a limit',
    withComponent('3.0.0', 'schemas', { type: 'integer', exclusiveMinimum: true }),
  ],
  [
    'a pattern that is invalid in the Unicode mode',
    withComponent('3.0.0', 'schemas', { type: 'string', pattern: '^[\\w-./:]+$' }),
  ],
];
