// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CompletionItem, type Hover, type Location, type Position } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { full } from '../../../full-run.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { EditorInTest } from '../editor-in-test.ts';
import { definitionFile, makeFolder } from '../open-folder.ts';

const dogs = `openapi: 3.0.3
info: { title: Dogs, version: "1" }
tags:
  - name: walks
  - { name: food }
paths:
  /dogs:
    get:
      operationId: listDogs
      tags:
        - walks
      security:
        - petAuth: []
      parameters:
        - name: tag
          in: query
          schema: { type: string }
        - $ref: 'common.yaml#/components/parameters/Limit'
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Dog"
components:
  securitySchemes:
    petAuth: { type: http, scheme: bearer }
    key:
      type: apiKey
      name: key
      in: header
  schemas:
    Dog:
      type: object
      required: [name]
      properties:
        name: { type: string }
        kind:
          type: string
      discriminator:
        propertyName: kind
        mapping:
          puppy: Puppy
          old: '#/components/schemas/Old'
    Puppy:
      type: object
    Old: { type: object }
`;

const common = `openapi: 3.0.3
info: { title: Common, version: "1" }
paths: {}
components:
  parameters:
    Limit: { name: limit, in: query, schema: { type: integer } }
    Offset: { name: offset, in: query, schema: { type: integer } }
`;

const linked = `openapi: 3.0.3
info: { title: Dogs, version: "1" }
paths:
  /dogs:
    parameters: []
    get:
      responses:
        "200":
          description: OK
          links:
            again:
              operationRef: '#/paths/~1dogs/get'
  /dogs/{dogId}:
    summary: A dog
    get: { responses: { "200": { description: OK } } }
    put: { responses: { "200": { description: OK } } }
`;

const shop = `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /leashes/{leashId}:
    delete: { responses: { "204": { description: OK } } }
`;

/** What is asked where the mark is in a text. */
const mark = '‸';

/** An editor with a folder that has no configuration, or the one of a project. */
async function openDogs(
  files: Readonly<Record<string, string>> = { 'dogs.yaml': dogs, 'common.yaml': common },
) {
  const folder = await makeFolder({});
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true });
    await writeFile(join(folder.path, file), text);
  }
  const editor = new EditorInTest(folder.path);
  await editor.start();
  let opened = 0;
  const ask = async <Answer>(method: string, marked: string, file: string) => {
    opened += 1;
    const text = marked.replace(mark, '');
    const document = TextDocument.create(editor.uriOf(file), 'yaml', opened, text);
    await editor.open(file, text);
    const position: Position = document.positionAt(marked.indexOf(mark));
    const answer = await editor.ask<Answer>(method, file, position);
    await editor.close(file);
    return { answer, document };
  };
  const complete = async (marked: string, file = 'dogs.yaml') => {
    const { answer } = await ask<readonly CompletionItem[]>('completion', marked, file);
    return answer.map(({ label }) => label);
  };
  /** The line of the mark after an item was chosen. */
  const choose = async (marked: string, label: string, file = 'dogs.yaml') => {
    const { answer, document } = await ask<readonly CompletionItem[]>('completion', marked, file);
    const edit = answer.find((one) => one.label === label)?.textEdit;
    if (!edit || !('range' in edit)) throw new Error(`${label} is not offered.`);
    const line = document.positionAt(marked.indexOf(mark)).line;
    return TextDocument.applyEdits(document, [edit]).split('\n')[line]?.trim();
  };
  const hover = async (marked: string, file = 'dogs.yaml') => {
    const { answer } = await ask<Hover | null>('hover', marked, file);
    return answer && (answer.contents as { readonly value: string }).value;
  };
  const define = async (marked: string, file = 'dogs.yaml') => {
    const { answer } = await ask<Location | null>('definition', marked, file);
    return answer && `${answer.uri.slice(editor.uriOf('.').length + 1)}:${answer.range.start.line + 1}`;
  };
  return { complete, choose, hover, define, editor, folder };
}

