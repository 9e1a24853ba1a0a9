import { describe, expect, test } from 'vitest';
import { full } from '../../full-run.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { JsonObject } from '#compiled/json.ts';
import { bundleFiles } from './definition/bundle-files.ts';

const schema = ($ref: string) => ({ schema: { $ref } });
const operation = { responses: {} };

describe('the siblings of a $ref', () => {
  const files = {
    'openapi.yaml': {
      paths: { $ref: 'p.yaml', '/extra': { get: operation } },
      components: { schemas: { $ref: 's.yaml', Own: { type: 'string' } } },
    },
    'p.yaml': {
      '/dogs': {
        $ref: 'dogs.yaml',
        summary: 'Beside.',
        parameters: [schema('s.yaml#/Dog')],
        put: { requestBody: { $ref: 'bodies.yaml#/Dog' } },
      },
      '/extra': { delete: operation },
    },
    'dogs.yaml': { summary: 'Theirs.', description: 'Dogs.', get: operation },
    's.yaml': { Dog: { type: 'object' }, Own: { type: 'integer' } },
    'bodies.yaml': { Dog: { content: {} } },
  };

  test('is bundled and wins', () => {
    const { contract, findings } = bundleFiles(files);
    expect(findings).toEqual([]);
    expect(contract).toEqual({
      paths: {
        '/dogs': {
          summary: 'Beside.',
          description: 'Dogs.',
          get: operation,
          parameters: [schema('#/components/schemas/Dog')],
          put: { requestBody: { $ref: '#/components/requestBodies/Dog' } },
        },
        '/extra': { get: operation },
      },
      components: {
        requestBodies: { Dog: { content: {} } },
        schemas: { Dog: { type: 'object' }, Own: { type: 'string' } },
      },
    });
  });

  test.each([
    ['/paths', 'p.yaml#'],
    ['/paths/~1extra/get', 'openapi.yaml#/paths/~1extra/get'],
    ['/paths/~1dogs', 'dogs.yaml#'],
    ['/paths/~1dogs/description', 'dogs.yaml#/description'],
    ['/paths/~1dogs/summary', 'p.yaml#/~1dogs/summary'],
    ['/paths/~1dogs/parameters/0/schema', 'p.yaml#/~1dogs/parameters/0/schema'],
    ['/components/schemas/Own/type', 'openapi.yaml#/components/schemas/Own/type'],
    ['/components/schemas/Dog/type', 's.yaml#/Dog/type'],
  ])('keeps its own place: %s', (pointer, place) => {
    expect(bundleFiles(files).originOf(pointer)).toBe(place);
  });

  test('keeps the last place of a chain of references', () => {
    const { originOf } = bundleFiles({
      'openapi.yaml': { paths: { '/a': { $ref: 'a.yaml' } } },
      'a.yaml': { $ref: 'b.yaml', summary: 'A.' },
      'b.yaml': { get: operation },
    });
    expect([originOf('/paths/~1a/get'), originOf('/paths/~1a/summary')]).toEqual([
      'b.yaml#/get',
      'a.yaml#/summary',
    ]);
  });
});

describe('plain data that is referred to', () => {
  test('is bundled as a component', () => {
    const data = { Dog: { properties: { o: { $ref: './o.yaml#/Owner' } } } };
    const { contract } = bundleFiles({
      'openapi.yaml': {
        'x-s': data,
        components: { responses: { A: { content: { j: schema('#/x-s/Dog') } } } },
      },
      'o.yaml': { Owner: { properties: { dog: { $ref: 'openapi.yaml#/x-s/Dog' } } } },
    });
    expect(contract).toEqual({
      'x-s': data,
      components: {
        responses: { A: { content: { j: schema('#/components/schemas/Dog') } } },
        schemas: {
          Dog: { properties: { o: { $ref: '#/components/schemas/Owner' } } },
          Owner: { properties: { dog: { $ref: '#/components/schemas/Dog' } } },
        },
      },
    });
  });

  test('is allowed in `x-` members of paths and responses, which hold no references', () => {
    const note = { $ref: 'https://example.com/note' };
    const root = { paths: { 'x-note': note, '/a': { get: { responses: { 'x-note': note } } } } };
    const { contract, findings } = bundleFiles({ 'openapi.yaml': root });
    expect([contract, findings]).toEqual([root, []]);
  });

  test('includes operationRef', () => {
    const root = { components: { links: { Next: { operationRef: './other.yaml#/paths/~1a/get' } } } };
    expect(bundleFiles({ 'openapi.yaml': root })).toMatchObject({ contract: root, findings: [] });
  });
});

