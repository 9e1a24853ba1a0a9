import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { fitsOpenapi } from '#compiler/load/validators/fits-openapi.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { PublishedAs } from '#openapi/publish/published-as.ts';
import { publishDocument } from '#openapi/publish/publish-document.ts';

const tokenUrl = 'https://keys.example.edu/oauth2/token';
const authorizationUrl = 'https://login.example.edu/authorize';

const asGateway: PublishedAs = {
  baseUrl: 'https://gateway.example.edu/park/v1',
  flows: [
    { name: 'clientCredentials', urls: { tokenUrl } },
    { name: 'authorizationCode', urls: { authorizationUrl, tokenUrl } },
  ],
  metadataUrl: 'https://keys.example.edu/.well-known/oauth-authorization-server',
  scopes: { 'dogs:write': 'Change dogs.' },
  isPublic: ({ method }) => method === 'DELETE',
  needsScopes: ({ method }) => method === 'POST',
};

const responses = { 200: { description: 'Done.' } };

/** A document in which the service has addresses and security of its own. */
const three: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Park', version: '1' },
  servers: [{ url: 'https://internal.example.edu/api' }],
  security: [{ login: ['dogs:read'] }],
  'x-internal': { owner: 'parks' },
  paths: {
    '/dogs': {
      servers: [{ url: 'https://other.example.edu' }],
      get: { responses, 'x-cache': 60 },
      post: {
        servers: [{ url: 'https://write.example.edu' }],
        security: [{ login: ['dogs:write'], tenant: [] }, { basic: [] }],
        responses,
      },
    },
    'x-paths': true,
  },
  components: {
    schemas: { Dog: { type: 'object' } },
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: { implicit: { authorizationUrl: 'https://internal.example.edu/login', scopes: {} } },
      },
      basic: { type: 'http', scheme: 'basic' },
      tenant: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
      unused: { type: 'apiKey', in: 'query', name: 'key' },
    },
  },
};

const publishedThree: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Park', version: '1' },
  servers: [{ url: 'https://gateway.example.edu/park/v1' }],
  'x-internal': { owner: 'parks' },
  paths: {
    '/dogs': {
      get: { responses, 'x-cache': 60, security: [{ gateway: [] }] },
      post: {
        responses,
        security: [{ gateway: ['dogs:write'], tenant: [] }, { gateway: [] }],
      },
    },
    'x-paths': true,
  },
  components: {
    schemas: { Dog: { type: 'object' } },
    securitySchemes: {
      tenant: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
      gateway: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl, scopes: { 'dogs:write': 'Change dogs.' } },
          authorizationCode: { authorizationUrl, tokenUrl, scopes: { 'dogs:write': 'Change dogs.' } },
        },
      },
    },
  },
};

const two: JsonObject = {
  swagger: '2.0',
  info: { title: 'Park', version: '1' },
  host: 'internal.example.edu',
  basePath: '/api',
  schemes: ['http'],
  security: [{ login: [] }],
  securityDefinitions: { login: { type: 'basic' } },
  paths: {
    '/dogs': {
      get: { responses },
      post: { schemes: ['https'], security: [{ scoped: ['dogs:write'] }], responses },
    },
  },
};

const publishedTwo: JsonObject = {
  swagger: '2.0',
  info: { title: 'Park', version: '1' },
  host: 'gateway.example.edu',
  basePath: '/park/v1',
  schemes: ['https'],
  securityDefinitions: {
    gateway_application: {
      type: 'oauth2',
      flow: 'application',
      tokenUrl,
      scopes: { 'dogs:write': 'Change dogs.' },
    },
    gateway_accessCode: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl,
      tokenUrl,
      scopes: { 'dogs:write': 'Change dogs.' },
    },
  },
  paths: {
    '/dogs': {
      get: { responses, security: [{ gateway_application: [] }, { gateway_accessCode: [] }] },
      post: {
        responses,
        security: [{ gateway_application: ['dogs:write'] }, { gateway_accessCode: ['dogs:write'] }],
      },
    },
  },
};

function publish(document: JsonObject, changes: Partial<PublishedAs> = {}): JsonObject {
  return publishDocument(openDocument(document), { ...asGateway, ...changes });
}

