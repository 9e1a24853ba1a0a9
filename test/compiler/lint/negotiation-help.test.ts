import { expect, test } from 'vitest';
import { findHelp } from './find-help.ts';
import { lintTexts } from './lint-texts.ts';

const rule = 'negotiation-by-header';
const breed = '- name: breed\n          in: query\n          schema: { type: string }';
const create = '      summary: Registers a dog.\n';
const remove = '      summary: Takes a dog out of the register.\n';

const followed = 'Remove it, since it follows from the media types of the bodies.';

test.each([
  ['nothing', 'schema: { type: string }', followed],
  ['what is declared', "schema: { type: string, default: 'application/hal+json' }", followed],
  ['JSON where a JSON type is declared', 'schema: { type: string, default: application/json }', followed],
  ['anything', "schema: { type: string, example: '*/*' }", followed],
  [
    'others in an enum',
    'schema: { type: string, enum: [application/json, application/pdf] }',
    'Remove it, and do not offer `application/pdf`, since bodies are JSON or XML.',
  ],
  [
    'others in a default with commas',
    "schema: { type: string, default: 'application/vnd.dogs+json, text/csv;q=0.5' }",
    'Remove it, declare `application/vnd.dogs+json` under `content` of the response, and do not offer `text/csv`, since bodies are JSON or XML.',
  ],
  [
    'another in its example',
    "example: 'application/json;version=2', schema: { type: string }",
    'Remove it, and declare `application/json;version=2` under `content` of the response.',
  ],
  [
    'others in its description',
    "description: 'See https://dogs.example.edu/text/html: <code>text/csv</code>, or `application/xml`.', schema: { type: string }",
    'Remove it, declare `application/xml` under `content` of the response, and do not offer `text/csv`, since bodies are JSON or XML.',
  ],
])('an Accept parameter of a list that names %s', async (_title, value, help) => {
  const accept = `- { name: accept, in: header, ${value} }`;
  expect(await findHelp(rule, breed, accept)).toEqual([help]);
});

test.each([
  ['application/json', create, followed],
  [
    'application/xml',
    create,
    'Remove it, and declare `application/xml` under `content` of the request body.',
  ],
  ['text/csv', create, 'Remove it, and do not accept `text/csv`, since bodies are JSON or XML.'],
  ['text/csv', remove, 'Remove it, since requests with DELETE have no body.'],
])('a Content-Type parameter with the default %s', async (type, summary, help) => {
  const parameter = `      parameters: [{ name: Content-Type, in: header, schema: { type: string, default: ${type} } }]\n`;
  expect(await findHelp(rule, summary, `${summary}${parameter}`)).toEqual([help]);
});

test('headers of operations without bodies', async () => {
  const parameters =
    '      parameters: [{ name: Content-Type, in: header, schema: { type: string } }, { name: Accept, in: header, schema: { type: string, enum: [text/csv, text/xml] } }]\n';
  const post =
    '  /dogs/{dogId}/walks:\n    parameters: [{ name: dogId, in: path, required: true, schema: { type: string } }]\n    post:\n';
  const responses = "      responses: { '201': { description: Created. } }\n";
  expect(await findHelp(rule, 'components:\n', `${post}${parameters}${responses}components:\n`)).toEqual([
    'Remove it. If requests have a body, declare it with its media type.',
    'Remove it. If a response has a body, declare it as `text/xml`.',
  ]);
});

test('a parameter that operations share', async () => {
  const shared = '    Accept: { name: Accept, in: header, schema: { type: string, default: text/xml } }\n';
  const use = (text: string) =>
    findHelp(rule, 'components:\n  parameters:\n', `${text}components:\n  parameters:\n${shared}`);
  expect(await use('')).toEqual([followed]);
  const uses = "    parameters: [{ $ref: '#/components/parameters/Accept' }]\n";
  const get = (path: string, type: string) =>
    `  ${path}:\n${uses}    get: { responses: { '200': { description: OK, content: { ${type}: {} } } } }\n`;
  expect(await use(get('/cats', 'text/xml'))).toEqual([followed]);
  expect(await use(get('/cats', 'text/xml') + get('/kennels', 'application/dogs+json'))).toEqual([
    'Remove it, and declare `text/xml` under `content` of the responses.',
  ]);
});

const header = 'Remove it, and have callers send an `Accept` header.';

test.each([
  ['enum: [json]', header],
  [
    'enum: [json, xml]',
    'Remove it, have callers send an `Accept` header, and declare `application/xml` under `content` of the response.',
  ],
  ['default: text/csv', header],
  [
    'enum: [JSON, Text, PDF, media, RSS]',
    'Remove it, have callers send an `Accept` header, and declare `application/rss+xml` under `content` of the response.',
  ],
])('a query parameter with %s', async (values, help) => {
  const format = `- { name: format, in: query, schema: { type: string, ${values} } }`;
  expect(await findHelp(rule, breed, format)).toEqual([help]);
});

test('a query parameter whose description lists formats', async () => {
  const format =
    "- { name: format, in: query, description: 'As json (default), xml or csv.', schema: { type: string } }";
  expect(await findHelp(rule, breed, format)).toEqual([
    'Remove it, have callers send an `Accept` header, and declare `application/xml` under `content` of the response.',
  ]);
});

test('a path that ends with a format which is not declared', async () => {
  expect(await findHelp(rule, '  /dogs:\n', '  /dogs.xml:\n')).toEqual([
    'Remove it, have callers send an `Accept` header, and declare `application/xml` under `content` of the response.',
  ]);
  expect(await findHelp(rule, '  /dogs:\n', '  /dogs.json:\n')).toEqual([header]);
});

test('OpenAPI 2.0, where the media types are in lists', async () => {
  const text = `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get:
      produces: [application/json]
      parameters:
        - { name: Accept, in: header, type: string, enum: [application/json, text/csv] }
        - { name: format, in: query, type: string, enum: [json, xml] }
      responses:
        '200': { description: The dogs., schema: { type: object } }
    post:
      parameters:
        - { name: Content-Type, in: header, type: string, default: application/json }
        - { name: dog, in: body, schema: { type: object } }
      responses:
        '201': { description: The dog is registered. }
`;
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.filter(({ code }) => code === rule).map(({ help }) => help)).toEqual([
    'Remove it, have callers send an `Accept` header, and declare `application/xml` in `produces`.',
    'Remove it, and do not offer `text/csv`, since bodies are JSON or XML.',
    'Remove it, and declare `application/json` in `consumes`.',
  ]);
});
