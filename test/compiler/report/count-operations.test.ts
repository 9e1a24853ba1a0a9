import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { countOperations } from '#compiler/report/count-operations.ts';

/** A document whose only operation answers with a schema, next to some others. */
function documentOf(schema: JsonObject, more: JsonObject = {}, schemas: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema, ...more } };
  return {
    openapi: '3.1.0',
    info: { title: 'Dogs', version: '1' },
    paths: { '/dogs': { get: { responses: { '200': { description: 'Dogs.', content } } } } },
    components: { schemas },
  };
}

function hasExample(document: JsonObject): boolean {
  const { withBodies, withExamples } = countOperations(document);
  expect(withBodies).toBe(1);
  return withExamples === 1;
}

const named = { type: 'object', properties: { name: { type: 'string', example: 'Rex' } } };

describe('a body has an example', () => {
  test.each<[string, JsonObject, boolean]>([
    ['that is its own', documentOf({ type: 'object' }, { example: { name: 'Rex' } }), true],
    ['among its own', documentOf({ type: 'object' }, { examples: { one: { value: 1 } } }), true],
    ['of its schema', documentOf({ type: 'object', example: {} }), true],
    ['of each member of its schema', documentOf(named), true],
    ['of each item', documentOf({ type: 'array', items: named }), true],
    ['of one alternative', documentOf({ oneOf: [{ type: 'string' }, named] }), true],
    ['as a list of values', documentOf({ type: 'string', enum: ['a', 'b'] }), true],
    ['of some members only', documentOf({ properties: { ...named.properties, age: {} } }), false],
    ['of no member', documentOf({ type: 'object' }), false],
    ['of nothing, without a schema', documentOf({ type: 'string' }), false],
  ])('%s', (_, document, expected) => {
    expect(hasExample(document)).toBe(expected);
  });

  test('although its schema contains itself', () => {
    const dog = { properties: { ...named.properties, parent: { $ref: '#/components/schemas/Dog' } } };
    expect(hasExample(documentOf({ $ref: '#/components/schemas/Dog' }, {}, { Dog: dog }))).toBe(true);
  });

  test('if no schema is nested too deeply', () => {
    const nest = (depth: number): JsonObject =>
      depth === 0 ? named : { type: 'array', items: nest(depth - 1) };
    expect(hasExample(documentOf(nest(40)))).toBe(true);
    expect(hasExample(documentOf(nest(60)))).toBe(false);
  });
});

test('operations without bodies need no examples, and a blank summary does not describe', () => {
  const answers = { '204': { description: 'Done.' } };
  const document = {
    openapi: '3.1.0',
    paths: {
      '/dogs': {
        delete: { summary: 'Deletes all dogs.', responses: answers },
        put: { description: 'Replaces all dogs.', responses: answers },
        patch: { summary: ' ', responses: answers },
      },
    },
  };
  expect(countOperations(document)).toEqual({ all: 3, described: 2, withBodies: 0, withExamples: 0 });
});
