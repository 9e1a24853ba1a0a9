import { describe, expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** The errors of a document with one schema, without their columns. */
async function errorsOf(openapi: string, schema: unknown, more: object = {}): Promise<readonly string[]> {
  const document = {
    openapi,
    info: { title: 'Dogs', version: '1' },
    ...more,
    components: { schemas: { Dog: schema } },
  };
  const files = { ...cleanSources, 'apis/dog_park/v1/openapi.yaml': JSON.stringify(document) };
  const { diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  return diagnostics.map(
    ({ at, message }) => `${at.pointer.replace('/components/schemas/Dog', '')} ${message}`,
  );
}

describe.each(['3.1.0', '3.2.0'])('a Schema Object of OpenAPI %s', (version) => {
  test.each([
    [{ required: true }, ['/required `required` must be an array, not a boolean.']],
    [{ properties: ['a'] }, ['/properties `properties` must be an object, not an array.']],
    [{ minLength: 'abc' }, ['/minLength `minLength` must be an integer, not a string.']],
    [{ minLength: 1.5 }, ['/minLength `minLength` must be an integer, not 1.5.']],
    [
      { minimum: 1, exclusiveMinimum: true },
      ['/exclusiveMinimum `exclusiveMinimum` must be a number, not a boolean.'],
    ],
    [{ items: [{ type: 'string' }] }, ['/items `items` must be an object or a boolean, not an array.']],
    [{ type: {} }, ['/type `type` must be a string or an array, not an object.']],
    [{ properties: { a: { type: 'int' } } }, ['/properties/a/type The type `int` is not a JSON type.']],
    [
      { type: ['String', null] },
      [
        '/type/0 The type `String` is not a JSON type.',
        '/type/1 The type is null instead of the string `null`.',
      ],
    ],
    [{ allOf: [] }, ['/allOf `allOf` is empty.']],
    [{ discriminator: 'kind' }, ['/discriminator `discriminator` must be an object, not a string.']],
    [{ discriminator: {} }, ['/discriminator `discriminator` lacks its `propertyName`.']],
    [{ xml: { nam: 'dog' } }, ['/xml/nam OpenAPI does not define the field `nam` here.']],
    [{ $ref: 1 }, ['/$ref `$ref` must be a string, not a number.']],
    ['a', [' `Dog` must be an object or a boolean, not a string.']],
  ])('has an error: %j', async (schema, expected) => {
    expect(await errorsOf(version, schema)).toEqual(expected);
  });

  test.each([
    [true],
    [{ $id: 'https://example.edu/dog', $anchor: 'dog', $comment: 'A dog.', $defs: { A: false } }],
    [{ type: ['string', 'null'], exclusiveMinimum: 1, const: null, examples: [1], nullable: true }],
    [{ properties: { $ref: { type: 'string' }, required: { type: 'boolean' } }, 'x-dog': 1, dog: 2 }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', xml: 'anything' }],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema', items: [{ $recursiveRef: '#' }] }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [true], additionalItems: false }],
    [{ $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true }],
  ])('is valid: %j', async (schema) => {
    expect(await errorsOf(version, schema)).toEqual([]);
  });

  const draft04 = 'http://json-schema.org/draft-04/schema#';
  test.each([
    [draft04, { minimum: 1, exclusiveMinimum: true }, []],
    [
      draft04,
      { exclusiveMinimum: 1 },
      ['/exclusiveMinimum `exclusiveMinimum` must be a boolean, not a number.'],
    ],
    [
      draft04,
      { properties: { a: { required: true } } },
      ['/properties/a/required `required` must be an array, not a boolean.'],
    ],
    [
      'http://json-schema.org/draft-06/schema#',
      { not: { minLength: 'a' } },
      ['/not/minLength `minLength` must be an integer, not a string.'],
    ],
    [
      'https://spec.openapis.org/oas/3.1/dialect/2024-11-10',
      { minLength: -1 },
      ['/minLength `minLength` must be at least 0.'],
    ],
  ])('has the dialect of its document, %s: %j', async (jsonSchemaDialect, schema, expected) => {
    expect(await errorsOf(version, schema, { jsonSchemaDialect })).toEqual(expected);
  });
});

describe.each(['3.1.0', '3.2.0'])('a document of OpenAPI %s', (version) => {
  test('is valid with what the published schema of 2021 refused', async () => {
    const server = { url: 'https://{x}.example.edu', variables: { x: { default: 'a', description: 'A.' } } };
    const links = { dog: { operationId: 'readDog', server } };
    const responses = { '200': { description: 'ok', links } };
    const more = { servers: [server], paths: { '/dogs': { get: { responses } } } };
    expect(await errorsOf(version, {}, more)).toEqual([]);
  });
});
