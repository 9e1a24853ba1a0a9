import type { JsonObject } from './declare-family.ts';

const text = { type: 'string' };
const done = { '200': { description: 'Done.' } };

/** The document of the first version, with a text at most places that a document has. */
export function describeFamily(tag: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Park',
      version: 'v1',
      description: 'Walks.',
      contact: { name: 'Ada', email: 'ada@example.edu' },
    },
    servers: [{ url: 'https://gateway.example.edu/park', description: 'The gateway.' }],
    tags: [{ name: `dogs_${tag}`, description: 'Of dogs.' }],
    externalDocs: { url: 'https://docs.example.edu', description: 'More.' },
    paths: {
      '/dogs': {
        summary: 'Dogs.',
        get: {
          operationId: `listDogs_${tag}`,
          summary: 'Lists dogs.',
          description: 'All of them.',
          tags: [`dogs_${tag}`],
          parameters: [
            { name: `name_${tag}`, in: 'query', description: 'A name.', schema: text },
            { name: `X-Trace_${tag}`, in: 'header', schema: text },
            { name: `theme_${tag}`, in: 'cookie', schema: text },
          ],
          responses: {
            '200': {
              description: 'Dogs.',
              headers: { [`X-Shown_${tag}`]: { description: 'Shown.', schema: text } },
              content: {
                [`application/${tag}+json`]: { schema: { $ref: `#/components/schemas/Dog_${tag}` } },
              },
              links: { [`self_${tag}`]: { operationId: `listDogs_${tag}`, description: 'Again.' } },
            },
          },
        },
        post: {
          security: [{ [`oauth_${tag}`]: [`read_${tag}`] }],
          requestBody: { description: 'A dog.', content: { 'application/json': { schema: text } } },
          responses: done,
        },
        delete: { security: [{ [`oauth_${tag}`]: [`admin_${tag}`] }], responses: done },
      },
      [`/lobby_${tag}`]: { get: { responses: done } },
      [`/rooms_${tag}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: done },
      },
      [`/halls_${tag}/a{one},{other}`]: {
        parameters: ['one', 'other'].map((name) => ({ name, in: 'path', required: true, schema: text })),
        get: { responses: done },
      },
    },
    components: {
      schemas: {
        [`Dog_${tag}`]: {
          title: 'Dog',
          description: 'A dog.',
          type: 'object',
          properties: { [`name_${tag}`]: { type: 'string', pattern: '^[a-z]+$', examples: ['rex'] } },
        },
      },
      securitySchemes: {
        [`oauth_${tag}`]: {
          type: 'oauth2',
          description: 'Tokens.',
          flows: {
            clientCredentials: {
              tokenUrl: 'https://gateway.example.edu/token',
              scopes: { [`read_${tag}`]: 'May read.', [`admin_${tag}`]: 'May do everything.' },
            },
          },
        },
      },
    },
  };
}

/** The document of the second version. */
export function describeOther(): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Park', version: 'v2' },
    paths: { '/dogs': { get: { responses: done } } },
  };
}
