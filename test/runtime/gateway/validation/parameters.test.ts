import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { documentOf, openValidated, type Verdict } from './validated-api.ts';

const passed: Verdict = { status: 200 };
const insufficient = (...errors: string[]): Verdict => ({
  status: 400,
  code: 'parameters_insufficient',
  errors,
});
const malformed = (...errors: string[]): Verdict => ({ status: 400, code: 'parameters_malformed', errors });
const failed = (...errors: string[]): Verdict => ({ status: 422, code: 'validation_failed', errors });

const query = (name: string, schema: JsonObject, others: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...others,
});

async function openWith(...parameters: JsonObject[]) {
  return openValidated(documentOf('3.1.0', '/dogs', { get: { parameters, responses: {} } }));
}

test('a missing parameter is named, in the words of the requirements', async () => {
  const { gateway } = await openWith(
    query('limit', { type: 'integer' }, { required: true }),
    query('breed', { type: 'string' }, { required: true }),
    { name: 'X-Park', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'leash', in: 'cookie', required: true, schema: { type: 'string' } },
  );
  const answer = await gateway.call('/dog_park/v1/dogs?breed=Beagle', { as: 'DogWalker-production' });
  expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
    status: 400,
    body: {
      message: 'Required parameters are missing.',
      developerMessage: 'The list of errors names the missing parameters.',
      errors: [
        { message: 'The query parameter `limit` is missing.' },
        { message: 'The header `X-Park` is missing.' },
        { message: 'The cookie `leash` is missing.' },
      ],
      code: 'parameters_insufficient',
    },
  });
});

test('the same in XML', async () => {
  const { gateway } = await openWith(query('a<b', { type: 'integer' }, { required: true }));
  const headers = { accept: 'application/xml' };
  const { text } = await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-production', headers });
  expect(text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<error>' +
      '<message>Required parameters are missing.</message>' +
      '<developerMessage>The list of errors names the missing parameters.</developerMessage>' +
      '<code>parameters_insufficient</code>' +
      '<errors><message>The query parameter `a&lt;b` is missing.</message></errors></error>\n',
  );
});

