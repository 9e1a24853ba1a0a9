import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { viewerDocument } from '#openapi/publish/viewer-document.ts';

const baseUrl = 'https://gateway.example.edu/dog_park/v1';

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: '1' },
  servers: [{ url: 'https://dogs.internal.example.edu' }],
  security: [{ token: [] }],
  tags: [{ name: 'Dogs' }, { name: 'Cats' }],
  webhooks: { bark: { post: {} } },
  paths: {
    '/dogs': {
      servers: [{ url: 'https://elsewhere.example.edu' }],
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      get: {
        tags: ['Dogs'],
        security: [],
        servers: [{ url: '/' }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } } },
        },
      },
      post: { tags: ['Cats'], requestBody: { $ref: '#/components/requestBodies/Cat' } },
    },
    '/cats': {
      get: {
        tags: ['Cats'],
        responses: { 200: { $ref: '#/paths/~1dogs/get/responses/200' } },
      },
    },
  },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } }, Unused: {} },
    requestBodies: {
      Cat: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } } },
    },
    schemas: {
      Dog: { type: 'object', properties: { friends: { items: { $ref: '#/components/schemas/Dog' } } } },
      Cat: { type: 'object', discriminator: { mapping: { wild: '#/components/schemas/WildCat' } } },
      WildCat: { type: 'object' },
      Unused: { type: 'object' },
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
};

const view = (root: JsonObject, tag?: string) =>
  viewerDocument(openDocument(root), {
    baseUrl,
    ...(tag !== undefined && {
      includes: ({ value: { tags } }) => Array.isArray(tags) && tags.includes(tag),
    }),
  });

describe('the document of a viewer', () => {
  test('has the address of the gateway, and no security', () => {
    const { paths, components, ...root } = view(document);
    expect(root).toEqual({
      openapi: '3.1.0',
      info: { title: 'Dog park', version: '1' },
      tags: [{ name: 'Dogs' }, { name: 'Cats' }],
      webhooks: { bark: { post: {} } },
      servers: [{ url: baseUrl }],
    });
    expect(JSON.stringify({ paths, components })).not.toMatch(/securit|servers/);
    expect(Object.keys(components as JsonObject)).toEqual(['parameters', 'requestBodies', 'schemas']);
  });

  test('leaves the given one as it is', () => {
    const before = JSON.stringify(document);
    view(document, 'Dogs');
    expect(JSON.stringify(document)).toBe(before);
  });

  test('in part has only the operations of a tag, and what they refer to', () => {
    expect(view(document, 'Dogs')).toEqual({
      openapi: '3.1.0',
      info: { title: 'Dog park', version: '1' },
      servers: [{ url: baseUrl }],
      paths: {
        '/dogs': {
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          get: {
            tags: ['Dogs'],
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } } },
            },
          },
        },
      },
      components: {
        parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
        requestBodies: {},
        schemas: {
          Dog: { type: 'object', properties: { friends: { items: { $ref: '#/components/schemas/Dog' } } } },
        },
      },
    });
  });

  test('in part keeps what is referred to in other operations and in mappings', () => {
    const { paths, components } = view(document, 'Cats');
    expect(Object.keys((components as Record<string, JsonObject>)['schemas'] ?? {})).toEqual([
      'Dog',
      'Cat',
      'WildCat',
    ]);
    expect(Object.keys(paths as JsonObject).toSorted()).toEqual(['/cats', '/dogs']);
    expect(
      openDocument({ ...document, paths: paths ?? {} }).references.target('#/paths/~1dogs/get/responses/200')
        ?.value,
    ).toBeDefined();
  });

  test('of OpenAPI 2.0 has its own words for the same', () => {
    const { host, basePath, schemes, ...root } = view(
      {
        swagger: '2.0',
        info: { title: 'Dog park', version: '1' },
        host: 'dogs.internal.example.edu',
        basePath: '/v7',
        schemes: ['http'],
        securityDefinitions: { key: { type: 'apiKey', name: 'key', in: 'header' } },
        definitions: { Dog: { type: 'object' }, Cat: { type: 'object' } },
        paths: {
          '/dogs': {
            get: { tags: ['Dogs'], responses: { 200: { schema: { $ref: '#/definitions/Dog' } } } },
            put: { tags: ['Cats'], responses: { 200: { schema: { $ref: '#/definitions/Cat' } } } },
          },
        },
      },
      'Dogs',
    );
    expect([host, basePath, schemes]).toEqual(['gateway.example.edu', '/dog_park/v1', ['https']]);
    expect(root).toEqual({
      swagger: '2.0',
      info: { title: 'Dog park', version: '1' },
      definitions: { Dog: { type: 'object' } },
      paths: {
        '/dogs': {
          get: { tags: ['Dogs'], responses: { 200: { schema: { $ref: '#/definitions/Dog' } } } },
        },
      },
    });
  });
});
