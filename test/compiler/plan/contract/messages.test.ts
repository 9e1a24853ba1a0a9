import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { completeDocument, type Direction } from './complete-document.ts';

function messagesOf(base: JsonObject, head: JsonObject): readonly string[] {
  return diffContracts(base, head).map(({ message }) => message);
}

/** The messages about two schemas. */
function ofSchemas(base: JsonObject, head: JsonObject, direction: Direction = 'request'): readonly string[] {
  const [before, after] = [base, head].map((value) =>
    completeDocument({ form: 'schema', value, openapi: '3.0.3', direction }),
  ) as [JsonObject, JsonObject];
  return messagesOf(before, after);
}

test('an encoding is named as the document names it', () => {
  const text = { type: 'string' };
  expect(ofSchemas(text, { ...text, format: 'byte' })).toEqual([
    'PUT /dogs/{id}: request body: format was added (byte).',
  ]);
  expect(ofSchemas({ ...text, contentEncoding: 'base64' }, { ...text, contentEncoding: 'base32' })).toEqual([
    'PUT /dogs/{id}: request body: contentEncoding base64 → base32.',
  ]);
  expect(ofSchemas({ ...text, xml: { name: 'dog' } }, text)).toEqual([
    'PUT /dogs/{id}: request body: xml was removed (name dog).',
  ]);
});

test('a property that can have no value is not called optional', () => {
  const [open, refusing] = [{ type: 'object' }, { type: 'object', properties: { a: { not: {} } } }];
  expect(ofSchemas(open, refusing)).toEqual([
    'PUT /dogs/{id}: request body /a was added but allows no value.',
  ]);
  expect(ofSchemas(open, refusing, 'response')).toEqual([
    'GET /dogs/{id}: response 200 body /a was added but allows no value.',
  ]);
});

test('the fields of a form are named whose encoding changes', () => {
  const file = { type: 'string', format: 'binary' };
  const schema = { type: 'object', properties: { name: { type: 'string' }, picture: file } };
  const form = (encoding: JsonObject) =>
    completeDocument({
      form: 'operation',
      openapi: '3.0.3',
      value: {
        requestBody: { content: { 'multipart/form-data': { schema, encoding } } },
      },
    });
  const name = { contentType: 'text/plain' };
  const changed = { name, picture: { contentType: 'image/png' }, breed: { contentType: 'image/gif' } };
  expect(messagesOf(form({ name }), form(changed))).toEqual([
    'PUT /dogs/{id}: request body (multipart/form-data) /picture: media type application/octet-stream → image/png.',
    'PUT /dogs/{id}: request body (multipart/form-data) /breed: encoding changed.',
  ]);
});

describe('an alternative without a name', () => {
  const pet = (kind: JsonObject, more: JsonObject = {}) => ({
    type: 'object',
    properties: { kind, ...more },
  });
  const bird = pet({ enum: ['bird'] });
  const removed = (...alternatives: readonly JsonObject[]) =>
    ofSchemas({ oneOf: [bird, ...alternatives] }, { oneOf: [bird] }).map((message) =>
      message.replace('PUT /dogs/{id}: request body: alternative ', ''),
    );

  test.each<[JsonObject, string]>([
    [pet({ enum: ['dog'] }), 'object with kind "dog"'],
    [
      pet({ type: 'string', const: 'dog' }, { version: { enum: [2] } }),
      'object with kind "dog" and version 2',
    ],
    [pet({ enum: ['a, b'] }), 'object with kind "a, b"'],
    [pet({ enum: ['a, b'] }, { version: { enum: ['1, 2'] } }), 'object with kind "a, b" and version "1, 2"'],
    [pet({ enum: ['dog', 'wolf'] }), 'object that may have kind'],
    [{ type: 'object', properties: { b: {}, a: {} } }, 'object that may have a and b'],
    [{ type: 'object', required: ['b', 'a'], properties: { b: {} } }, 'object that requires a and b'],
    [
      { ...pet({ type: 'string' }, { age: {} }), required: ['kind'] },
      'object that requires kind and may have age',
    ],
    [{ required: ['size'] }, 'object that requires size'],
    [{ type: 'object' }, 'object'],
    [{ properties: { kind: { enum: ['dog'] } } }, 'object with kind "dog"'],
    [{ ...pet({ enum: ['dog'] }), title: 'A dog' }, 'A dog'],
    [{ enum: ['none'] }, '"none"'],
    [{ type: 'string' }, 'string'],
  ])('is named by what tells it apart: %j', (alternative, name) => {
    expect(removed(alternative)).toContain(`${name} was removed.`);
  });

  test('is another change than its sibling', () => {
    const siblings = [
      pet({ enum: ['dog'] }),
      pet({ enum: ['cat'] }),
      { required: ['a'] },
      { required: ['b'] },
    ];
    const [base, head] = [[bird, ...siblings], [bird]].map((oneOf) =>
      completeDocument({ form: 'schema', value: { oneOf }, openapi: '3.0.3', direction: 'request' }),
    ) as [JsonObject, JsonObject];
    expect(diffContracts(base, head).map(({ before }) => before)).toEqual([
      'object with kind "dog"',
      'object with kind "cat"',
      'object that requires a',
      'object that requires b',
    ]);
  });

  test('that values may fit beside another one', () => {
    const [dog, cat] = [pet({ enum: ['dog'] }), pet({}, { age: { enum: [1] } })];
    expect(ofSchemas({ oneOf: [dog, cat] }, { anyOf: [dog, cat] })).toEqual([
      'PUT /dogs/{id}: request body: value may match both alternatives object with age 1 and object with kind "dog".',
    ]);
  });
});

