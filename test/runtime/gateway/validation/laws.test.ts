import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { withUniqueItems } from '#compiler/load/validators/unique-items-keyword.ts';
import { draws } from '../../../full-run.ts';
import { checkJson, checkQuery } from './planned-api.ts';
import { documentOf } from './validated-api.ts';

const names = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString');

/** Schemas of OpenAPI 3.1 that the values below fit every now and then. */
const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    fc.record(
      { type: fc.constant('integer'), minimum: fc.integer({ min: -3, max: 3 }), multipleOf: fc.constant(2) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('number'), exclusiveMaximum: fc.integer({ min: -3, max: 3 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('string'), minLength: fc.nat({ max: 2 }), pattern: fc.constant('^[ab]*$') },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.array(fc.constantFrom<Json>('a', 1, null, true), { minLength: 1 }) }),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        maxItems: fc.nat({ max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom<Json>('object', ['object', 'null']),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
  ),
}));

const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>('a', 'ab', 'c', '', null, true, 0, 1, -2, 2.5),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

const bodyOf = (openapi: string, schema: JsonObject) =>
  documentOf(openapi, '/dogs', {
    post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} },
  });

describe('a body is evaluated', () => {
  test('as JSON Schema 2020-12 defines', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const ajv = withUniqueItems(new Ajv2020({ strict: false, ownProperties: true }));
        const isValid = ajv.validate(schema, value);
        expect(checkJson(bodyOf('3.1.0', schema), JSON.stringify(value)).length === 0).toBe(isValid);
      }),
      { numRuns: draws(100) },
    );
  });

  test('alike in each way to write the same schema', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom<Json>(null, -3, 0, 1.5, 3, 'x'),
        (limit, value) => {
          const text = JSON.stringify(value);
          const old = { type: 'number', nullable: true, minimum: limit, exclusiveMinimum: true };
          const { nullable: _, ...oldest } = old;
          const now = { type: ['number', 'null'], exclusiveMinimum: limit };
          const verdict = checkJson(bodyOf('3.1.0', now), text);
          expect(checkJson(bodyOf('3.0.3', old), text)).toEqual(verdict);
          const body = { name: 'dog', in: 'body', schema: { ...oldest, 'x-nullable': true } };
          const swagger = documentOf('2.0', '/dogs', { post: { parameters: [body], responses: {} } });
          expect(checkJson(swagger, text)).toEqual(verdict);
        },
      ),
      { numRuns: draws(50) },
    );
  });
});

describe('a valid value passes', () => {
  const scalars: readonly (readonly [JsonObject, fc.Arbitrary<string | number | boolean>])[] = [
    [{ type: 'integer' }, fc.maxSafeInteger()],
    [{ type: 'number' }, fc.double({ noDefaultInfinity: true, noNaN: true })],
    [{ type: 'boolean' }, fc.boolean()],
    [{ type: 'string', maxLength: 5 }, fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' })],
    [{ type: 'string', format: 'uuid' }, fc.uuid()],
    [{ type: 'string', format: 'ipv4' }, fc.ipV4()],
    [{ type: 'string', format: 'email' }, fc.emailAddress()],
    [{ type: 'string', format: 'uri' }, fc.webUrl()],
    [
      { type: 'string', format: 'date-time' },
      fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString()),
    ],
  ];
  const queryOf = (parameter: JsonObject) =>
    documentOf('3.0.3', '/dogs', {
      get: { parameters: [{ name: 'v', in: 'query', ...parameter }], responses: {} },
    });

  test.each(scalars)('as a scalar of %j', (schema, valid) => {
    fc.assert(
      fc.property(valid, (value) => {
        expect(checkQuery(queryOf({ schema }), `v=${encodeURIComponent(String(value))}`)).toEqual([]);
      }),
      { numRuns: draws(50) },
    );
  });

  test.each<[JsonObject, (items: readonly string[]) => string]>([
    [{}, (items) => items.map((item) => `v=${item}`).join('&')],
    [{ explode: false }, (items) => `v=${items.join(',')}`],
    [{ style: 'spaceDelimited' }, (items) => `v=${items.join('%20')}`],
    [{ style: 'pipeDelimited' }, (items) => `v=${items.join('|')}`],
  ])('as an array in the style %j', (style, write) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0 }), { maxLength: 5 }), (items) => {
        const schema = { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 5 };
        expect(checkQuery(queryOf({ schema, ...style }), write(items.map(String)))).toEqual([]);
      }),
      { numRuns: draws(50) },
    );
  });
});

test('no query and no body makes a check throw', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'array' } } };
  const parameters = [
    { name: 'v', in: 'query', style: 'deepObject', schema },
    { name: 'w', in: 'query', explode: false, schema },
    { name: 'x', in: 'query', schema: { type: 'array', items: { type: ['integer', 'null'] } } },
  ];
  const pieces = fc.constantFrom(
    'v',
    'w',
    'x',
    '[',
    ']',
    '=',
    '&',
    '%',
    '+',
    ',',
    'a',
    '1',
    '%5B',
    '%C3',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), fc.string(), (query, body) => {
      checkQuery(documentOf('3.0.3', '/dogs', { get: { parameters, responses: {} } }), query.join(''));
      checkJson(bodyOf('3.0.3', schema), body);
    }),
    { numRuns: draws(200) },
  );
});
