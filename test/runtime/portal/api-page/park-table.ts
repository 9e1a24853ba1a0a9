import type { Compiled } from '#compiled/compiled.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import { buildTable, type ApiInTest, type TableInTest } from '../../table-builder.ts';

/** The document of an API with all that its pages show. */
const parkDocument: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'Dog Park',
    version: '2.1.0',
    description: 'All **dogs** of the parks.\n\n- small\n- large',
  },
  tags: [{ name: 'Dogs', description: 'The dogs that are registered.' }],
  paths: {
    '/dogs': {
      get: {
        summary: 'List dogs',
        tags: ['Dogs'],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'At *most*.',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: 'breed',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', enum: ['Pug', 'Husky'] } },
          },
        ],
        responses: {
          200: {
            description: 'The dogs.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Dogs' } } },
          },
          default: { description: 'An error.' },
        },
      },
      post: {
        summary: 'Register a dog',
        description: 'The number of the dog is *chosen* by the service.',
        tags: ['Dogs'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } },
        },
        responses: { 201: { description: 'Registered.' } },
      },
    },
    '/dogs/{id}': {
      delete: {
        summary: 'Remove a dog',
        deprecated: true,
        parameters: [{ name: 'id', in: 'path', required: true, example: 'a b', schema: { type: 'string' } }],
        responses: { 204: { description: 'Removed.' } },
      },
    },
  },
  components: {
    schemas: {
      Dogs: {
        type: 'object',
        properties: { dogs: { type: 'array', items: { $ref: '#/components/schemas/Dog' } } },
      },
      Dog: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, description: 'What it is called.', example: "Rex's" },
          owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
          puppies: { type: 'array', items: { $ref: '#/components/schemas/Dog' } },
        },
      },
    },
  },
};

/** An application of Ada. */
export const walker: ManifestApplication = {
  name: 'DogWalker',
  type: 'web',
  owner: 'ada',
  grants: ['client_credentials', 'authorization_code'],
  callbackUrls: ['https://walker.example.edu/callback'],
  keySets: [{ keySet: 'production', consumerKey: 'dogwalker-production', secretDigests: [] }],
};

const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };

export const parkVersions: readonly ApiInTest[] = [
  {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v1',
    state: 'deprecated',
    deprecation: {
      since: 1_772_323_200,
      sunset: 1_803_859_200,
      link: 'https://www.example.edu/move',
      successor: 'dog_park/v2',
    },
    alsoAt: [{ path: '/Dogs/v1', deprecation: { since: 1_772_323_200 } }, { path: "/dog's-service" }],
    operations: ['GET /dogs'],
    endpoints,
    contract: {
      openapi: '3.0.0',
      info: { title: 'Dog Park', version: '1' },
      paths: { '/dogs': { get: {} } },
    },
  },
  {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v2',
    state: 'published',
    limit: { requests: 100, unit: 'second', burst: 100, whenUnavailable: 'allow' },
    operations: [
      { method: 'GET', path: '/dogs', scopes: [['dogs:read']] },
      { method: 'POST', path: '/dogs', scopes: [['dogs:write'], ['admin', 'dogs:read']] },
      {
        method: 'DELETE',
        path: '/dogs/{id}',
        limit: { requests: 5, unit: 'minute', burst: 5, whenUnavailable: 'allow' },
      },
    ],
    endpoints,
    contract: parkDocument,
  },
  {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v3',
    state: 'created',
    operations: [],
    endpoints,
    contract: { openapi: '3.0.0', info: { title: 'Dog Park', version: '3' }, paths: {} },
  },
];

/** A table with a store, an API of three versions, and an application that is subscribed to none. */
export function parkTable(changes: Partial<TableInTest> = {}): Compiled {
  const { gateway, ...others } = changes;
  return buildTable({
    apis: parkVersions,
    applications: [walker],
    subscriptions: [],
    ...others,
    gateway: { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu', ...gateway },
  });
}