test('what changes in the items of a stream is located there', () => {
  const stream = (type: string) =>
    completeDocument({
      form: 'operation',
      openapi: '3.2.0',
      value: { requestBody: { content: { 'application/jsonl': { itemSchema: { type } } } } },
    });
  const [change] = diffContracts(stream('string'), stream('integer'));
  const itemSchema = '/paths/~1dogs~1{id}/put/requestBody/content/application~1jsonl/itemSchema';
  expect(change?.at).toEqual({ base: `${itemSchema}/type`, head: `${itemSchema}/type` });
});

test('the way of a credential is in words', () => {
  const secured = (name: string) => ({
    ...completeDocument({ form: 'operation', openapi: '3.0.3', value: { security: [{ key: [] }] } }),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } },
  });
  expect(messagesOf(secured('x-key'), secured('x-token'))).toEqual([
    'PUT /dogs/{id}: security key changed: name x-key → x-token.',
  ]);
});

test('of the flows of a credential, only what changed is named', () => {
  const urls = { tokenUrl: 'https://login.example.edu/token' };
  const secured = (flows: JsonObject) => ({
    ...completeDocument({ form: 'operation', openapi: '3.0.3', value: { security: [{ login: [] }] } }),
    components: { securitySchemes: { login: { type: 'oauth2', flows } } },
  });
  const flow = { ...urls, scopes: {} };
  const moved = {
    ...flow,
    tokenUrl: 'https://id.example.edu/token',
    refreshUrl: 'https://id.example.edu/new',
  };
  const base = secured({ clientCredentials: flow });
  expect(messagesOf(base, secured({ clientCredentials: flow, password: flow }))).toEqual([
    'PUT /dogs/{id}: security login was extended: flow password was added.',
  ]);
  expect(messagesOf(secured({ clientCredentials: flow, password: flow }), base)).toEqual([
    'PUT /dogs/{id}: security login changed: flow password was removed.',
  ]);
  expect(messagesOf(base, secured({ clientCredentials: moved }))).toEqual([
    'PUT /dogs/{id}: security login changed: refreshUrl of clientCredentials was added (https://id.example.edu/new), tokenUrl of clientCredentials https://login.example.edu/token → https://id.example.edu/token.',
  ]);
});

test('a new path that takes calls is named once, with the operations that lose them', () => {
  const path = (methods: readonly string[], parameters: readonly JsonObject[] = []): JsonObject => ({
    parameters,
    ...Object.fromEntries(
      methods.map((method) => [method, { responses: { '204': { description: 'Done.' } } }]),
    ),
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const dogs = { '/dogs/{id}': path(['get', 'delete'], [id]) };
  const document = (paths: JsonObject): JsonObject => ({
    openapi: '3.0.3',
    info: { title: 'Dogs', version: '1' },
    paths,
  });
  expect(messagesOf(document(dogs), document({ ...dogs, '/dogs/mine': path(['put']) }))).toEqual([
    'DELETE /dogs/{id} and 1 more: path /dogs/mine was added and receives some of these calls, which it rejects or answers differently.',
    'PUT /dogs/mine was added.',
  ]);
});
