import { connect } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import type { GatewayInTest } from '../../gateway-in-test.ts';
import { documentOf, openValidated, type Verdict } from './validated-api.ts';

const passed: Verdict = { status: 200 };
const refusal = (status: number, code: string, ...errors: string[]): Verdict => ({ status, code, errors });

const dog: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 0, exclusiveMinimum: true, nullable: true },
    size: { type: 'string', nullable: true, enum: ['small', 'large'] },
    puppies: { type: 'array', uniqueItems: true, items: { $ref: '#/components/schemas/Dog' } },
  },
  additionalProperties: false,
};

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ownId: JsonObject = { properties: { id: { type: 'integer', readOnly: true } }, required: ['id'] };

async function openDogs(requestBody: JsonObject, settings: Parameters<typeof openValidated>[1] = {}) {
  const post = { requestBody, responses: {} };
  const components = { components: { schemas: { Dog: dog } } };
  return openValidated(documentOf('3.0.3', '/dogs', { post }, components), settings);
}

const dogBody: JsonObject = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } },
};

describe('a body in JSON', () => {
  test.each<[string, Verdict]>([
    ['{"name":"Bella"}', passed],
    ['{"name":"Bella","age":null,"size":null}', passed],
    ['{"name":"Bella","puppies":[{"name":"Luna","puppies":[]}]}', passed],
    ['{"age":1}', refusal(422, 'validation_failed', 'The body lacks `name`.')],
    [
      '{"name":"B","age":0,"weight":3,"puppies":[{"name":1}]}',
      refusal(
        422,
        'validation_failed',
        'The body must not have `weight`.',
        'The body at `/name` must have at least 2 characters.',
        'The body at `/age` must be more than 0.',
        'The body at `/puppies/0/name` must be a string.',
      ),
    ],
    [
      '{"name":"Bella","size":"huge"}',
      refusal(422, 'validation_failed', 'The body at `/size` must be one of small, large, null.'),
    ],
    [
      '{"name":"Bella","puppies":[{"name":"Luna","age":3},{"age":3,"name":"Luna"}]}',
      refusal(422, 'validation_failed', 'The body at `/puppies` must not have duplicate items.'),
    ],
    [
      '{"name":"Bella","age":1e999}',
      refusal(
        400,
        'body_malformed',
        'The body contains a number that is too large or has too many digits to be checked.',
      ),
    ],
    ['[]', refusal(422, 'validation_failed', 'The body must be an object.')],
    ['{"name":', refusal(400, 'body_malformed', 'The body is not valid JSON.')],
    [
      '{"name":"Bella","__proto__":{"age":3}}',
      refusal(422, 'validation_failed', 'The body must not have `__proto__`.'),
    ],
    [
      '{"name":"Bella","name":"Luna"}',
      refusal(400, 'body_malformed', 'The body has an object with duplicate member names.'),
    ],
    [
      '{"name":"Bella","n\\u0061me":"Luna"}',
      refusal(400, 'body_malformed', 'The body has an object with duplicate member names.'),
    ],
    ['\uFEFF{"name":"Bella"}', refusal(400, 'body_malformed', 'The body is not valid JSON.')],
    ['['.repeat(100_000), refusal(400, 'body_malformed', 'The body is nested more than 256 levels deep.')],
    ['', refusal(400, 'parameters_insufficient', 'The body is missing.')],
  ])('%.60s', async (body, verdict) => {
    const { call, upstream } = await openDogs(dogBody);
    expect(await call('/dogs', { method: 'POST', headers: json, body })).toEqual(verdict);
    expect(upstream.seen.map((seen) => seen.body)).toEqual(verdict === passed ? [body] : []);
  });

  test('that is not UTF-8', async () => {
    const { gateway } = await openDogs(dogBody);
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]);
    expect(await sendBody(gateway, body, json)).toMatchObject({ status: 400, code: 'body_malformed' });
  });

  test('is forwarded byte for byte, however it is sent', async () => {
    const { gateway, upstream } = await openDogs(dogBody);
    const parts = ['{ "name" : ', '"B\\u0065lla" ,\n "age": 1', '.0e0}'];
    async function* send() {
      for (const part of parts) {
        yield Buffer.from(part);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const answer = await request(`${gateway.url}/dog_park/v1/dogs`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${await gateway.tokenFor('DogWalker-production')}` },
      body: Readable.from(send()),
    });
    await answer.body.dump();
    expect(upstream.seen.map(({ body, headers }) => [body, headers['content-length']])).toEqual([
      [parts.join(''), String(parts.join('').length)],
    ]);
  });

  test('has no empty list where an item is needed, also after a list that has one', async () => {
    const schema = { additionalProperties: { type: 'array', contains: { type: 'object' } } };
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const { call } = await openValidated(documentOf('3.1.0', '/dogs', { post }));
    expect(await call('/dogs', { method: 'POST', headers: json, body: '{"a":[{}],"b":[]}' })).toEqual(
      refusal(422, 'validation_failed', 'The body at `/b` must have at least 1 item.'),
    );
  });

  test('has items that are evaluated where any item will do', async () => {
    const schema = { type: 'array', contains: {}, unevaluatedItems: false };
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const { call } = await openValidated(documentOf('3.1.0', '/dogs', { post }));
    expect(await call('/dogs', { method: 'POST', headers: json, body: '["Bella"]' })).toEqual(passed);
    expect(await call('/dogs', { method: 'POST', headers: json, body: '[]' })).toEqual(
      refusal(
        422,
        'validation_failed',
        'The body must contain at least 1 valid item(s).',
        'The body must have at least 1 item.',
      ),
    );
  });

  test('has at most twenty errors, and one where it is long', async () => {
    const schema = { type: 'array', items: { type: 'integer' } };
    const { call } = await openDogs({ content: { 'application/json': { schema } } });
    const send = (length: number) =>
      call('/dogs', { method: 'POST', headers: json, body: JSON.stringify(Array(length).fill('x')) });
    expect((await send(30)).errors).toHaveLength(20);
    expect((await send(100_000)).errors).toEqual(['The body at `/0` must be an integer.']);
  });

  test('may be left out where it is not required', async () => {
    const { call } = await openDogs({ ...dogBody, required: false });
    expect(await call('/dogs', { method: 'POST' })).toEqual(passed);
    expect(await call('/dogs', { method: 'POST', headers: json, body: '' })).toEqual(passed);
  });

  test('is reported together with the parameters, and after errors of reading', async () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }];
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const document = documentOf('3.0.3', '/dogs', { post: { parameters, requestBody, responses: {} } });
    const { call } = await openValidated(document);
    const send = (limit: string, body: string) =>
      call(`/dogs?limit=${limit}`, { method: 'POST', headers: json, body });
    expect(await send('0', '[]')).toEqual(
      refusal(
        422,
        'validation_failed',
        'The query parameter `limit` must be at least 1.',
        'The body must be an object.',
      ),
    );
    expect(await send('0', '[')).toEqual(refusal(400, 'body_malformed', 'The body is not valid JSON.'));
    expect(await send('x', '[')).toEqual(
      refusal(400, 'parameters_malformed', 'The query parameter `limit` is not an integer.'),
    );
  });
});

describe('media types', () => {
  const takes = (...mediaTypes: string[]): JsonObject => ({
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'object' } }])),
  });
  const unsupported = (message: string) => refusal(415, 'media_type_unsupported', message);
  const onlyJson = 'The operation accepts a body with one of these media types: application/json.';

  test.each<[JsonObject, string | undefined, Verdict]>([
    [takes('application/json'), 'application/json', passed],
    [takes('application/json'), 'Application/JSON; charset=UTF-8', passed],
    [takes('application/json; charset=utf-8'), 'application/json', passed],
    [
      takes('application/json'),
      'application/json; charset=utf-16',
      unsupported('The charset of the body must be UTF-8.'),
    ],
    [takes('application/json'), 'text/plain', unsupported(onlyJson)],
    [takes('application/json'), undefined, unsupported(onlyJson)],
    [takes('application/json'), 'application/json-seq', unsupported(onlyJson)],
    [takes('application/*'), 'application/xml', passed],
    [
      takes('application/*'),
      'text/plain',
      unsupported('The operation accepts a body with one of these media types: application/*.'),
    ],
    [takes('*/*'), 'text/plain', passed],
    [takes('*/*'), undefined, passed],
    [takes('application/merge-patch+json'), 'application/merge-patch+json', passed],
  ])('%j for %s', async (requestBody, contentType, verdict) => {
    const { call } = await openDogs(requestBody);
    const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    expect(await call('/dogs', { method: 'POST', headers, body: '{}' })).toEqual(verdict);
  });

  test('the nearest range is what a body is held to', async () => {
    const content = {
      '*/*': { schema: { type: 'string' } },
      'application/*': { schema: { type: 'array' } },
      'application/vnd.dog+json': { schema: { type: 'object' } },
    };
    const { call } = await openDogs({ content });
    const send = (contentType: string, body: string) =>
      call('/dogs', { method: 'POST', headers: { 'content-type': contentType }, body });
    expect(await send('application/vnd.dog+json', '{}')).toEqual(passed);
    expect(await send('application/json', '{}')).toEqual(
      refusal(422, 'validation_failed', 'The body must be an array.'),
    );
    expect(await send('text/vnd.dog+json', '{}')).toEqual(
      refusal(422, 'validation_failed', 'The body must be a string.'),
    );
  });

  test('a body where none is declared', async () => {
    const { call } = await openValidated(documentOf('3.0.3', '/dogs', { get: { responses: {} } }));
    const none = unsupported('The operation does not accept a body.');
    expect(await call('/dogs', { method: 'GET', headers: json, body: '{}' })).toEqual(none);
    expect(await call('/dogs', { method: 'GET' })).toEqual(passed);
  });

  test('a body of another type or that is compressed is answered with what would be accepted', async () => {
    const { gateway, upstream } = await openDogs({
      content: { 'application/json': { schema: {} }, 'text/csv': {} },
    });
    const headers = { ...json, 'content-encoding': 'gzip' };
    const refused = await gateway.call('/dog_park/v1/dogs', {
      as: 'DogWalker-production',
      method: 'POST',
      headers,
      body: 'x',
    });
    expect([refused.status, refused.code, refused.headers['accept-encoding']]).toEqual([
      415,
      'content_encoding_unsupported',
      'identity',
    ]);
    const text = await gateway.call('/dog_park/v1/dogs', {
      as: 'DogWalker-production',
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'a',
    });
    expect([text.status, text.headers['accept']]).toEqual([415, 'application/json, text/csv']);
    // Unchecked parts may be sent in any way.
    const csv = await sendBody(gateway, gzipSync('a,b'), {
      'content-type': 'text/csv',
      'content-encoding': 'gzip',
    });
    expect([csv.status, upstream.seen.length]).toEqual([200, 1]);
  });

  test('Swagger 2.0 lists them for the operation, or for the document', async () => {
    const body = { name: 'dog', in: 'body', required: true, schema: { type: 'object' } };
    const document = documentOf(
      '2.0',
      '/dogs',
      {
        post: { parameters: [body], responses: {} },
        put: { parameters: [body], consumes: ['application/vnd.dog+json'], responses: {} },
      },
      { consumes: ['application/json'] },
    );
    const { call } = await openValidated(document);
    expect(await call('/dogs', { method: 'POST', headers: json, body: '[]' })).toEqual(
      refusal(422, 'validation_failed', 'The body must be an object.'),
    );
    expect(await call('/dogs', { method: 'POST', headers: json, body: '{}' })).toEqual(passed);
    expect(await call('/dogs', { method: 'PUT', headers: json, body: '{}' })).toEqual(
      unsupported('The operation accepts a body with one of these media types: application/vnd.dog+json.'),
    );
    expect(await call('/dogs', { method: 'POST' })).toEqual(
      refusal(400, 'parameters_insufficient', 'The body is missing.'),
    );
  });
});

describe('forms', () => {
  const fields: readonly [string, Verdict][] = [
    ['name=Bella&age=3&tags=a&tags=b&other=x', passed],
    ['name=Bella+B%C3%A9', passed],
    ['age=3', refusal(400, 'parameters_insufficient', 'The form field `name` is missing.')],
    ['name=Bella&age=three', refusal(400, 'parameters_malformed', 'The form field `age` is not an integer.')],
    ['name=Bella&age=-1', refusal(422, 'validation_failed', 'The form field `age` must be at least 0.')],
    [
      'name=Bella&age=%zz',
      refusal(400, 'parameters_malformed', 'The form field `age` contains an invalid percent-escape.'),
    ],
  ];

  test.each(fields)('OpenAPI 3: %s', async (body, verdict) => {
    const schema = {
      allOf: [{ required: ['name'] }],
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: 'integer', minimum: 0 },
        tags: { type: 'array', items: { type: 'string' } },
        place: { type: 'object' },
      },
    };
    const { call, upstream } = await openDogs({
      content: { 'application/x-www-form-urlencoded': { schema } },
    });
    expect(await call('/dogs', { method: 'POST', headers: form, body })).toEqual(verdict);
    expect(upstream.seen.map((seen) => seen.body)).toEqual(verdict === passed ? [body] : []);
  });

  test.each(fields)('Swagger 2.0: %s', async (body, verdict) => {
    const parameters = [
      { name: 'name', in: 'formData', required: true, type: 'string' },
      { name: 'age', in: 'formData', type: 'integer', minimum: 0 },
      { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
      { name: 'picture', in: 'formData', type: 'file' },
    ];
    const consumes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    const { call } = await openValidated(
      documentOf('2.0', '/dogs', { post: { parameters, consumes, responses: {} } }),
    );
    expect(await call('/dogs', { method: 'POST', headers: form, body })).toEqual(verdict);
  });
});

describe('sizes', () => {
  const anything: JsonObject = { content: { '*/*': {}, 'application/json': { schema: {} } } };
  const text = { 'content-type': 'text/plain' };

  test.each([json, text])('a body that says that it is too large: %j', async (headers) => {
    const { call, upstream } = await openDogs(anything, { maxBodyBytes: 4 });
    const send = (body: string) => call('/dogs', { method: 'POST', headers, body });
    expect(await send('"abc"')).toEqual(refusal(413, 'body_too_large'));
    expect(await send('"ab"')).toEqual(passed);
    expect(upstream.seen).toHaveLength(1);
  });

  test.each([json, text])('a body that turns out to be too large: %j', async (headers) => {
    const { gateway, upstream } = await openDogs(anything, { maxBodyBytes: 1000 });
    async function* send() {
      for (let count = 0; count < 30; count++) yield Buffer.alloc(100, ' ');
    }
    expect(await sendBody(gateway, send(), headers)).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(upstream.seen).toEqual([]);
    // No more is left of it than of any other call.
    expect(await sendBody(gateway, Buffer.from('""'), headers)).toMatchObject({ status: 200 });
  });

  test('the limit holds where nothing is checked', async () => {
    const validation = { requests: 'off', responses: 'off' } as const;
    const { call } = await openDogs(dogBody, { maxBodyBytes: 4, validation });
    expect(await call('/dogs', { method: 'POST', body: 'abcde' })).toEqual(refusal(413, 'body_too_large'));
    expect(await call('/dogs', { method: 'POST', body: 'abcd' })).toEqual(passed);
  });
});

test('a client that waits for 100 Continue receives it once, before its body is read', async () => {
  const { gateway, upstream } = await openDogs(dogBody);
  const socket = connect(gateway.port, '127.0.0.1');
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  const body = '{"name":"Bella"}';
  socket.write(
    `POST /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  let rest = '';
  for await (const chunk of socket) rest += String(chunk);
  expect([rest.match(/HTTP\/1\.1 \d+/g), upstream.seen.map((seen) => seen.body)]).toEqual([
    ['HTTP/1.1 200'],
    [body],
  ]);
});

test('a client that disconnects in the middle of its body leaves nothing behind', async () => {
  const { gateway, upstream } = await openDogs(dogBody);
  const socket = connect(gateway.port, '127.0.0.1');
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  socket.write(
    `POST /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name"`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  const answer = await gateway.call('/dog_park/v1/dogs', {
    as: 'DogWalker-production',
    method: 'POST',
    headers: json,
    body: '{"name":"Bella"}',
  });
  expect([answer.status, upstream.seen.length, gateway.faults]).toEqual([200, 1, []]);
});

async function sendBody(
  gateway: GatewayInTest,
  body: Buffer | AsyncIterable<Buffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  const answer = await request(`${gateway.url}/dog_park/v1/dogs`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: body as Buffer,
  });
  const text = await answer.body.text();
  const { code } = (answer.statusCode === 200 ? {} : JSON.parse(text)) as { code?: string };
  return { status: answer.statusCode, ...(code !== undefined && { code }) };
}

test.each<[string, typeof json, JsonObject]>([
  ['3.1.0', json, { $ref: '#/components/schemas/Named', ...ownId }],
  ['3.1.0', form, { $ref: '#/components/schemas/Named', ...ownId }],
  ['3.1.0', json, { allOf: [{ $ref: '#/components/schemas/Named', ...ownId }] }],
  ['3.0.3', json, { allOf: [{ $ref: '#/components/schemas/Named' }, ownId] }],
  ['3.1.0', form, { ...ownId, properties: { id: { $ref: '#/components/schemas/Id', readOnly: true } } }],
])(
  '%s, %j: what is only read is not required, wherever it stands in %j',
  async (openapi, headers, schema) => {
    const requestBody = { content: { [headers['content-type']]: { schema } } };
    const schemas = {
      Named: { type: 'object', properties: { name: { type: 'string' } } },
      Id: { type: 'integer' },
    };
    const { call } = await openValidated(
      documentOf(openapi, '/dogs', { post: { requestBody, responses: {} } }, { components: { schemas } }),
    );
    const body = headers === form ? 'name=Bella' : '{"name":"Bella"}';
    expect(await call('/dogs', { method: 'POST', headers, body })).toEqual(passed);
  },
);