describe('scalars in the query', () => {
  test.each<[string, JsonObject, string, Verdict]>([
    ['an integer', { type: 'integer' }, 'v=12', passed],
    ['a negative integer', { type: 'integer' }, 'v=-12', passed],
    ['no integer', { type: 'integer' }, 'v=twelve', malformed('The query parameter `v` is not an integer.')],
    ['a fraction', { type: 'integer' }, 'v=1.5', malformed('The query parameter `v` is not an integer.')],
    ['nothing', { type: 'integer' }, 'v=', malformed('The query parameter `v` is not an integer.')],
    ['hexadecimal', { type: 'number' }, 'v=0x10', malformed('The query parameter `v` is not a number.')],
    ['Infinity', { type: 'number' }, 'v=Infinity', malformed('The query parameter `v` is not a number.')],
    ['out of bounds', { type: 'number' }, 'v=1e999', malformed('The query parameter `v` is not a number.')],
    ['a fraction', { type: 'number' }, 'v=1.5', passed],
    ['a boolean', { type: 'boolean' }, 'v=true', passed],
    ['no boolean', { type: 'boolean' }, 'v=1', malformed('The query parameter `v` is not a boolean.')],
    [
      'too small',
      { type: 'integer', minimum: 1 },
      'v=0',
      failed('The query parameter `v` must be at least 1.'),
    ],
    [
      'too large',
      { type: 'integer', format: 'int32' },
      'v=2147483648',
      failed('The query parameter `v` must have the format int32.'),
    ],
    ['largest', { type: 'integer', format: 'int64' }, 'v=9223372036854775807', passed],
    [
      'one of',
      { type: 'string', enum: ['a', 'b'] },
      'v=c',
      failed('The query parameter `v` must be one of a, b.'),
    ],
    ['a uuid', { type: 'string', format: 'uuid' }, 'v=3b0a7c52-91d4-4c0e-8f5e-6a2d1be7c9f0', passed],
    [
      'no uuid',
      { type: 'string', format: 'uuid' },
      'v=3b0a',
      failed('The query parameter `v` must have the format uuid.'),
    ],
    [
      'a date',
      { type: 'string', format: 'date' },
      'v=2026-02-30',
      failed('The query parameter `v` must have the format date.'),
    ],
    ['an unknown format', { type: 'string', format: 'dog-tag' }, 'v=x', passed],
    ['decoded', { type: 'string', enum: ['a b', 'ü'] }, 'v=a+b', passed],
    ['decoded', { type: 'string', enum: ['a b', 'ü'] }, 'v=%C3%BC', passed],
    [
      'a name in escapes',
      { type: 'integer' },
      '%76=x',
      malformed('The query parameter `v` is not an integer.'),
    ],
    [
      'a broken escape',
      { type: 'string' },
      'v=%C3',
      malformed('The query parameter `v` contains an invalid percent-escape.'),
    ],
    [
      'a broken name',
      { type: 'string' },
      '%zz=1',
      malformed('The name of a parameter contains an invalid percent-escape.'),
    ],
    ['twice', { type: 'string' }, 'v=1&v=2', malformed('The query parameter `v` is sent more than once.')],
    ['unknown ones', { type: 'integer' }, 'w=%C3&x=y&&=&v=1', passed],
    ['names of objects', { type: 'integer' }, '__proto__=1&constructor=2', passed],
    ['null where it is allowed', { type: ['integer', 'null'] }, 'v=', passed],
    [
      'either',
      { type: ['integer', 'string'], minLength: 2 },
      'v=x',
      failed('The query parameter `v` must have at least 2 characters.'),
    ],
    [
      'a text that looks like a number',
      {
        oneOf: [
          { type: 'integer', maximum: 5 },
          { type: 'string', maxLength: 2 },
        ],
      },
      'v=12',
      passed,
    ],
    ['no type', { enum: [1, 'a'] }, 'v=1', passed],
    ['no type at all', { minimum: 3 }, 'v=x', passed],
    [
      'an empty one that may be',
      { type: 'integer', minimum: 1 },
      'v=',
      malformed('The query parameter `v` is not an integer.'),
    ],
  ])('%s %j ?%s', async (_title, schema, sent, verdict) => {
    const { call } = await openWith(query('v', schema));
    expect(await call(`/dogs?${sent}`)).toEqual(verdict);
  });
});

test('allowEmptyValue allows an empty value', async () => {
  const { call } = await openWith(query('v', { type: 'integer' }, { allowEmptyValue: true }));
  expect(await call('/dogs?v=')).toEqual(passed);
});

