import { describe, expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';

const folder = 'apis/dog_park/v1';

/** Loads the clean sources with other definition files, given by their paths below the API's folder. */
async function loadDefinition(files: Readonly<Record<string, string>>) {
  const { [`${folder}/openapi.yaml`]: _, ...others } = cleanSources;
  const placed = Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]);
  const result = await load(
    memorySourceTree({ ...others, ...Object.fromEntries(placed) }),
    'gateway.config.yaml',
  );
  return {
    definition: result.workspace?.apis[0]?.definition,
    findings: describeDiagnostics(result.diagnostics).map((line) => line.replace(`${folder}/`, '')),
    sources: result.sources,
  };
}

async function contractOf(files: Readonly<Record<string, string>>): Promise<Definition['contract']> {
  const { definition, findings } = await loadDefinition(files);
  expect(findings).toEqual([]);
  return definition!.contract;
}

const info = "openapi: 3.0.3\ninfo: { title: Dogs, version: '1' }\n";
const okWith = (schema: string) =>
  `{ get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }`;

describe('references into other files', () => {
  test('are bundled: paths inlined, schemas into components, references back kept', async () => {
    const contract = await contractOf({
      'openapi.yaml': `${info}paths:
  /dogs: { $ref: './paths/dogs.yaml' }
components:
  schemas:
    Owner: { $ref: './schemas.yaml#/Owner' }
    Name: { type: string }
`,
      'paths/dogs.yaml': okWith("{ $ref: '../schemas.yaml#/Dog' }"),
      'schemas.yaml': `Dog:
  type: object
  properties:
    name: { $ref: './openapi.yaml#/components/schemas/Name' }
    owner: { $ref: '#/Owner' }
    puppies: { type: array, items: { $ref: '#/Dog' } }
Owner:
  type: object
  properties: { dog: { $ref: '#/Dog' } }
`,
    });
    expect(contract).toEqual({
      openapi: '3.0.3',
      info: { title: 'Dogs', version: '1' },
      paths: {
        '/dogs': {
          get: {
            responses: {
              '200': {
                description: 'ok',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Dog: {
            type: 'object',
            properties: {
              name: { $ref: '#/components/schemas/Name' },
              owner: { $ref: '#/components/schemas/Owner' },
              puppies: { type: 'array', items: { $ref: '#/components/schemas/Dog' } },
            },
          },
          Name: { type: 'string' },
          Owner: { type: 'object', properties: { dog: { $ref: '#/components/schemas/Dog' } } },
        },
      },
    });
  });

  test('may replace a whole section', async () => {
    const contract = await contractOf({
      'openapi.yaml': `${info}paths: { $ref: './paths.yaml' }\ncomponents: { schemas: { $ref: './schemas.yaml' } }\n`,
      'paths.yaml': `/dogs: ${okWith("{ $ref: './schemas.yaml#/Dog' }")}\n`,
      'schemas.yaml': "Dog: { type: object, properties: { friend: { $ref: '#/Dog' } } }\n",
    });
    expect(contract['components']).toEqual({
      schemas: { Dog: { type: 'object', properties: { friend: { $ref: '#/components/schemas/Dog' } } } },
    });
    expect(JSON.stringify(contract['paths'])).toContain('"$ref":"#/components/schemas/Dog"');
  });

  test('get names that nothing else has', async () => {
    const contract = await contractOf({
      'openapi.yaml': `${info}paths:
  /dogs: ${okWith("{ $ref: './a/Dog.yaml' }")}
  /wolves: ${okWith("{ $ref: './b/Dog.yaml' }")}
components: { schemas: { Dog: { type: string } } }
`,
      'a/Dog.yaml': 'type: object\n',
      'b/Dog.yaml': 'type: integer\n',
    });
    expect(contract['components']).toEqual({
      schemas: { Dog: { type: 'string' }, Dog_2: { type: 'object' }, Dog_3: { type: 'integer' } },
    });
  });

  test('are bundled in OpenAPI 2.0 too', async () => {
    const contract = await contractOf({
      'openapi.yaml': `swagger: '2.0'
info: { title: Dogs, version: '1' }
paths:
  /dogs:
    get:
      parameters: [{ $ref: 'parts.yaml#/Limit' }]
      responses: { '200': { description: ok, schema: { $ref: 'parts.yaml#/Dog' } } }
`,
      'parts.yaml': 'Limit: { name: limit, in: query, type: integer }\nDog: { type: object }\n',
    });
    expect([contract['parameters'], contract['definitions']]).toEqual([
      { Limit: { name: 'limit', in: 'query', type: 'integer' } },
      { Dog: { type: 'object' } },
    ]);
  });

  test('in data are not references', async () => {
    const data = `{ type: object, example: { $ref: nowhere.yaml }, default: { $ref: 'https://example.com/x' }, enum: [{ $ref: '#/nowhere' }], x-note: { $ref: gone.yaml } }`;
    const contract = await contractOf({ 'openapi.yaml': `${info}paths: { /dogs: ${okWith(data)} }\n` });
    expect(JSON.stringify(contract)).toContain('"example":{"$ref":"nowhere.yaml"}');
  });

  test('may be properties that are called like fields', async () => {
    const schema = `{ type: object, properties: { example: { $ref: 'd.yaml' }, properties: { type: string }, $ref: { type: string } } }`;
    const contract = await contractOf({
      'openapi.yaml': `${info}paths: { /dogs: ${okWith(schema)} }\n`,
      'd.yaml': 'type: string\n',
    });
    expect(contract['components']).toEqual({ schemas: { d: { type: 'string' } } });
  });

  test('in a discriminator follow along', async () => {
    const contract = await contractOf({
      'openapi.yaml': `${info}paths: { /pets: ${okWith("{ $ref: 'pet.yaml#/Pet' }")} }\n`,
      'pet.yaml': `Pet:
  oneOf: [{ $ref: '#/Dog' }]
  discriminator: { propertyName: kind, mapping: { dog: '#/Dog', cat: Cat } }
Dog: { type: object }
`,
    });
    expect(contract['components']).toMatchObject({
      schemas: { Pet: { discriminator: { mapping: { dog: '#/components/schemas/Dog', cat: 'Cat' } } } },
    });
  });
});

describe('places', () => {
  const files = {
    'openapi.yaml': `${info}paths:\n  /dogs: { $ref: './paths/dogs.yaml#/collection' }\n`,
    'paths/dogs.yaml': `collection:\n  get:\n    responses:\n      '200':\n        description: ok\n        content:\n          application/json:\n            schema: { $ref: '../dog.json#/definitions/Dog' }\n`,
    'dog.json':
      '{\n  "definitions": {\n    "Dog": {\n      "type": "object", "description": "A dog."\n    }\n  }\n}\n',
  };

  test.each([
    ['/info/title', 'openapi.yaml:2:16'],
    ['/paths/~1dogs/get/responses/200/description', 'paths/dogs.yaml:5:22'],
    ['/components/schemas/Dog/description', 'dog.json:4:40'],
  ])('lead through references: %s', async (pointer, expected) => {
    const { definition, sources } = await loadDefinition(files);
    const { file, line, column } = sources.locate(definition!.originOf(pointer), 'value');
    expect(`${file.replace(`${folder}/`, '')}:${line}:${column}`).toBe(expected);
  });
});

describe('a reference that leads nowhere', () => {
  const at = (schema: string) => ({ 'openapi.yaml': `${info}paths:\n  /dogs: ${okWith(schema)}\n` });

  test.each([
    [
      'to a missing file',
      at("{ $ref: 'gone.yaml' }"),
      ['openapi.yaml:4:105 error reference-missing The file apis/dog_park/v1/gone.yaml does not exist.'],
    ],
    [
      'to a missing part',
      at("{ $ref: '#/components/schemas/Dog' }"),
      [
        'openapi.yaml:4:105 error reference-missing The reference #/components/schemas/Dog cannot be resolved: `components` does not exist at apis/dog_park/v1/openapi.yaml#.',
      ],
    ],
    [
      'to a URL',
      at("{ $ref: 'https://example.com/dog.yaml' }"),
      [
        'openapi.yaml:4:105 error reference-remote The reference https://example.com/dog.yaml is a URL, and URLs are not fetched.',
      ],
    ],
    [
      'to a file URL',
      at("{ $ref: 'file:///etc/passwd' }"),
      [
        'openapi.yaml:4:105 error reference-remote The reference file:///etc/passwd is a URL, and URLs are not fetched.',
      ],
    ],
    [
      'out of the tree',
      at("{ $ref: '../../../../etc/passwd' }"),
      ['openapi.yaml:4:105 error reference-unreadable ../etc/passwd is outside the folder that may be read.'],
    ],
    [
      'to an anchor that does not exist',
      at("{ $ref: '#Dog' }"),
      [
        'openapi.yaml:4:105 error reference-missing The reference #Dog cannot be resolved: apis/dog_park/v1/openapi.yaml has no `$anchor: Dog`.',
      ],
    ],
    [
      'to a declaration',
      {
        ...at("{ $ref: 'gold.yaml#/name' }"),
        'gold.yaml': 'kind: Tier\nname: gold\nlimit: { requests: 600, unit: minute }\n',
      },
      [
        'openapi.yaml:4:105 error reference-unsupported The reference gold.yaml#/name leads to a declaration, which is not for callers.',
      ],
    ],
  ])('%s is an error at its place', async (_title, files, expected) => {
    expect((await loadDefinition(files)).findings).toEqual(expected);
  });

  test('but to itself is an error, in one file or through several', async () => {
    const oneFile = `${info}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n`;
    expect((await loadDefinition({ 'openapi.yaml': oneFile })).findings).toEqual([
      'openapi.yaml:6:16 error reference-cycle The reference #/components/schemas/B refers back to itself.',
      'openapi.yaml:7:16 error reference-cycle The reference #/components/schemas/A refers back to itself.',
    ]);
    const two = await loadDefinition({
      'openapi.yaml': `${info}paths:\n  /dogs: { $ref: 'a.yaml' }\n`,
      'a.yaml': "$ref: './b.yaml'\n",
      'b.yaml': "$ref: './a.yaml'\n",
    });
    expect(two.findings).toEqual([
      'openapi.yaml:4:18 error reference-cycle The reference a.yaml refers back to itself.',
    ]);
    const self = `${info}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: '#/components/schemas/A/x' }\n`;
    expect((await loadDefinition({ 'openapi.yaml': self })).findings).toEqual([
      'openapi.yaml:6:16 error reference-cycle The reference #/components/schemas/A/x refers back to itself.',
    ]);
  });

  test('while recursive schemas are legal, over files too', async () => {
    const contract = await contractOf({
      'openapi.yaml': `${info}paths: { /trees: ${okWith("{ $ref: 'tree.yaml' }")} }\n`,
      'tree.yaml': "type: object\nproperties: { left: { $ref: '#' }, right: { $ref: './tree.yaml' } }\n",
    });
    expect(contract['components']).toEqual({
      schemas: {
        tree: {
          type: 'object',
          properties: {
            left: { $ref: '#/components/schemas/tree' },
            right: { $ref: '#/components/schemas/tree' },
          },
        },
      },
    });
  });
});

describe('a document', () => {
  test.each([
    [
      'of no version',
      'info: {}\n',
      'openapi.yaml:1:1 error openapi-version This document has neither `openapi` nor `swagger`, so it is not an OpenAPI document.',
    ],
    [
      'of an unknown version',
      'openapi: 4.0.0\n',
      'openapi.yaml:1:10 error openapi-version "4.0.0" is not a supported version of OpenAPI.',
    ],
    [
      'whose version is a number',
      "swagger: 2.0\ninfo: { title: x, version: '1' }\npaths: {}\n",
      'openapi.yaml:1:10 error openapi-version 2 is not a supported version of OpenAPI.',
    ],
    [
      'of several YAML documents',
      `${info}paths: {}\n---\n${info}`,
      'openapi.yaml:5:1 error definition-invalid A second YAML document begins here, but a definition has only one.',
    ],
    [
      'that is a list',
      '[]',
      'openapi.yaml:1:1 error definition-invalid This file is not an OpenAPI document.',
    ],
    [
      'without paths',
      "openapi: 3.0.0\ninfo: { title: x, version: '1' }\n",
      'openapi.yaml:1:1 error openapi-structure The document lacks its `paths`.',
    ],
    [
      'whose own version is a number',
      'openapi: 3.0.0\ninfo: { title: x, version: 1.0 }\npaths: {}\n',
      'openapi.yaml:2:28 error openapi-structure `version` must be a string, not a number.',
    ],
    [
      'with a wrong type',
      `${info}paths: { /dogs: { get: { tags: dogs, responses: { '200': { description: ok } } } } }\n`,
      'openapi.yaml:3:32 error openapi-structure `tags` must be an array, not a string.',
    ],
    [
      'with an unknown field',
      `${info}paths: { /dogs: { get: { responces: {}, responses: { '200': { description: ok } } } } }\n`,
      'openapi.yaml:3:26 error openapi-structure OpenAPI does not define the field `responces` here.',
    ],
    [
      'without a description',
      `${info}paths: { /dogs: { get: { responses: { '200': {} } } } }\n`,
      'openapi.yaml:3:39 error openapi-structure `200` lacks its `description`.',
    ],
  ])('%s', async (_title, text, expected) => {
    expect((await loadDefinition({ 'openapi.yaml': text })).findings).toEqual([expected]);
  });

  test('of OpenAPI 3.1 needs no paths where it has components', async () => {
    const text =
      "openapi: 3.1.0\ninfo: { title: x, version: '1' }\ncomponents: { schemas: { Dog: { type: object } } }\n";
    expect((await loadDefinition({ 'openapi.yaml': text })).findings).toEqual([]);
    expect((await loadDefinition({ 'openapi.yaml': text.replace('3.1.0', '3.0.0') })).findings).toEqual([
      'openapi.yaml:1:1 error openapi-structure The document lacks its `paths`.',
    ]);
  });

  test('of OpenAPI 3.2 is read', async () => {
    const { definition, findings } = await loadDefinition({
      'openapi.yaml': `openapi: 3.2.0\ninfo: { title: x, version: '1' }\npaths: {}\n`,
    });
    expect(definition?.openapi).toBe('3.2');
    expect(findings).toEqual([]);
  });
});

test.each([
  '.\\schemas\\dog.yaml',
  '..\\dog.yaml#/Dog',
  '#\\components\\schemas\\Dog',
  '#/components\\schemas/Dog',
])('the help for the reference %s is to write slashes', async (reference) => {
  const text = `${info}paths: {}\ncomponents: { schemas: { Cat: { $ref: '${reference}' } } }\n`;
  const { diagnostics } = await load(
    memorySourceTree({ ...cleanSources, [`${folder}/openapi.yaml`]: text }),
    'gateway.config.yaml',
  );
  expect(diagnostics.map(({ help }) => help)).toEqual(['Write `/` in place of `\\`.']);
});