describe('a published document', () => {
  test('of OpenAPI 3.0 has the address and the tokens of the gateway', async () => {
    const before = JSON.stringify(three);
    expect(publish(three)).toEqual(publishedThree);
    expect(JSON.stringify(three)).toBe(before);
    expect(await fitsOpenapi(publish(three), '3.0')).toBe(true);
  });

  test('of OpenAPI 2.0 has a scheme for each flow', async () => {
    expect(publish(two)).toEqual(publishedTwo);
    expect(await fitsOpenapi(publish(two), '2.0')).toBe(true);
  });

  test('requires no token at a public operation, only what the service itself checks', async () => {
    const operation = (security: readonly JsonObject[]) => ({ security, responses });
    const published = publish({
      ...three,
      paths: {
        '/dogs': { delete: operation([]) },
        '/cats': { delete: { responses } },
        '/birds': { delete: operation([{ login: ['birds:write'] }, {}]) },
        '/fish': { delete: operation([{ login: ['fish:write'], tenant: [] }]) },
        '/bees': { delete: operation([{ tenant: [] }, { login: [] }]) },
      },
    });
    expect(published).toMatchObject({
      paths: {
        '/dogs': { delete: { security: [] } },
        '/cats': { delete: { security: [] } },
        '/birds': { delete: { security: [] } },
        '/fish': { delete: { security: [{ tenant: [] }] } },
        '/bees': { delete: { security: [{ tenant: [] }, {}] } },
      },
    });
    expect(await fitsOpenapi(published, '3.0')).toBe(true);
  });

  test('of OpenAPI 3.1 keeps the schemes of its webhooks', async () => {
    const webhooks = { found: { post: { security: [{ basic: [] }], responses } } };
    const published = publish({ ...three, openapi: '3.1.0', webhooks });
    expect(published).toMatchObject({
      webhooks,
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    });
    expect(await fitsOpenapi(published, '3.1')).toBe(true);
  });

  test('of OpenAPI 3.2 names the metadata, and covers further methods', () => {
    const additionalOperations = { PURGE: { security: [], responses } };
    const published = publish({ ...three, openapi: '3.2.0', paths: { '/dogs': { additionalOperations } } });
    expect(published).toMatchObject({
      paths: { '/dogs': { additionalOperations: { PURGE: { security: [{ gateway: [] }] } } } },
      components: { securitySchemes: { gateway: { oauth2MetadataUrl: asGateway.metadataUrl } } },
    });
  });

  test('has another name for the tokens where the document uses it for a key of the service', () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const components = { securitySchemes: { gateway: key } };
    const published = publish({
      ...three,
      security: [{ gateway: [] }],
      components,
      paths: { '/dogs': { get: { responses } } },
    });
    expect(published).toMatchObject({
      paths: { '/dogs': { get: { security: [{ gateway: [], gateway_: [] }] } } },
      components: { securitySchemes: { gateway: key, gateway_: { type: 'oauth2' } } },
    });
  });

  test.each([
    [three, { schema: { type: 'string', enum: ['v1'] } }],
    [two, { type: 'string', enum: ['v1'] }],
  ])('asks for the version in a header where no address names it', async (document, described) => {
    const published = publish(document, { versionHeader: { name: 'API-Version', version: 'v1' } });
    const parameter = { name: 'API-Version', in: 'header', required: true, ...described };
    expect(published).toMatchObject({ paths: { '/dogs': { parameters: [parameter] } } });
    expect(await fitsOpenapi(published, document === two ? '2.0' : '3.0')).toBe(true);
  });

  test('stays without paths if it has none', () => {
    const { paths: _, ...rest } = three;
    expect(publish({ ...rest, openapi: '3.1.0' })).not.toHaveProperty('paths');
  });
});

test('a callback that many operations share is read once', () => {
  const callbacks = { found: { $ref: '#/components/callbacks/Found' } };
  const paths = Array.from({ length: 10 }, (_, index) => [
    `/dogs/${index}`,
    { post: { callbacks, responses } },
  ]);
  const document = openDocument({
    openapi: '3.1.0',
    info: { title: 'Park', version: '1' },
    paths: Object.fromEntries(paths),
    components: {
      callbacks: { Found: { '{$url}': { post: { security: [{ own: [] }], responses } } } },
      securitySchemes: { own: { type: 'http', scheme: 'basic' }, other: { type: 'http', scheme: 'basic' } },
    },
  });
  const pathItemsIn = vi.spyOn(document, 'pathItemsIn');
  const { components } = publishDocument(document, asGateway);
  expect(Object.keys((components as JsonObject)['securitySchemes'] as JsonObject)).toEqual([
    'own',
    'gateway',
  ]);
  expect(pathItemsIn).toHaveBeenCalledTimes(1);
});