describe('styles', () => {
  const integers = { type: 'array', items: { type: 'integer' }, maxItems: 2 };
  const colour = {
    type: 'object',
    properties: { r: { type: 'integer' }, g: { type: 'integer', maximum: 255 } },
    required: ['r'],
    additionalProperties: false,
  };
  const notIntegers = 'The query parameter `v` is not an array whose items are each an integer.';
  const tooMany = 'The query parameter `v` must have at most 2 items.';
  const notObject = 'The query parameter `v` is not an object.';
  const lacksR = 'The query parameter `v` lacks `r`.';
  test.each<[JsonObject, JsonObject, string, Verdict]>([
    [{}, integers, 'v=1&v=2', passed],
    [{}, integers, 'v=1', passed],
    [{}, integers, 'v=1,2', malformed(notIntegers)],
    [{}, integers, 'v=1&v=2&v=3', failed(tooMany)],
    [{ explode: false }, integers, 'v=1,2', passed],
    [{ explode: false }, integers, 'v=1%2C2', passed],
    [{ explode: false }, integers, 'v=1,x', malformed(notIntegers)],
    [{ explode: false }, integers, 'v=1&v=2', malformed('The query parameter `v` is sent more than once.')],
    [{ style: 'spaceDelimited' }, integers, 'v=1%202', passed],
    [{ style: 'spaceDelimited' }, integers, 'v=1%202%203', failed(tooMany)],
    [{ style: 'pipeDelimited' }, integers, 'v=1%7C2%7C3', failed(tooMany)],
    [{}, colour, 'r=1&g=2', passed],
    [{}, colour, 'g=2', failed(lacksR)],
    [{}, colour, 'r=x', malformed(notObject)],
    [{ explode: false }, colour, 'v=r,1,g,2', passed],
    [{ explode: false }, colour, 'v=r,1,g,256', failed('The query parameter `v` must be at most 255.')],
    [
      { explode: false },
      colour,
      'v=r',
      malformed('The query parameter `v` does not have the declared style.'),
    ],
    [{ style: 'deepObject' }, colour, 'v[r]=1&v[g]=2', passed],
    [{ style: 'deepObject' }, colour, 'v%5Br%5D=1', passed],
    [{ style: 'deepObject' }, colour, 'v[g]=2', failed(lacksR)],
    [{ style: 'deepObject' }, colour, 'v[r]=x', malformed(notObject)],
    [{ style: 'deepObject' }, colour, 'v[r]=1&v[b]=2', failed('The query parameter `v` must not have `b`.')],
    [
      { style: 'deepObject' },
      colour,
      'v[r]=1&v[__proto__][x]=2',
      failed('The query parameter `v` must not have `__proto__`.'),
    ],
    [
      { style: 'deepObject', required: true },
      colour,
      'w[r]=1',
      insufficient('The query parameter `v` is missing.'),
    ],
  ])('%j %j ?%s', async (style, schema, sent, verdict) => {
    const { call } = await openWith(query('v', schema, style));
    expect(await call(`/dogs?${sent}`)).toEqual(verdict);
  });

  test('JSON in a parameter', async () => {
    const content = { 'application/json': { schema: { type: 'object', required: ['a'] } } };
    const { call } = await openWith({ name: 'v', in: 'query', content });
    expect(await call('/dogs?v=%7B%22a%22:1%7D')).toEqual(passed);
    expect(await call('/dogs?v=%7B%7D')).toEqual(failed('The query parameter `v` lacks `a`.'));
    expect(await call('/dogs?v=%7B')).toEqual(malformed('The query parameter `v` is not valid JSON.'));
  });

  test('headers and cookies', async () => {
    const { call } = await openWith(
      { name: 'X-Ids', in: 'header', schema: integers },
      { name: 'X-Size', in: 'header', schema: { type: 'string', enum: ['small', 'large'] } },
      { name: 'age', in: 'cookie', schema: { type: 'integer', maximum: 20 } },
      { name: 'Authorization', in: 'header', schema: { type: 'integer' } },
    );
    expect(await call('/dogs', { headers: { 'x-ids': '1, 2', cookie: 'a=b; age=12' } })).toEqual(passed);
    expect(await call('/dogs', { headers: { 'x-size': 'huge', cookie: 'age=21' } })).toEqual(
      failed('The header `X-Size` must be one of small, large.', 'The cookie `age` must be at most 20.'),
    );
    expect(await call('/dogs', { headers: { 'x-ids': 'secret', cookie: 'age=secret' } })).toEqual(
      malformed(
        'The header `X-Ids` is not an array whose items are each an integer.',
        'The cookie `age` is not an integer.',
      ),
    );
  });
});

test('in sort a plus is a plus, however it was decoded', async () => {
  const pattern = '^[+-]?(name|age)(,[+-]?(name|age))*$';
  const { call } = await openWith(
    query('sort', { type: 'string', pattern }),
    query('order', { type: 'string', pattern }),
  );
  expect(await call('/dogs?sort=+name,-age')).toEqual(passed);
  expect(await call('/dogs?sort=-age,+name')).toEqual(passed);
  expect(await call('/dogs?sort=%2Bname')).toEqual(passed);
  expect(await call('/dogs?order=+name')).toEqual(
    failed('The query parameter `order` must match the pattern ^[+-]?(name|age)(,[+-]?(name|age))*$.'),
  );
});

