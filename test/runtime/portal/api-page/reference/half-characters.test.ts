import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { readCall } from '#runtime/portal/console/read-call.ts';
import { sampleLanguages } from '#runtime/portal/api-page/samples/sample-languages.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import { userInTest, visit, visitPage } from '../../visit-in-test.ts';

const version = '/store/apis/tried/v1';

/** Half a surrogate pair, which JSON may contain and UTF-8 may not. */
const half = '\uD800';

const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: half },
  ...['form', 'deepObject'].map((style) => ({
    name: `${half}${style}`,
    in: 'query',
    required: true,
    style,
    schema: { type: 'object' },
    example: { [half]: half },
  })),
  { name: 'json', in: 'query', required: true, content: { 'application/json': { example: [half] } } },
  { name: half, in: 'header', required: true, schema: { type: 'string' }, example: half },
  { name: half, in: 'cookie', required: true, schema: { type: 'string' }, example: half },
];

function bodyOf(mediaType: string): JsonObject {
  const schema = { type: 'object', required: [half], properties: { [half]: { enum: [half] } } };
  return { requestBody: { content: { [mediaType]: { schema } } } };
}

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: half, version: half },
  paths: {
    '/dogs/{id}': {
      get: { summary: half, parameters, responses: { 200: { $ref: '#/components/responses/Any' } } },
      put: { ...bodyOf('application/x-www-form-urlencoded'), parameters: parameters.slice(0, 1) },
      post: { ...bodyOf('multipart/form-data'), parameters: parameters.slice(0, 1) },
      patch: { ...bodyOf('application/json'), parameters: parameters.slice(0, 1) },
    },
  },
  components: {
    schemas: {
      [half]: { type: 'object', properties: { [half]: { $ref: `#/components/schemas/${half}` } } },
      Other: { $ref: `#/components/schemas/${half}` },
    },
    responses: {
      Any: {
        description: half,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${half}` } } },
      },
    },
  },
};

describe('half a surrogate pair', () => {
  const operations = ['GET', 'PUT', 'POST', 'PATCH'].map(
    (method) => `${version}/operation?method=${method}&path=/dogs/{id}`,
  );

  test.each([
    version,
    `${version}?q=dogs`,
    `${version}/schemas`,
    `${version}/schemas/Other`,
    `${version}/schemas?at=/components/schemas/Other`,
    ...operations.flatMap((path) => sampleLanguages.map(({ key }) => `${path}&language=${key}`)),
  ])('is shown at %s', async (path) => {
    expect(await visit(tableOfDocument(document), path, { user: userInTest('ada') })).toMatchObject({
      status: 200,
    });
  });

  test('is shown in the form that tries an operation', async () => {
    const table = tableOfDocument(document, { operations: ['public PUT /dogs/{id}'] });
    const path = `${version}/operation/try?method=PUT&path=/dogs/{id}`;
    const page = await visitPage(table, path, { user: userInTest('ada') });
    expect(page).toContain('>\n%EF%BF%BD=</textarea');
  });

  test('is sent as the character that replaces it', () => {
    const operation = openDocument(document).operation('GET', '/dogs/{id}');
    if (!operation) throw new Error('the operation is missing');
    const typed = String.raw`{"a":"\ud800"}`;
    const form = new Map([
      ['path.id', 'a'],
      [`query.${half}form`, typed],
      [`query.${half}deepObject`, typed],
      ['query.json', typed],
    ]);
    expect(readCall(operation, { form, newIdentifier: () => 'x' })).toMatchObject({
      path: `/dogs/a?a=%EF%BF%BD&%EF%BF%BDdeepObject%5Ba%5D=%EF%BF%BD&json=${encodeURIComponent(typed)}`,
    });
  });
});
