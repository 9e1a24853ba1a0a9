// @module-tag full
import { expect, test } from 'vitest';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { compilePattern } from '#openapi/schema/compile-pattern.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { HeldBytes } from '#runtime/gateway/validation/held-bytes.ts';
import { knownFormats } from '#openapi/schema/formats.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { planApi } from './planned-api.ts';
import { documentOf, openValidated, type Verdict } from './validated-api.ts';

const inJson = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const tooLong: Verdict = {
  status: 422,
  code: 'validation_failed',
  errors: ['The body takes too long to check.'],
};

async function openBody(requestBody: JsonObject, schemas: JsonObject = {}) {
  const post = { requestBody, responses: {} };
  const opened = await openValidated(documentOf('3.1.0', '/dogs', { post }, { components: { schemas } }));
  const send = (body: string, type = 'application/json') =>
    opened.call('/dogs', { method: 'POST', headers: { 'content-type': type }, body });
  return { ...opened, send };
}

test.each(['^(a+)+$', '^([a-z]+)*\\d$', '^(a|a)*$', '^(\\w+\\s?)*$'])(
  'the pattern %s does not hold the gateway up',
  async (pattern) => {
    const parameters = [{ name: 'v', in: 'query', schema: { type: 'string', pattern } }];
    const { call } = await openValidated(
      documentOf('3.1.0', '/dogs', { get: { parameters, responses: {} } }),
    );
    // Without the bound, each of them takes longer than any test may.
    expect(await call(`/dogs?v=${'a'.repeat(100)}!`)).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: [`The query parameter \`v\` must match the pattern ${pattern}.`],
    });
  },
);

test('patterns keep their meaning: those of Unicode, of other dialects, and invalid ones', () => {
  expect(compilePattern('^\\p{L}+$').test('Zoë')).toBe(true);
  expect(compilePattern('^\\u{1F600}$').test('\u{1F600}')).toBe(true);
  expect(compilePattern('^[😀]$').test('😀')).toBe(true);
  expect(compilePattern('^a\\-b\\_c$').test('a-b_c')).toBe(true);
  expect(compilePattern('(?<unclosed').test('whatever')).toBe(true);
});

test.each(['email', 'hostname', 'uri', 'uri-reference', 'date-time', 'ipv6', 'duration'])(
  'a long text of the format %s is refused, and at once',
  async (format) => {
    const requestBody = { content: { 'application/json': { schema: { type: 'string', format } } } };
    const document = documentOf('3.1.0', '/dogs', { post: { requestBody, responses: {} } });
    const { call } = await openValidated(document);
    const body = JSON.stringify(`a@${'a'.repeat(5_000_000)}-`);
    const headers = { 'content-type': 'application/json' };
    expect(await call('/dogs', { method: 'POST', headers, body })).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: [`The body must have the format ${format}.`],
    });
  },
);

test('base64 of any length is distinguished from other text', () => {
  const isBase64 = knownFormats['byte'] as (text: string) => boolean;
  expect(['', 'TQ==', 'TWE=', 'TWFu', 'TWFu'.repeat(1_000_000)].map(isBase64)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['TQ', 'T===', 'TQ=a', '=AAA', 'TW_-', 'TWF u'].map(isBase64)).toEqual(Array(6).fill(false));
});

test('each item of a long array is read once to be compared with the others', () => {
  let reads = 0;
  const items = Array.from({ length: 1000 }, (_, index) => ({
    get index() {
      reads += 1;
      return index;
    },
  }));
  const schemas = new SchemaBag(openDocument(documentOf('3.1.0', '/dogs', {})), 'request');
  const validate = schemas.compile(schemas.normalise({ type: 'array', uniqueItems: true }));
  expect({ isValid: validate(items), reads }).toEqual({ isValid: true, reads: 1000 });
});

test('an array with an item twice is refused', async () => {
  const { send } = await openBody(inJson({ type: 'array', uniqueItems: true }));
  expect(await send('[{"index":1},{"index":2}]')).toEqual({ status: 200 });
  expect(await send('[{"index":1},{"index":2},{"index":1}]')).toEqual({
    status: 422,
    code: 'validation_failed',
    errors: ['The body must not have duplicate items.'],
  });
});

test('listed objects are compared with bodies whose names mean something to JavaScript', async () => {
  const listed = [
    '{"breed":"Beagle"}',
    '{"toString":1}',
    '[{"valueOf":2}]',
    '{"constructor":{}}',
    '"Pug"',
    'null',
  ];
  const listedBody = await openBody(inJson({ enum: listed.map((text) => JSON.parse(text) as Json) }));
  const oneBody = await openBody(inJson({ const: JSON.parse('{"toString":{"valueOf":1}}') as Json }));
  for (const body of listed) expect(await listedBody.send(body)).toEqual({ status: 200 });
  expect(await oneBody.send('{"toString":{"valueOf":1}}')).toEqual({ status: 200 });
  const others = [
    '{"toString":2}',
    '{"valueOf":1}',
    '[{"valueOf":"2"}]',
    '{"constructor":{"a":1}}',
    '{}',
    '1',
  ];
  for (const body of [...others, '{"breed":"Beagle","toString":null}'])
    expect([body, (await listedBody.send(body)).status, (await oneBody.send(body)).status]).toEqual([
      body,
      422,
      422,
    ]);
});