describe('parameters of paths', () => {
  const inPath = (name: string, schema: JsonObject, style: JsonObject = {}): JsonObject => ({
    name,
    in: 'path',
    required: true,
    schema,
    ...style,
  });

  test.each<[string, readonly JsonObject[], string, Verdict]>([
    ['/dogs/{id}', [inPath('id', { type: 'integer' })], '/dogs/1', passed],
    [
      '/dogs/{id}',
      [inPath('id', { type: 'integer' })],
      '/dogs/one',
      malformed('The path parameter `id` is not an integer.'),
    ],
    ['/dogs/{id}', [inPath('id', { type: 'string', maxLength: 1 })], '/dogs/%C3%BC', passed],
    [
      '/dogs/{a},{b}',
      [inPath('b', { type: 'integer' }), inPath('a', { type: 'string', maxLength: 2 })],
      '/dogs/one,two',
      malformed('The path parameter `b` is not an integer.'),
    ],
    [
      '/dogs/{a},{b}',
      [inPath('b', { type: 'integer' }), inPath('a', { type: 'string', maxLength: 2 })],
      '/dogs/one,2',
      failed('The path parameter `a` must have at most 2 characters.'),
    ],
    [
      '/dogs/chip={chip}/walks/{walk}',
      [inPath('chip', { type: 'string', pattern: '^[0-9]+$' }), inPath('walk', { type: 'integer' })],
      '/dogs/chip=12a/walks/1',
      failed('The path parameter `chip` must match the pattern ^[0-9]+$.'),
    ],
    ['/dogs/{ids}', [inPath('ids', { type: 'array', items: { type: 'integer' } })], '/dogs/1,2', passed],
    [
      '/dogs/{ids}',
      [inPath('ids', { type: 'array', items: { type: 'integer' } })],
      '/dogs/1,x',
      malformed('The path parameter `ids` is not an array whose items are each an integer.'),
    ],
    ['/dogs/{id}', [inPath('id', { type: 'integer' }, { style: 'label' })], '/dogs/.1', passed],
    [
      '/dogs/{id}',
      [inPath('id', { type: 'integer' }, { style: 'label' })],
      '/dogs/1',
      malformed('The path parameter `id` does not have the declared style.'),
    ],
    [
      '/dogs/{ids}',
      [inPath('ids', { type: 'array', maxItems: 1 }, { style: 'label', explode: true })],
      '/dogs/.1.2',
      failed('The path parameter `ids` must have at most 1 item.'),
    ],
    [
      '/dogs/{place}',
      [
        inPath(
          'place',
          { type: 'object', properties: { x: { type: 'integer' } }, required: ['y'] },
          { explode: true },
        ),
      ],
      '/dogs/x=1',
      failed('The path parameter `place` lacks `y`.'),
    ],
  ])('%s %j: %s', async (template, parameters, path, verdict) => {
    // Those of the path apply to all of its operations.
    const { call } = await openValidated(
      documentOf('3.0.3', template, { parameters, get: { responses: {} } }),
    );
    expect(await call(path)).toEqual(verdict);
  });
});

describe('parameters in the path in the style matrix', () => {
  const wrongStyle = malformed('The path parameter `v` does not have the declared style.');
  const list: JsonObject = { type: 'array', items: { type: 'integer' }, maxItems: 2 };
  const place: JsonObject = { type: 'object', properties: { x: { type: 'integer' } }, required: ['y'] };

  test.each<[JsonObject, boolean, string, Verdict]>([
    [{ type: 'integer' }, false, ';v=1', passed],
    [{ type: 'integer' }, false, '%3Bv=1', passed],
    [{ type: 'integer' }, false, ';v=x', malformed('The path parameter `v` is not an integer.')],
    [{ type: 'integer' }, false, '1', wrongStyle],
    [{ type: 'integer' }, false, ';w=1', wrongStyle],
    [{ type: 'string' }, false, '1', wrongStyle],
    [{ type: 'string', maxLength: 0 }, false, ';v', passed],
    [list, false, ';v=1,2', passed],
    [list, false, ';v=1,2,3', failed('The path parameter `v` must have at most 2 items.')],
    [list, true, ';v=1;v=2', passed],
    [list, true, ';v=1;v=2;v=3', failed('The path parameter `v` must have at most 2 items.')],
    [list, true, ';v=1;w=2', wrongStyle],
    [list, true, '1,2', wrongStyle],
    [place, false, ';v=x,1,y,2', passed],
    [place, false, ';v=x,1', failed('The path parameter `v` lacks `y`.')],
    [place, true, ';x=1;y=2', passed],
    [place, true, ';x=1', failed('The path parameter `v` lacks `y`.')],
    [place, true, 'x=1,y=2', wrongStyle],
  ])('%j, exploded: %s, %s', async (schema, explode, value, verdict) => {
    const parameters = [{ name: 'v', in: 'path', required: true, style: 'matrix', explode, schema }];
    const document = documentOf('3.0.3', '/dogs/{v}', { parameters, get: { responses: {} } });
    const { call } = await openValidated(document, { pathEncoding: 'pass' });
    expect(await call(`/dogs/${value}`)).toEqual(verdict);
  });
});

