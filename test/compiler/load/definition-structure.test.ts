import { describe, expect, test, vi } from 'vitest';
import SwaggerParser from '@apidevtools/swagger-parser';
import { load } from '../../../src/compiler/load/load.ts';
import { cleanSources } from '../../../src/compiler/rule/clean-sources.ts';
import { memorySourceTree } from '../../../src/source/memory-source-tree.ts';

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
    [withSchema({ minLength: -1 }), 'Write 0.'],
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