describe('homes', () => {
  test('do not depend on the order of keys', () => {
    const ref = { $ref: 'dog.yaml' };
    const bundleWith = (schemas: JsonObject) =>
      canonicalJson(
        bundleFiles({ 'openapi.yaml': { components: { schemas } }, 'dog.yaml': { type: 'object' } }).contract,
      );
    expect(bundleWith({ B: ref, A: ref })).toBe(bundleWith({ A: ref, B: ref }));
  });

  test('hold what lies below them', () => {
    const { contract } = bundleFiles({
      'openapi.yaml': {
        components: {
          schemas: {
            Dog: { $ref: 'Dog.yaml' },
            Owner: { $ref: 'Dog.yaml#/properties/o', description: 'x' },
            Toy: { allOf: [{ $ref: 'Dog.yaml#/example' }] },
          },
        },
      },
      'Dog.yaml': { properties: { o: { type: 'object' } }, example: { type: 'string' } },
    });
    expect(contract['components']).toEqual({
      schemas: {
        Dog: { properties: { o: { type: 'object' } }, example: { type: 'string' } },
        Owner: { $ref: '#/components/schemas/Dog/properties/o', description: 'x' },
        Toy: { allOf: [{ $ref: '#/components/schemas/example' }] },
        example: { type: 'string' },
      },
    });
  });

  test('may have any name', () => {
    const { contract } = bundleFiles({
      'openapi.yaml': { components: { responses: { A: { content: { j: schema('./__proto__.yaml') } } } } },
      ['__proto__.yaml']: { type: 'object' },
    });
    const { schemas } = contract['components'] as { schemas: object };
    expect(JSON.stringify(schemas)).toBe('{"__proto__":{"type":"object"}}');
    expect(Object.getPrototypeOf(schemas)).toBe(Object.prototype);
  });

  test('of one base name are numbered', full, () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `d${index}`);
    const { contract } = bundleFiles({
      'openapi.yaml': {
        components: { schemas: { All: { allOf: names.map((name) => ({ $ref: `${name}.yaml#/Dog` })) } } },
      },
      ...Object.fromEntries(names.map((name) => [`${name}.yaml`, { Dog: {} }])),
    });
    const { schemas } = contract['components'] as { schemas: object };
    expect(Object.keys(schemas).length).toBe(20_001);
    expect(Object.hasOwn(schemas, 'Dog_20000')).toBe(true);
  });
});

test('a fragment is decoded before its tokens are (RFC 6901 section 6)', () => {
  const root = {
    components: { schemas: { 'a/b': {}, C: { allOf: [{ $ref: '#/components/schemas/a%7E1b' }] } } },
  };
  expect(bundleFiles({ 'openapi.yaml': root }).findings).toEqual([]);
});

test('what a bundle does not change it does not copy, unless it was moved', () => {
  const item = { get: { responses: {}, parameters: [schema('#/components/schemas/Own')] } };
  const moved = { type: 'object', properties: { name: { type: 'string' } } };
  const { contract } = bundleFiles({
    'openapi.yaml': {
      paths: { '/a': item, '/b': { parameters: [schema('dog.yaml')] } },
      components: { schemas: { Own: { type: 'string' } } },
    },
    'dog.yaml': moved,
  });
  expect(contract).toMatchObject({ paths: { '/a': item }, components: { schemas: { dog: moved } } });
  const { paths, components } = contract as {
    readonly paths: Readonly<Record<string, JsonObject>>;
    readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
  };
  expect(paths['/a']?.['get']).toBe(item.get);
  expect(components.schemas['dog']).not.toBe(moved);
  expect(components.schemas['dog']?.['properties']).toBe(moved.properties);
});

