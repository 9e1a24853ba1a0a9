import { describe, expect, test, vi } from 'vitest';
import SwaggerParser from '@apidevtools/swagger-parser';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const definition = 'apis/dog_park/v1/openapi.yaml';

/** The findings of a definition without their columns. */
async function findingsOf(document: object): Promise<readonly string[]> {
  const files = { ...cleanSources, [definition]: JSON.stringify(document) };
  const { diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  return diagnostics.map(({ at, message }) => `${at.pointer} ${message}`);
}

const info = { title: 'Dogs', version: '1' };
const responses = { '200': { description: 'ok' } };
const withParameter = (parameter: object, version: object = { openapi: '3.0.3' }) => ({
  ...version,
  info,
  paths: { '/dogs/{id}': { get: { parameters: [parameter], responses } } },
});
const withScheme = (scheme: object) => ({
  openapi: '3.0.3',
  info,
  paths: {},
  components: { securitySchemes: { key: scheme } },
});
const withSwaggerScheme = (scheme: object) => ({
  swagger: '2.0',
  info,
  paths: {},
  securityDefinitions: { key: scheme },
});
const withPaths = (paths: unknown, openapi: string) => ({ openapi, info, paths });

const parameter = '/paths/~1dogs~1{id}/get/parameters/0';
const swagger = { swagger: '2.0' };
const string = { schema: { type: 'string' } };

describe('of an object of several kinds', () => {
  test.each([
    [
      withParameter({ name: 'id', in: 'path', ...string }),
      [`${parameter} Item 0 of \`parameters\` lacks its \`required\`.`],
    ],
    [withParameter({ name: 'id', ...string }), [`${parameter} Item 0 of \`parameters\` lacks its \`in\`.`]],
    [
      withParameter({ name: 'id', type: 'string' }, swagger),
      [`${parameter} Item 0 of \`parameters\` lacks its \`in\`.`],
    ],
    [
      withParameter({ name: 'id', in: 'pth', ...string }),
      [`${parameter}/in \`in\` must be one of \`path\`, \`query\`, \`header\`, \`cookie\`, not \`pth\`.`],
    ],
    [
      withParameter({ name: 'id', in: 'pth', type: 'string' }, swagger),
      [
        `${parameter}/in \`in\` must be one of \`body\`, \`header\`, \`formData\`, \`query\`, \`path\`, not \`pth\`.`,
      ],
    ],
    [
      withParameter({ name: 'id', in: 'path', type: 'string' }, swagger),
      [`${parameter} Item 0 of \`parameters\` lacks its \`required\`.`],
    ],
    [
      withParameter({ name: 'id', in: 'query' }),
      [`${parameter} Item 0 of \`parameters\` lacks its \`schema\`.`],
    ],
    [
      withParameter({ name: 'id', in: 'query', type: 'string', requird: true }, swagger),
      [`${parameter}/requird OpenAPI does not define the field \`requird\` here.`],
    ],
    [
      withScheme({ type: 'apiKey', in: 'header' }),
      ['/components/securitySchemes/key `key` lacks its `name`.'],
    ],
    [withScheme({ type: 'http' }), ['/components/securitySchemes/key `key` lacks its `scheme`.']],
    [withScheme({ type: 'oauth2' }), ['/components/securitySchemes/key `key` lacks its `flows`.']],
    [
      withScheme({ type: 'htp', scheme: 'basic' }),
      [
        '/components/securitySchemes/key/type `type` must be one of `apiKey`, `http`, `oauth2`, `openIdConnect`, not `htp`.',
      ],
    ],
    [
      withSwaggerScheme({ type: 'apiKey', in: 'header' }),
      ['/securityDefinitions/key `key` lacks its `name`.'],
    ],
    [
      withSwaggerScheme({ type: 'oauth2', flow: 'implicit', scopes: {} }),
      ['/securityDefinitions/key `key` lacks its `authorizationUrl`.'],
    ],
    [
      { ...withScheme({ type: 'apiKey', in: 'header' }), openapi: '3.1.0' },
      ['/components/securitySchemes/key `key` lacks its `name`.'],
    ],
  ])('%j', async (document, expected) => {
    expect(await findingsOf(document)).toEqual(expected);
  });
});

test.each([['3.0.3'], ['3.1.0']])(
  'in %s a path has a slash and a method is in lower case',
  async (version) => {
    const get = { responses };
    expect(await findingsOf(withPaths({ dogs: { get } }, version))).toEqual([
      '/paths/dogs The path `dogs` lacks its leading slash.',
    ]);
    expect(await findingsOf(withPaths({ '/dogs': { GET: get } }, version))).toEqual([
      '/paths/~1dogs/GET The method `GET` is not in lower case.',
    ]);
  },
);

describe('errors do not hide each other', () => {
  const get = '/paths/~1dogs/get';
  const unknown = (pointer: string) =>
    `${pointer} OpenAPI does not define the field \`${pointer.split('/').at(-1)}\` here.`;
  const withGet = (operation: object, more: object = {}) => ({
    ...more,
    info,
    paths: { '/dogs': { get: { responses, ...operation } } },
  });
  const cases = (version: object): readonly (readonly [object, readonly string[]])[] => [
    [withGet({ foo: 1, bar: 2 }, version), [unknown(`${get}/bar`), unknown(`${get}/foo`)]],
    [withGet({ foo: 1 }, { ...version, zip: 1 }), [unknown(`${get}/foo`), unknown('/zip')]],
    [
      withGet({ foo: 1, tags: 7 }, version),
      [`${get}/tags \`tags\` must be an array, not a number.`, unknown(`${get}/foo`)],
    ],
    [
      withGet({ foo: 1, responses: { ...responses, a: 1, b: 1 } }, { ...version, zip: 1, zap: 1 }),
      [
        unknown(`${get}/responses/a`),
        unknown(`${get}/responses/b`),
        unknown(`${get}/foo`),
        unknown('/zap'),
        unknown('/zip'),
      ],
    ],
  ];
  test.each([{ swagger: '2.0' }, { openapi: '3.0.3' }, { openapi: '3.1.0' }, { openapi: '3.2.0' }])(
    'in %j',
    async (version) => {
      for (const [document, expected] of cases(version)) expect(await findingsOf(document)).toEqual(expected);
    },
  );

  test('next to fields that exclude each other', async () => {
    const both = { name: 'id', in: 'query', ...string, example: 1, examples: {}, foo: 1 };
    expect(await findingsOf(withParameter(both, { openapi: '3.1.0' }))).toEqual([
      `${parameter} Item 0 of \`parameters\` has both \`example\` and \`examples\`.`,
      unknown(`${parameter}/foo`),
    ]);
  });

  test.each([{ openapi: '3.0.3' }, { openapi: '3.1.0' }, { openapi: '3.2.0' }])(
    'but what follows from one in %j is not another',
    async (version) => {
      const broken = withGet({ responses: { '200': { $ref: '#/components/responses/none' } } }, version);
      expect(await findingsOf({ ...broken, components: 7 })).toEqual([
        expect.stringContaining(`${get}/responses/200/$ref The reference`),
        '/components `components` must be an object, not a number.',
      ]);
      const unusual = { ...withScheme({ type: 'htp', scheme: 'basic' }), ...version };
      expect(await findingsOf(unusual)).toHaveLength(1);
    },
  );

  test('a response of Swagger 2.0 without a description lacks just that', async () => {
    const document = withGet({ responses: { '200': { schema: {}, headers: {} } } }, swagger);
    expect(await findingsOf(document)).toEqual([`${get}/responses/200 \`200\` lacks its \`description\`.`]);
  });

  test('a security scheme without a type lacks just that', async () => {
    const lacks = 'lacks its `type`.';
    expect(await findingsOf(withSwaggerScheme({ in: 'header', name: 'a' }))).toEqual([
      `/securityDefinitions/key \`key\` ${lacks}`,
    ]);
    expect(await findingsOf(withScheme({ flows: {} }))).toEqual([
      `/components/securitySchemes/key \`key\` ${lacks}`,
    ]);
  });
});

test('a field with a colon lacks a space', async () => {
  expect(await findingsOf({ openapi: '3.1.0', info, paths: {}, 'tags:[a]': null })).toEqual([
    '/tags:[a] A space is missing after the colon of `tags:[a]`.',
  ]);
});

describe('names', () => {
  test.each(['3.0.3', '3.1.0', '3.2.0'])(
    'that every object inherits are not allowed in %s',
    async (version) => {
      const text = `{"openapi":"${version}","info":{"title":"Dogs","version":"1"},"__proto__":{},"paths":{"/dogs":{"constructor":7,"get":{"toString":7,"responses":{"200":{"description":"ok"}}}},"__proto__":{},"valueOf":7}}`;
      expect((await findingsOf(JSON.parse(text) as object)).map((found) => found.split(' ')[0])).toEqual([
        '/paths/~1dogs/get/toString',
        '/paths/~1dogs/constructor',
        '/paths/__proto__',
        '/paths/valueOf',
        '/__proto__',
      ]);
    },
  );

  test.each(['3.0.3', '3.1.0', '3.2.0'])('of components in %s', async (openapi) => {
    const allowed = { 'a.b-c_D9': {}, constructor: {} };
    const components = {
      schemas: { ...allowed, 'a b': { properties: [1] } },
      responses: { ö: responses[200] },
    };
    const wrong = (name: string) =>
      `The component name \`${name}\` contains other characters than letters, digits, \`.\`, \`-\` and \`_\`.`;
    expect(await findingsOf({ openapi, info, paths: {}, components })).toEqual([
      `/components/schemas/a b ${wrong('a b')}`,
      `/components/responses/ö ${wrong('ö')}`,
      '/components/schemas/a b/properties `properties` must be an object, not an array.',
    ]);
    expect(await findingsOf({ openapi, info, paths: {}, components: { schemas: allowed } })).toEqual([]);
  });
});

describe('fields that exclude each other', () => {
  const withComponent = (section: string, one: object, openapi = '3.2.0') => ({
    openapi,
    info,
    paths: {},
    components: { [section]: { one } },
  });
  test.each([
    [withComponent('links', { operationId: 'a', operationRef: 'b' }, '3.0.3'), 'operationId', 'operationRef'],
    [withComponent('links', { operationId: 'a', operationRef: 'b' }), 'operationId', 'operationRef'],
    [withComponent('examples', { value: 1, externalValue: 'a' }, '3.1.0'), 'value', 'externalValue'],
    [withComponent('examples', { value: 1, dataValue: 'a' }), 'value', 'dataValue'],
    [
      withComponent('parameters', { name: 'a', in: 'query', ...string, content: { 'a/b': {} } }, '3.0.3'),
      'schema',
      'content',
    ],
    [
      withComponent('parameters', { name: 'a', in: 'query', ...string, content: { 'a/b': {} } }),
      'schema',
      'content',
    ],
    [
      { openapi: '3.1.0', info: { ...info, license: { name: 'a', url: 'b', identifier: 'c' } }, paths: {} },
      'url',
      'identifier',
    ],
  ])('%j', async (document, one, other) => {
    expect(await findingsOf(document)).toEqual([
      expect.stringContaining(` has both \`${one}\` and \`${other}\`.`),
    ]);
  });

  const query = { name: 'a', in: 'query', ...string };
  const whole = { name: 'b', in: 'querystring', content: { 'a/b': {} } };
  const withParameters = (parameters: readonly object[]) => ({
    openapi: '3.2.0',
    info,
    paths: { '/dogs': { get: { parameters, responses } } },
  });
  test.each([
    [withParameters([query, whole]), 'has `query` parameters next to one that is the whole `querystring`.'],
    [withParameters([whole, { ...whole, name: 'c' }]), 'has more than one `querystring` parameter.'],
    [
      withComponent('schemas', { xml: { nodeType: 'element', attribute: true } }),
      '`attribute` cannot be combined with `nodeType`.',
    ],
    [
      { openapi: '3.2.0', info, paths: { '/dogs': { additionalOperations: { POST: { responses } } } } },
      'The method `POST` has a field of its own.',
    ],
    [withComponent('links', {}), '`one` lacks its `operationId`.'],
    [
      { openapi: '3.1.0', info, paths: { '/dogs': { get: { responses: { 'x-a': 1 } } } } },
      '`responses` contains no response.',
    ],
  ])('in words: %j', async (document, expected) => {
    expect(await findingsOf(document)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('the version', () => {
  test.each(['3.0.5', '3.1.3', '3.1.17'])('%s is checked against its line', async (version) => {
    expect(await findingsOf(withPaths({}, version))).toEqual([]);
    expect(await findingsOf(withPaths({ '/dogs': [] }, version))).toEqual([
      '/paths/~1dogs `/dogs` must be an object, not an array.',
    ]);
  });

  test.each([
    ['swagger', '2.0.1'],
    ['swagger', '2.0-beta'],
    ['openapi', '3.0.0-rc1'],
    ['openapi', '3.1.0-rc0'],
    ['openapi', '3.0'],
  ])('%s: %s is not supported', async (field, version) => {
    expect(await findingsOf({ [field]: version, info, paths: {} })).toEqual([
      `/${field} "${version}" is not a supported version of OpenAPI.`,
    ]);
  });

  test.each([
    [{ openapi: '3.1.0', info }, [' The document lacks its `paths`.']],
    [{ openapi: '3.2.0', info }, [' The document lacks its `paths`.']],
    [{ openapi: '3.1.0', info, webhooks: {} }, []],
    [withPaths('none', '3.2.0'), ['/paths `paths` must be an object, not a string.']],
    [
      { openapi: '3.2.0', info, components: { schemas: [] } },
      ['/components/schemas `schemas` must be an object, not an array.'],
    ],
  ])('settles what a document needs: %j', async (document, expected) => {
    expect(await findingsOf(document)).toEqual(expected);
  });
});

test('a document that was checked before is not checked again', async () => {
  const validate = vi.spyOn(SwaggerParser, 'validate');
  const document = { swagger: '2.0', info, paths: { '/checked-once': { get: {} } } };
  const first = await findingsOf(document);
  expect(first).toEqual(['/paths/~1checked-once/get `get` lacks its `responses`.']);
  expect(await findingsOf(document)).toEqual(first);
  expect(validate).toHaveBeenCalledTimes(1);
  validate.mockRestore();
});

describe('help', () => {
  const withSchema = (schema: object, openapi = '3.1.0') => ({
    openapi,
    info,
    paths: {},
    components: { schemas: { Dog: schema } },
  });
  test.each([
    [
      withSchema({ minimum: 1, exclusiveMinimum: true }),
      'Write `exclusiveMinimum: 1` in place of `minimum: 1`.',
    ],
    [
      withSchema({ maximum: 9, exclusiveMaximum: true }),
      'Write `exclusiveMaximum: 9` in place of `maximum: 9`.',
    ],
    [withSchema({ minimum: 1, exclusiveMinimum: false }), 'Remove it, since it has no effect.'],
    [withSchema({ exclusiveMinimum: true }), 'Remove it, since it has no effect.'],
    [withSchema({ description: 1 }), 'Write it in quotes.'],
    [withSchema({ type: {} }), 'Write a string or an array.'],
    [
      withSchema({ type: { type: 'string' } }),
      'Move it to `properties` if it describes a member called `type`. Otherwise write a string or an array.',
    ],
    [
      withSchema({ type: { type: 'string' } }, '3.0.3'),
      'Move it to `properties` if it describes a member called `type`. Otherwise write a string.',
    ],
    [withSchema({ examples: { one: { value: 1 } } }), 'Write an array of the values, without their names.'],
    [withSchema({ required: [] }, '3.0.3'), 'Add at least one member, or remove it.'],
    [withSchema({ minLength: -1 }), 'Write 0 or more.'],
    [
      { openapi: '3.0.3', info, paths: { '/dogs': { get: { responses: {} } } } },
      'Add a response for a status such as `200`, or `default`.',
    ],
    [withSchema({ required: ['a', 'a'] }), 'Remove one of the two.'],
    [withParameter({ name: 'id', in: 'querry', ...string }), 'Did you mean `query`?'],
    [withParameter({ name: 'id', in: 'path', required: false, ...string }), 'Write true.'],
    [withParameter({ name: 'id', in: 'query', ...string, example: 1, examples: {} }), 'Keep one of the two.'],
  ])('says what to write: %j', async (document, expected) => {
    const files = { ...cleanSources, [definition]: JSON.stringify(document) };
    const { diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
    expect(diagnostics.map(({ help }) => help)).toEqual([expected]);
  });
});
