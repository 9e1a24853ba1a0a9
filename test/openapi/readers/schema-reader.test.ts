import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { pathTo } from '#openapi/value-path.ts';
import { visitDefinition } from '#openapi/visit-document.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { documentOf } from '../../compiler/rule/document-of.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const schemas: JsonObject = {
  Base: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  },
  Extended: { ...ref('Base'), required: ['name'], properties: { name: { type: 'integer' } } },
  Described: { ...ref('Base'), description: 'A base.', 'x-from': 'the base' },
  Twice: { ...ref('Extended'), description: 'Goes on.' },
};

function schemaOf(name: string, openapi: Definition['openapi'] = '3.1'): SchemaNode | undefined {
  const at = pathTo(pathTo(pathTo(undefined, 'components'), 'schemas'), name);
  return documentOf({ components: { schemas } }, openapi).schemaAt(schemas[name], at);
}

/** The names of properties with their types, and the required ones. */
function describeSchema(schema: SchemaNode | undefined): readonly string[] {
  const properties = [...(schema?.properties.values() ?? [])];
  return [
    ...properties.map(({ name, schema: one, pointer }) => `${name}: ${one?.types.join()} at ${pointer}`),
    `required: ${[...(schema?.required ?? [])].toSorted().join()}`,
  ];
}

const base = '/components/schemas/Base/properties';
const ofBase = [`id: string at ${base}/id`, `name: string at ${base}/name`, 'required: id'];
const ofExtended = [
  'name: integer at /components/schemas/Extended/properties/name',
  `id: string at ${base}/id`,
  'required: id,name',
];

describe('what is next to a reference', () => {
  test.each([
    ['Extended', '/components/schemas/Extended', ofExtended],
    ['Twice', '/components/schemas/Extended', ofExtended],
    ['Described', '/components/schemas/Base', ofBase],
  ])(
    'in OpenAPI 3.1 belongs to the schema %s if it says something of its values',
    (name, pointer, members) => {
      const schema = schemaOf(name);
      expect(schema?.pointer).toBe(pointer);
      expect([schema?.types, schema?.isObject]).toEqual([['object'], true]);
      expect(describeSchema(schema)).toEqual(members);
    },
  );

  test.each(['3.0', '2.0'] as const)('is ignored in OpenAPI %s', (openapi) => {
    expect(schemaOf('Extended', openapi)?.pointer).toBe('/components/schemas/Base');
    expect(describeSchema(schemaOf('Extended', openapi))).toEqual(ofBase);
  });

  test.each([
    ['3.1', ['Base', 'Extended']],
    ['3.0', ['Base']],
  ] as const)('makes a schema of its own in OpenAPI %s', (openapi, names) => {
    const seen: string[] = [];
    visitDefinition(documentOf({ components: { schemas } }, openapi), {
      schema: ({ pointer }) => seen.push(pointer),
    });
    const ofComponents = seen.filter((pointer) => pointer.split('/').length === 4);
    expect(ofComponents).toEqual(names.map((name) => `/components/schemas/${name}`));
  });
});

test('a schema that is reached by a reference is the same node each time', () => {
  const document = documentOf({ components: { schemas } }, '3.1');
  const at = pathTo(undefined, 'x');
  expect(document.schemaAt(ref('Base'), at)).toBe(document.schemaAt(ref('Base'), at));
  expect(document.schemaAt(ref('Extended'), at)).toBe(document.schemaAt(ref('Extended'), at));
});

test('a schema that takes itself in has an end', () => {
  const loop: JsonObject = { Loop: { ...ref('Loop'), allOf: [ref('Loop')], type: 'string' } };
  const document = documentOf({ components: { schemas: loop } }, '3.1');
  const schema = document.schemaOf('#/components/schemas/Loop');
  expect([schema?.parts.length, schema?.types]).toEqual([1, ['string']]);
});