describe('a schema that is referred to by a name', () => {
  const bundled = (...references: readonly string[]) => {
    const { contract, findings } = bundleFiles({
      'openapi.yaml': {
        openapi: '3.1.0',
        paths: {},
        components: {
          schemas: {
            Dog: { $anchor: 'dog', properties: { name: { $anchor: 'name' } } },
            Cat: { $id: 'https://example.edu/cat', $defs: { Tail: { type: 'string' } } },
            Old: { $id: '#old' },
            Twin: { allOf: [{ $anchor: 'twin' }, { $anchor: 'twin' }] },
            Sample: { default: { $anchor: 'data' } },
            Uses: { oneOf: references.map(($ref) => ({ $ref })) },
          },
        },
      },
      'other.yaml': { Bird: { $anchor: 'bird', type: 'object' } },
    });
    const { schemas } = contract['components'] as { schemas: Record<string, { oneOf?: object[] }> };
    return [schemas['Uses']?.oneOf, findings];
  };

  test.each([
    ['#dog', '#/components/schemas/Dog'],
    ['openapi.yaml#dog', '#/components/schemas/Dog'],
    ['#old', '#/components/schemas/Old'],
    ['https://example.edu/cat', '#/components/schemas/Cat'],
    ['other.yaml#bird', '#/components/schemas/Bird'],
    ['#name', '#/components/schemas/Dog/properties/name'],
    ['https://example.edu/cat#/$defs/Tail', '#/components/schemas/Cat/$defs/Tail'],
  ])('has its pointer in the contract: %s', (reference, $ref) => {
    expect(bundled(reference)).toEqual([[{ $ref }], []]);
  });

  test.each([
    ['#none', 'reference-missing'],
    ['#data', 'reference-missing'],
    ['#twin', 'reference-unsupported'],
    ['https://example.edu/dog', 'reference-remote'],
  ])('is reported unless there is one: %s', (reference, code) => {
    const place = 'openapi.yaml#/components/schemas/Uses/oneOf/0/$ref';
    expect(bundled(reference)).toEqual([[{ $ref: reference }], [`${place} ${code}`]]);
  });
});

describe('a reference in a schema with an `$id`', () => {
  const bundled = ($ref: string) => {
    const { contract, findings } = bundleFiles({
      'openapi.yaml': {
        openapi: '3.1.0',
        paths: {},
        components: {
          schemas: {
            Kennel: {
              $id: 'https://example.edu/kennels/one',
              properties: { size: { $anchor: 'size' }, inside: { $ref } },
              $defs: { Cage: { $id: 'cages/one', $defs: { Bars: { $anchor: 'size' } } } },
            },
            Dog: { $anchor: 'dog', properties: {} },
            Tree: { $id: 'https://example.edu/tree', properties: { size: { $anchor: 'size' } } },
          },
        },
      },
      'other.yaml': { Bird: { type: 'object' } },
    });
    const { schemas } = contract['components'] as {
      schemas: Record<string, { properties: Record<string, unknown> }>;
    };
    return [schemas['Kennel']?.properties['inside'], findings];
  };

  test.each([
    ['#/properties/size', '#/components/schemas/Kennel/properties/size'],
    ['#size', '#/components/schemas/Kennel/properties/size'],
    ['#', '#/components/schemas/Kennel'],
    ['../tree', '#/components/schemas/Tree'],
    ['../tree#/properties/size', '#/components/schemas/Tree/properties/size'],
    ['/tree#size', '#/components/schemas/Tree/properties/size'],
    ['cages/one#/$defs/Bars', '#/components/schemas/Kennel/$defs/Cage/$defs/Bars'],
    ['https://example.edu/kennels/cages/one#size', '#/components/schemas/Kennel/$defs/Cage/$defs/Bars'],
    ['#/components/schemas/Dog', '#/components/schemas/Dog'],
    ['#dog', '#/components/schemas/Dog'],
    ['other.yaml#/Bird', '#/components/schemas/Bird'],
  ])('is relative to it, or else to the file: %s', (reference, $ref) => {
    expect(bundled(reference)).toEqual([{ $ref }, []]);
  });

  test.each([
    ['#/$defs/None', 'reference-missing'],
    ['#none', 'reference-missing'],
    ['https://example.edu/none', 'reference-remote'],
  ])('is reported unless there is a target: %s', (reference, code) => {
    const place = 'openapi.yaml#/components/schemas/Kennel/properties/inside/$ref';
    expect(bundled(reference)).toEqual([{ $ref: reference }, [`${place} ${code}`]]);
  });
});

