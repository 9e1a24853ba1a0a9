import { describe, expect, test } from 'vitest';
import { bundleFiles } from './bundle-files.ts';

const schema = ($ref: string) => ({ schema: { $ref } });
const operation = { responses: {} };

describe('what came through a $ref', () => {
  const files = {
    'openapi.yaml': {
      info: { title: 'Dogs' },
      paths: { $ref: 'p.yaml', '/extra': { get: operation } },
      components: {
        schemas: {
          Dog: { $ref: 's.yaml#/Dog' },
          Own: { type: 'string' },
          Alias: { $ref: '#/components/schemas/Own' },
        },
        parameters: { $ref: 'parameters.yaml' },
      },
    },
    'p.yaml': {
      '/dogs': { $ref: 'dogs.yaml', summary: 'Beside.', delete: operation },
      '/cats': { $ref: 'chain.yaml' },
      '/cows': { post: { requestBody: { $ref: 'bodies.yaml#/Cow' } } },
    },
    'dogs.yaml': {
      get: {
        responses: {},
        parameters: [schema('s.yaml#/Dog')],
        callbacks: { bark: { x: { $ref: 'x.yaml' } } },
      },
    },
    'chain.yaml': { $ref: 'cats.yaml', summary: 'Between.' },
    'cats.yaml': { get: operation },
    'x.yaml': { put: operation },
    's.yaml': { Dog: { type: 'object' } },
    'bodies.yaml': { Cow: { content: {} } },
    'parameters.yaml': { Id: { name: 'id', in: 'query', ...schema('s.yaml#/Dog') } },
  };

  test.each([
    ['', undefined],
    ['/info/title', undefined],
    ['/paths', 'openapi.yaml#/paths/$ref'],
    ['/paths/~1cows/post', 'openapi.yaml#/paths/$ref'],
    ['/paths/~1extra/get', undefined],
    ['/paths/~1dogs', 'p.yaml#/~1dogs/$ref'],
    ['/paths/~1dogs/get/parameters/0/schema/$ref', 'p.yaml#/~1dogs/$ref'],
    ['/paths/~1dogs/get/callbacks/bark', 'p.yaml#/~1dogs/$ref'],
    ['/paths/~1dogs/get/callbacks/bark/x/put', 'dogs.yaml#/get/callbacks/bark/x/$ref'],
    ['/paths/~1dogs/summary', 'openapi.yaml#/paths/$ref'],
    ['/paths/~1dogs/delete/responses', 'openapi.yaml#/paths/$ref'],
    ['/paths/~1cats/get', 'chain.yaml#/$ref'],
    ['/paths/~1cats/summary', 'p.yaml#/~1cats/$ref'],
    ['/components/schemas/Dog/type', 'openapi.yaml#/components/schemas/Dog/$ref'],
    ['/components/schemas/Own/type', undefined],
    ['/components/schemas/Alias/$ref', undefined],
    ['/components/parameters/Id/name', 'openapi.yaml#/components/parameters/$ref'],
    ['/components/requestBodies/Cow/content', undefined],
  ])('is the nearest one: %s', (pointer, reference) => {
    expect(bundleFiles(files).referenceTo(pointer)).toBe(reference);
  });
});

test('a document that is its own bundle keeps its places', () => {
  const { originOf, referenceTo } = bundleFiles({ 'openapi.yaml': { paths: { '/a': { get: operation } } } });
  expect(originOf('/paths/~1a/get')).toBe('openapi.yaml#/paths/~1a/get');
  expect(referenceTo('/paths/~1a/get')).toBeUndefined();
});