/** The document with a part replaced. */
function dogsWith(part: string, by: string): string {
  const text = dogs.replace(part, by);
  if (text === dogs) throw new Error(`The document has no ${part}.`);
  return text;
}

const at = (part: string, offset = 1) => dogsWith(part, part.slice(0, offset) + mark + part.slice(offset));

describe('hover over a field of OpenAPI', () => {
  test('shows what it is for, by the object that it is in', async () => {
    const { hover } = await openDogs();
    expect(await hover(at('operationId'))).toMatch(/^\*\*operationId\*\*: A name of the operation/);
    expect(await hover(at('in: query'))).toMatch(/^\*\*in\*\*: Where the parameter is sent/);
    expect(await hover(at('in: header'))).toBe('**in**: Where the key is sent.');
    expect(await hover(at('required: [name]'))).toMatch(/names of the properties/);
    expect(await hover(at('title: Dogs'))).toBe('**title**: The name of the API.');
  });

  test('says nothing of names and values', full, async () => {
    const { hover } = await openDogs();
    expect(await hover(at('kind:\n'))).toBeNull();
    expect(await hover(at('/dogs:'))).toBeNull();
    expect(await hover(at('query\n'))).toBeNull();
    expect(
      await hover(
        dogsWith('type: object\n      required', `example: { o${mark}perationId: a }\n      required`),
      ),
    ).toBeNull();
  });

  test('reads JSON and other versions', full, async () => {
    const { hover } = await openDogs();
    const json = `{\n  "swagger": "2.0",\n  "paths": { "/a": { "get": { "cons${mark}umes": [] } } }\n}`;
    expect(await hover(json, 'dogs.json')).toMatch(/media types of the request body/);
    const newer = `openapi: 3.1.0\ncomponents:\n  schemas:\n    A:\n      prefix${mark}Items: []\n`;
    expect(await hover(newer)).toMatch(/first items of a list/);
    expect(await hover(newer.replace('3.1.0', '3.0.3'))).toBeNull();
  });
});