test('many names in a query, and names that mean something to JavaScript', async () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: true };
  const parameters = [{ name: 'v', in: 'query', style: 'deepObject', schema }];
  const { call } = await openValidated(documentOf('3.1.0', '/dogs', { get: { parameters, responses: {} } }));
  expect(
    await call(`/dogs?${'&'.repeat(5000)}${'v[constructor]=x&v[__proto__][a]=y&'.repeat(50)}v[a]=1`),
  ).toEqual({
    status: 200,
  });
  expect(({} as Readonly<Record<string, unknown>>)['a']).toBeUndefined();
  expect(await call(`/dogs?v[${'a]['.repeat(20)}b]=1`)).toMatchObject({ code: 'parameters_malformed' });
});

test('what a caller names is shortened where it is repeated', async () => {
  const schema = { type: 'object', additionalProperties: false };
  const requestBody = { content: { 'application/json': { schema } } };
  const { call } = await openValidated(
    documentOf('3.1.0', '/dogs', { post: { requestBody, responses: {} } }),
  );
  const body = JSON.stringify({ [`\n\u202e${'x'.repeat(10_000)}`]: 1 });
  const headers = { 'content-type': 'application/json' };
  expect(await call('/dogs', { method: 'POST', headers, body })).toEqual({
    status: 422,
    code: 'validation_failed',
    errors: [`The body must not have \`\uFFFD\uFFFD${'x'.repeat(98)}…\`.`],
  });
});

test.each(['^([a-z]{1,30})+$', '^(a|a){1,40}$', '^(?=a)(a+)+$', '^(\\p{L}+)+$', '^(a+)+(?:(b)\\2)$'])(
  'the pattern %s, which no engine finishes, is broken off',
  async (pattern) => {
    const { send } = await openBody(inJson({ type: 'string', pattern }));
    expect(await send(JSON.stringify(`${'a'.repeat(60)}!`))).toEqual(tooLong);
  },
);

test('the check of a schema that contains itself in several branches is aborted', async () => {
  const properties = { c: { $ref: '#/components/schemas/E' } };
  const branch = { type: 'object', required: ['c'], properties };
  const { send } = await openBody(inJson({ $ref: '#/components/schemas/E' }), {
    E: { anyOf: [{ ...branch, additionalProperties: false }, branch, { type: 'integer' }] },
  });
  const nest = (leaf: string) => `${'{"c":'.repeat(60)}${leaf}${'}'.repeat(60)}`;
  expect(await send(nest('1'))).toEqual({ status: 200 });
  expect(await send(nest('"x"'))).toEqual(tooLong);
});

test('the check of a long body is aborted where each of its strings takes a while', async () => {
  const anyOf = [{ type: 'string', pattern: '^(a+)+$' }, { type: 'string' }];
  const { send } = await openBody(inJson({ type: 'array', items: { anyOf } }));
  const texts = (count: number) => JSON.stringify(Array.from({ length: count }, () => `${'a'.repeat(30)}!`));
  expect(await send(texts(10))).toEqual({ status: 200 });
  expect(await send(texts(100_000))).toEqual(tooLong);
});

test('a schema that leads back to itself where a member is there is none that can be checked', async () => {
  const { send, gateway } = await openBody(inJson({ $ref: '#/components/schemas/A' }), {
    A: { type: 'object', dependentSchemas: { a: { $ref: '#/components/schemas/A' } } },
  });
  expect(await send('{"a":1}')).toEqual({ status: 200 });
  expect(gateway.faults.map(String)).toEqual([
    'Error: A schema of POST /dogs of DogPark/v1 cannot be compiled, so that it is not checked.',
  ]);
});

test.each(['%&', 'a=%&'])('of a query or a form of %s only so much is looked at', (part) => {
  const schema = { type: 'array', items: { type: 'string' } };
  const get = { parameters: [{ name: 'a', in: 'query', schema }], responses: {} };
  const { operations, validation } = planApi(documentOf('3.1.0', '/dogs', { get }));
  const findings = new Findings();
  const plan = validation.requestPlan(operations[0] as CompiledOperation);
  plan?.query?.check(part.repeat(1000), findings);
  expect(findings.malformed).toHaveLength(20);
});

test('a body in very many parts takes up no more than one in few', () => {
  const held = new HeldBytes();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 2_000_000; index++) held.add(Buffer.from([index]));
  // Kept apart, each part would take up some 100 bytes.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  expect(held.toBuffer()).toEqual(Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, index) => index)));
});

test.each([
  'application/json; charset=utf-8; charset=utf-7',
  'application/json; a="; charset=utf-8"; charset=utf-7',
  "application/json; charset*=utf-7''x",
])('a body of more than one charset: %s', async (type) => {
  const { send } = await openBody(inJson({ type: 'object' }));
  expect(await send('{"a":"+ACIALAAi-"}', type)).toMatchObject({ status: 415 });
});
