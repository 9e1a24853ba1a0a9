import { expect, test, vi } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { findSchemaUses } from '#openapi/schema-uses.ts';

const referTo = (name: string) => ({ $ref: `#/components/${name}` });

function documentOf(paths: JsonObject, components: JsonObject): JsonObject {
  return { openapi: '3.2.0', info: { title: 'Dogs', version: '1' }, paths, components };
}

test('finds what contains a schema, in the order of the document', () => {
  const document = openDocument(
    documentOf(
      {
        '/b': {
          get: { responses: { 200: referTo('responses/Other') } },
          post: { requestBody: referTo('requestBodies/Any') },
        },
        '/a': {
          parameters: [referTo('parameters/Filter')],
          get: {},
          additionalOperations: { COPY: { responses: {} } },
        },
        '/c': {
          get: {
            responses: { 200: { content: { 'text/a': { schema: { $ref: '#/components/schemas/Cat' } } } } },
          },
        },
      },
      {
        schemas: {
          Pack: { items: { anyOf: [referTo('schemas/Dog'), referTo('schemas/Cat')] } },
          Dog: { properties: { pack: { $ref: '#/components/schemas/Pack' } } },
          Cat: { type: 'string' },
          'A/%': { not: { $ref: '#/components/schemas/Cat/properties/name' } },
          Alone: { $ref: '#/components/schemas/A~1%25' },
          Odd: { $ref: '#/components/responses/Real' },
        },
        responses: {
          Other: { $ref: '#/components/responses/Real' },
          Real: { content: { 'text/a': { schema: { $ref: '#/components/schemas/Pack' } } } },
        },
        parameters: { Filter: { schema: { $ref: '#/components/schemas/Dog' } } },
        requestBodies: { Any: { content: { 'text/a': { schema: { $ref: '#/components/schemas/Alone' } } } } },
      },
    ),
  );
  const found = findSchemaUses(document);
  const uses = ['Pack', 'Dog', 'Cat', 'A/%', 'Alone', 'Odd', 'None'].map((name) => [
    name,
    found.schemasWith(name).join(', '),
    found
      .operationsWith(name)
      .map((operation) => operation.name)
      .join(', '),
  ]);
  expect(uses).toEqual([
    ['Pack', 'Dog, Odd', 'COPY /a, GET /a, GET /b'],
    ['Dog', 'Pack', 'COPY /a, GET /a, GET /b'],
    ['Cat', 'Pack, A/%', 'COPY /a, GET /a, GET /b, POST /b, GET /c'],
    ['A/%', 'Alone', 'POST /b'],
    ['Alone', '', 'POST /b'],
    ['Odd', '', ''],
    ['None', '', ''],
  ]);
});

test('reads a response once that many operations share', () => {
  /** How many items are kept for as many operations, which share a response with as many schemas. */
  const countKept = (count: number) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const paths = numbers.map((index) => [
      `/dogs/${index}`,
      { get: { responses: { 200: { $ref: '#/components/responses/Shared' } } } },
    ]);
    const schemas = numbers.map((index) => [`Dog${index}`, {}]);
    const schema = { anyOf: numbers.map((index) => referTo(`schemas/Dog${index}`)) };
    const document = openDocument(
      documentOf(Object.fromEntries(paths), {
        schemas: Object.fromEntries(schemas),
        responses: { Shared: { content: { 'text/a': { schema } } } },
      }),
    );
    const add = vi.spyOn(Set.prototype, 'add');
    expect(findSchemaUses(document).operationsWith('Dog1')).toHaveLength(count);
    const kept = add.mock.calls.length;
    vi.restoreAllMocks();
    return kept;
  };
  expect(countKept(100)).toBeLessThanOrEqual(2 * countKept(50));
});

test('follows a chain of references of any length', () => {
  const responses = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `R${index}`,
      { $ref: `#/components/responses/R${index + 1}` },
    ]),
  );
  const last = { content: { 'text/a': { schema: { $ref: '#/components/schemas/Dog' } } } };
  const document = openDocument(
    documentOf(
      { '/dogs': { get: { responses: { 200: { $ref: '#/components/responses/R0' } } } } },
      { schemas: { Dog: {} }, responses: { ...responses, R20000: last } },
    ),
  );
  expect(findSchemaUses(document).operationsWith('Dog')).toHaveLength(1);
});