describe('completion of OpenAPI', () => {
  test('offers the fields that an object may have and does not', async () => {
    const { complete } = await openDogs();
    const ofOperation = await complete(dogsWith('      tags:\n', `      ${mark}\n      tags:\n`));
    expect(ofOperation).toEqual(expect.arrayContaining(['summary', 'requestBody', 'deprecated']));
    expect(ofOperation).not.toContain('operationId');
    expect(ofOperation).not.toContain('schema');
    const ofPath = await complete(dogsWith('    get:\n', `    p${mark}\n    get:\n`));
    expect(ofPath).toEqual(expect.arrayContaining(['put', 'post', 'parameters']));
    expect(ofPath).not.toContain('get');
    const ofSchema = await complete(dogsWith('    Puppy:\n', `    Puppy:\n      ${mark}\n`));
    expect(ofSchema).toEqual(expect.arrayContaining(['nullable', 'maxLength', 'allOf']));
    expect(await complete(dogsWith('        - name: tag', `        - ${mark}\n        - name: tag`))).toEqual(
      expect.arrayContaining(['$ref', 'name', 'in']),
    );
  });

  test('offers only what fits the values that are there', async () => {
    const { complete } = await openDogs();
    const scheme = await complete(dogsWith('      name: key\n', `      ${mark}\n`));
    expect(scheme).toContain('name');
    expect(scheme).not.toContain('flows');
    const reference = dogsWith('Dog"\ncomponents', `Dog"\n                ${mark}\ncomponents`);
    expect(await complete(reference)).toEqual([]);
    expect(await complete(reference.replace('3.0.3', '3.1.0'))).toContain('maxLength');
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['in: query', `in: ${mark}`, ['path', 'query', 'header', 'cookie']],
    ['in: header', `in: ${mark}`, ['header', 'query', 'cookie']],
    [
      'in: query',
      `in: query\n          style: ${mark}`,
      ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
    ],
    ['in: query', `in: query\n          explode: ${mark}`, ['true', 'false']],
    [
      'Puppy:\n      type: object',
      `Puppy:\n      type: ${mark}`,
      ['array', 'boolean', 'integer', 'number', 'object', 'string'],
    ],
    ['Puppy:\n      type: object', `Puppy:\n      type: integer\n      format: ${mark}`, ['int32', 'int64']],
    ['        - walks', `        - ${mark}`, ['walks', 'food']],
    ['        - walks', `        - w${mark}`, ['walks', 'food']],
    ['        - petAuth: []', `        - ${mark}`, ['petAuth', 'key']],
    ['        - petAuth: []', `        - p${mark}`, ['petAuth', 'key']],
    ['required: [name]', `required: [${mark}]`, ['name', 'kind']],
    ['required: [name]', `required:\n        - ${mark}`, ['name', 'kind']],
  ])('offers the values after %j → %j', full, async (part, by, expected) => {
    const { complete } = await openDogs();
    expect(await complete(dogsWith(part, by))).toEqual(expected);
  });

  test('offers statuses and media types', async () => {
    const { complete, choose } = await openDogs();
    const responses = dogsWith('        "200":\n', `        ${mark}\n        "200":\n`);
    expect(await complete(responses)).toEqual(expect.arrayContaining(['404', 'default']));
    expect(await complete(responses)).not.toContain('200');
    expect(await choose(responses, '404')).toBe("'404':");
    const content = dogsWith(
      '            application/json:\n',
      `            ${mark}\n            application/json:\n`,
    );
    expect(await complete(content)).toContain('multipart/form-data');
  });

  test('offers targets of references: components of the right section, files, and what files contain', async () => {
    const { complete, choose } = await openDogs();
    const reference = (typed: string) => dogsWith('$ref: "#/components/schemas/Dog"', `$ref: ${typed}`);
    const schemas = ['Dog', 'Puppy', 'Old'].map((name) => `#/components/schemas/${name}`);
    expect(await complete(reference(mark))).toEqual([...schemas, 'common.yaml']);
    expect(await complete(reference(`'#/comp${mark}'`))).toEqual(schemas);
    expect(await choose(reference(mark), schemas[0]!)).toBe("$ref: '#/components/schemas/Dog'");
    expect(await choose(reference(`#/c${mark}`), schemas[0]!)).toBe("$ref: '#/components/schemas/Dog'");
    expect(await choose(reference(`"#/c${mark}"`), schemas[0]!)).toBe('$ref: "#/components/schemas/Dog"');
    const parameter = (typed: string) =>
      dogsWith("$ref: 'common.yaml#/components/parameters/Limit'", `$ref: ${typed}`);
    expect(await complete(parameter(`'${mark}'`))).toEqual(['common.yaml']);
    expect(await complete(parameter(`'common.yaml#${mark}'`))).toEqual([
      'common.yaml#/components/parameters/Limit',
      'common.yaml#/components/parameters/Offset',
    ]);
    expect(await complete(dogsWith('puppy: Puppy', `puppy: '${mark}'`))).toEqual([...schemas, 'common.yaml']);
  });

  test('offers the operations that a link may lead to, also of another document', async () => {
    const { complete, choose, hover, define } = await openDogs({ 'dogs.yaml': linked, 'shop.yaml': shop });
    const link = (typed: string) => linked.replace("'#/paths/~1dogs/get'", () => typed);
    const own = ['#/paths/~1dogs/get', '#/paths/~1dogs~1%7BdogId%7D/get', '#/paths/~1dogs~1%7BdogId%7D/put'];
    expect(await complete(link(mark))).toEqual([...own, 'shop.yaml']);
    expect(await complete(link(`'#/pa${mark}'`))).toEqual(own);
    expect(await choose(link(`'#/p${mark}'`), own[1]!)).toBe(`operationRef: '${own[1]}'`);
    const others = ['shop.yaml#/paths/~1leashes~1%7BleashId%7D/delete'];
    expect(await complete(link(`'shop.yaml#${mark}'`))).toEqual(others);
    expect(await hover(linked.replace('operationRef', `op${mark}erationRef`))).toMatch(
      /^\*\*operationRef\*\*: The operation that the link leads to/,
    );
    const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
    expect(await define(link(`'#/paths${mark}/~1dogs~1%7BdogId%7D/put'`))).toBe(
      `dogs.yaml:${lineOf(linked, '    put:')}`,
    );
    for (const target of [others[0]!, 'shop.yaml#/paths/~1leashes~1{leashId}/delete'])
      expect(await define(link(`${target.slice(0, 3)}${mark}${target.slice(3)}`))).toBe(
        `shop.yaml:${lineOf(shop, '    delete:')}`,
      );
  });

  test('writes new keys with their colon, and JSON with quotes', async () => {
    const { choose } = await openDogs();
    expect(await choose(dogsWith('      tags:\n', `      dep${mark}\n      tags:\n`), 'deprecated')).toBe(
      'deprecated:',
    );
    expect(await choose(dogsWith('        - petAuth: []', `        - pet${mark}`), 'petAuth')).toBe(
      '- petAuth: []',
    );
    const json = `{\n  "openapi": "3.0.3",\n  "paths": { "/a": { "get": { "oper${mark}" } } }\n}`;
    expect(await choose(json, 'operationId', 'dogs.json')).toContain('{ "operationId": ');
  });

  test('offers nothing in a text for people, an example or an extension', async () => {
    const { complete } = await openDogs();
    for (const by of [
      `description: |\n            ${mark}`,
      `example:\n            ${mark}`,
      `x-a:\n            ${mark}`,
    ])
      expect(
        await complete(dogsWith('        kind:\n          type: string', `        kind:\n          ${by}`)),
      ).toEqual([]);
  });
});