describe('a schema with an `$id`', () => {
  const kennels = {
    'openapi.yaml': {
      openapi: '3.1.0',
      paths: {},
      components: {
        schemas: {
          Kennel: {
            $id: 'https://example.edu/kennel',
            properties: { dog: { $ref: 'other.yaml#/Dog' }, size: { $ref: '#size' } },
            $defs: { Size: { $anchor: 'size', type: 'integer' } },
          },
          Old: { $id: '#old', properties: { kennel: { $ref: 'https://example.edu/kennel' } } },
          Wrong: { $id: 'https://example.edu/wrong#part', $anchor: 'not a name' },
          Sample: { properties: { $id: { type: 'string' } }, default: { $id: 'data' }, constructor: 'a' },
        },
      },
    },
    'other.yaml': {
      Dog: {
        $id: 'dog',
        properties: { friend: { $ref: '#/properties/name' }, name: { $ref: '#/$defs/Name' } },
      },
      $defs: { Name: { type: 'string' } },
    },
  };

  test('has neither that nor an anchor in the contract, where every reference is relative to the document', () => {
    const { contract, findings } = bundleFiles(kennels, '3.1');
    expect(findings).toEqual([]);
    expect(contract['components']).toEqual({
      schemas: {
        Kennel: {
          properties: {
            dog: { $ref: '#/components/schemas/Dog' },
            size: { $ref: '#/components/schemas/Kennel/$defs/Size' },
          },
          $defs: { Size: { type: 'integer' } },
        },
        Old: { $id: '#old', properties: { kennel: { $ref: '#/components/schemas/Kennel' } } },
        Wrong: { $id: 'https://example.edu/wrong#part', $anchor: 'not a name' },
        Sample: { properties: { $id: { type: 'string' } }, default: { $id: 'data' }, constructor: 'a' },
        Dog: {
          properties: {
            friend: { $ref: '#/components/schemas/Dog/properties/name' },
            name: { $ref: '#/components/schemas/Name' },
          },
        },
        Name: { type: 'string' },
      },
    });
  });

  test('keeps it before OpenAPI 3.1, which has no such keyword', () => {
    const { contract } = bundleFiles(kennels, '3.0');
    expect(contract).toMatchObject({
      components: { schemas: { Kennel: { $id: 'https://example.edu/kennel' }, Dog: { $id: 'dog' } } },
    });
  });
});

describe('a `$dynamicRef`', () => {
  const tree = (reference: string, version: string) =>
    bundleFiles(
      {
        'openapi.yaml': {
          openapi: `${version}.0`,
          paths: {},
          components: {
            schemas: {
              Tree: { $dynamicAnchor: 'node', items: { $dynamicRef: reference } },
              Fork: { $dynamicAnchor: 'node' },
              Leaf: { $id: 'https://example.edu/leaf', $dynamicAnchor: 'leaf', $defs: { Vein: {} } },
              Away: { $ref: 'other.yaml#/Away' },
            },
          },
        },
        'other.yaml': {
          Away: { $dynamicAnchor: 'away', items: { $dynamicRef: '#/Near' } },
          Near: { $dynamicAnchor: 'near' },
        },
      },
      version,
    );
  const schemasOf = ({ contract }: ReturnType<typeof bundleFiles>) =>
    (contract['components'] as { schemas: Record<string, { items?: object }> }).schemas;

  test.each(['#node', '#/components/schemas/Tree', '#', 'https://example.edu/elsewhere'])(
    'stays as it is if it has a target: %s',
    (reference) => {
      const bundled = tree(reference, '3.1');
      expect(schemasOf(bundled)['Tree']?.items).toEqual({ $dynamicRef: reference });
      expect(bundled.findings).toEqual([]);
    },
  );

  test.each([
    ['https://example.edu/leaf', '#/components/schemas/Leaf'],
    ['https://example.edu/leaf#leaf', '#leaf'],
    ['https://example.edu/leaf#/$defs/Vein', '#/components/schemas/Leaf/$defs/Vein'],
    ['other.yaml#away', '#away'],
    ['other.yaml#/Away', '#/components/schemas/Away'],
    ['other.yaml#near', '#near'],
    ['other.yaml#/Near', '#/components/schemas/Near'],
  ])('to elsewhere leads to the same schema in the contract: %s', (reference, $dynamicRef) => {
    const bundled = tree(reference, '3.1');
    const schemas = schemasOf(bundled);
    expect(schemas['Tree']?.items).toEqual({ $dynamicRef });
    expect(schemas['Away']?.items).toEqual({ $dynamicRef: '#/components/schemas/Near' });
    expect(schemas['Near']).toEqual({ $dynamicAnchor: 'near' });
    expect(bundled.findings).toEqual([]);
  });

  test.each(['#none', '#/components/schemas/None', 'other.yaml#none'])(
    'is reported unless it has one: %s',
    (reference) => {
      const place = 'openapi.yaml#/components/schemas/Tree/items/$dynamicRef';
      expect(tree(reference, '3.1').findings).toEqual([`${place} reference-missing`]);
      expect(tree(reference, '3.0').findings).toEqual([]);
    },
  );
});