test('an operation replaces a parameter of its path', async () => {
  const parameters = [query('v', { type: 'integer' })];
  const get = { parameters: [query('v', { type: 'string' })], responses: {} };
  const { call } = await openValidated(documentOf('3.0.3', '/dogs', { parameters, get }));
  expect(await call('/dogs?v=x')).toEqual(passed);
});

test('a HEAD that is not declared is held to the GET', async () => {
  const { call } = await openWith(query('v', { type: 'integer' }, { required: true }));
  expect(await call('/dogs', { method: 'HEAD' })).toEqual({ status: 400 });
  expect(await call('/dogs?v=1', { method: 'HEAD' })).toEqual(passed);
});

describe('Swagger 2.0', () => {
  test.each<[JsonObject, string, Verdict]>([
    [{ type: 'array', items: { type: 'integer' } }, 'v=1,2', passed],
    [{ type: 'array', items: { type: 'integer' }, collectionFormat: 'ssv' }, 'v=1%202', passed],
    [{ type: 'array', items: { type: 'integer' }, collectionFormat: 'tsv' }, 'v=1%092', passed],
    [{ type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' }, 'v=1|2', passed],
    [{ type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' }, 'v=1&v=2', passed],
    [
      { type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
      'v=1,2',
      malformed('The query parameter `v` is not an array whose items are each an integer.'),
    ],
    [
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      'v=1',
      failed('The query parameter `v` must be more than 1.'),
    ],
  ])('%j ?%s', async (schema, sent, verdict) => {
    const get = { parameters: [{ $ref: '#/parameters/V' }], responses: {} };
    const parameters = { V: { name: 'v', in: 'query', ...schema } };
    const { call } = await openValidated(documentOf('2.0', '/dogs', { get }, { parameters }));
    expect(await call(`/dogs?${sent}`)).toEqual(verdict);
  });
});

test.each<[JsonObject, string, Verdict]>([
  [{ additionalProperties: { type: 'integer' } }, '?x=1', passed],
  [{ additionalProperties: { type: 'integer' } }, '', passed],
  [{ properties: { x: { type: 'integer' } } }, '?y=1', passed],
  [{ properties: { x: { type: 'integer' } }, required: ['x'] }, '?x=1', passed],
  [
    { properties: { x: { type: 'integer' } }, required: ['x'] },
    '?y=1',
    {
      status: 400,
      code: 'parameters_insufficient',
      errors: ['The query parameter `v` is missing.'],
    },
  ],
])(
  'an object whose members stand for themselves, where it is required: %j %s',
  async (schema, sent, verdict) => {
    const parameters = [{ name: 'v', in: 'query', required: true, schema: { type: 'object', ...schema } }];
    const { call } = await openValidated(
      documentOf('3.1.0', '/dogs', { get: { parameters, responses: {} } }),
    );
    expect(await call(`/dogs${sent}`)).toEqual(verdict);
  },
);

test.each([
  ['9223372036854775807', 200],
  ['-9223372036854775808', 200],
  ['9223372036854777857', 422],
  ['18446744073709551615', 422],
  ['-18446744073709551615', 422],
])('an int64 of %s is answered with %i', async (value, status) => {
  const { call } = await openWith(query('id', { type: 'integer', format: 'int64' }));
  expect((await call(`/dogs?id=${value}`)).status).toBe(status);
});