describe('definition of what OpenAPI refers to', () => {
  test('leads to components, also of other files', async () => {
    const { define } = await openDogs();
    const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
    expect(await define(at('$ref: "#/components/schemas/Dog"'))).toBe(
      `dogs.yaml:${lineOf(dogs, '    Dog:')}`,
    );
    expect(await define(at("$ref: 'common"))).toBe(`common.yaml:${lineOf(common, 'Limit')}`);
    expect(await define(at('petAuth: []'))).toBe(`dogs.yaml:${lineOf(dogs, 'petAuth: {')}`);
    expect(await define(at('puppy: Puppy', 9))).toBe(`dogs.yaml:${lineOf(dogs, 'Puppy:\n')}`);
    expect(await define(at("old: '#/", 8))).toBe(`dogs.yaml:${lineOf(dogs, 'Old: {')}`);
    expect(await define(at('- walks', 4))).toBe(`dogs.yaml:${lineOf(dogs, '- name: walks')}`);
  });
});

test('serves a definition of a project in the same way', async () => {
  const { complete, define } = await openDogs(cleanSources);
  const text = cleanSources[definitionFile]!;
  const marked = text.replace("$ref: '#/components/schemas/Dog'", `$ref: '${mark}'`);
  expect(await complete(marked, definitionFile)).toContain('#/components/schemas/Dog');
  const dog = text.slice(0, text.indexOf('\n    Dog:')).split('\n').length + 1;
  expect(
    await define(
      text.replace("'#/components/schemas/Dog'", `'#/comp${mark}onents/schemas/Dog'`),
      definitionFile,
    ),
  ).toBe(`${definitionFile}:${dog}`);
});

test('serves a document outside of all folders', async () => {
  const { editor } = await openDogs();
  const other = await makeFolder({ 'dogs.yaml': dogs, 'common.yaml': common });
  const uri = pathToFileURL(join(other.path, 'dogs.yaml')).href;
  await editor.openAs(uri, dogs);
  const document = TextDocument.create(uri, 'yaml', 1, dogs);
  const found = await editor.askAt<Location>(
    'definition',
    uri,
    document.positionAt(dogs.indexOf("$ref: 'common")),
  );
  expect(found.uri).toBe(pathToFileURL(join(other.path, 'common.yaml')).href);
});
