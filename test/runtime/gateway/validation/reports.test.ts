import { expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { Drift } from '#runtime/ports/drift.ts';
import type { openUpstream } from '../../upstream-in-test.ts';
import { documentOf, openValidated } from './validated-api.ts';

type Listener = NonNullable<Parameters<typeof openUpstream>[1]>;

const responses: JsonObject = {
  '200': {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['name', 'secret'],
          properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
        },
      },
      'text/csv': {},
    },
  },
  '204': {},
  '4XX': { content: { 'application/json': { schema: { type: 'array' } } } },
};

const reportAll = { requests: 'report', responses: 'report' } as const;
const json = { 'content-type': 'application/json' };

async function openReporting(upstream: Listener, others: JsonObject = {}) {
  const document = documentOf('3.0.3', '/dogs', {
    get: { responses, ...others },
    post: { responses, ...others },
  });
  return openValidated(document, { validation: reportAll, upstream });
}

const of = (direction: Drift['direction'], violations: readonly string[], status?: number): Drift => ({
  api: 'DogPark/v1',
  operation: 'GET /dogs',
  direction,
  ...(status !== undefined && { status }),
  violations,
});

/** Reports come after the answer. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test.each<[number, Readonly<Record<string, string>>, string, readonly Drift[]]>([
  [200, json, '{"name":"Bella"}', []],
  [200, { 'content-type': 'application/json; charset=utf-8' }, '{"name":"Bella"}', []],
  [200, json, '{"name":1}', [of('response', ['The body at `/name` must be a string.'], 200)]],
  [200, json, '{"name"', [of('response', ['The body is not valid JSON.'], 200)]],
  [200, { ...json, 'content-encoding': 'gzip' }, 'x', []],
  [200, { 'content-type': 'text/csv' }, '{"name"', []],
  [
    200,
    { 'content-type': 'text/html' },
    '<p>',
    [
      of(
        'response',
        [
          'The media type of the body is not declared for the status 200; declared: application/json, text/csv.',
        ],
        200,
      ),
    ],
  ],
  [404, json, '{}', [of('response', ['The body must be an array.'], 404)]],
  [500, json, '{}', [of('response', ['The status 500 is not declared.'], 500)]],
  [204, {}, '', []],
])('an answer of %i with %j and %s', async (status, headers, body, drifts) => {
  const { gateway, call } = await openReporting((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  expect(await call('/dogs')).toEqual({ status });
  await settle();
  await eventually(() => expect(gateway.drifts).toEqual(drifts));
});

test('an answer is passed on byte for byte, part by part, and only so much of it is kept', async () => {
  const part = `"${'x'.repeat(64 * 1024 - 3)}",`;
  const { gateway } = await openReporting((_request, response) => {
    response.writeHead(200, json).write('[');
    for (let count = 0; count < 20; count++) response.write(part);
    response.end('""]');
  });
  const answer = await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-production' });
  expect(answer.text).toBe(`[${part.repeat(20)}""]`);
  await settle();
  expect(gateway.drifts).toEqual([]);
});

test('an aborted answer is not drift, and an answer to HEAD has no body to check', async () => {
  const { gateway, call } = await openReporting((request, response) => {
    response.writeHead(200, { ...json, ...(request.method === 'HEAD' ? {} : { 'content-length': '100' }) });
    response.write('{');
    response.once('error', () => undefined);
    setImmediate(() => (request.method === 'HEAD' ? response.end() : response.destroy()));
  });
  await expect(call('/dogs')).rejects.toThrow();
  expect(await call('/dogs', { method: 'HEAD' })).toEqual({ status: 200 });
  await settle();
  expect(gateway.drifts).toEqual([]);
});

test('a request that is only reported goes through as it came', async () => {
  const parameters = [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'X-Token', in: 'header', schema: { type: 'integer' } },
  ];
  const requestBody = { required: true, content: { 'application/json': { schema: { type: 'array' } } } };
  const { gateway, call, upstream } = await openValidated(
    documentOf('3.0.3', '/dogs', { post: { parameters, requestBody, responses: { '200': {} } } }),
    { validation: { requests: 'report', responses: 'off' } },
  );
  const send = (headers: Record<string, string>, body: string) =>
    call('/dogs', { method: 'POST', headers, body });
  expect(await send({ ...json, 'x-token': 'secret' }, '{"password":"secret"')).toEqual({ status: 200 });
  expect(await send({ 'content-type': 'text/plain' }, 'secret')).toEqual({ status: 200 });
  expect(upstream.seen.map(({ body }) => body)).toEqual(['{"password":"secret"', 'secret']);
  const missing = 'The query parameter `limit` is missing.';
  expect(gateway.drifts.map(({ violations }) => violations)).toEqual([
    [missing, 'The header `X-Token` is not an integer.', 'The body is not valid JSON.'],
    ['The operation accepts a body with one of these media types: application/json.'],
    [missing],
  ]);
});

test('where both are off, nothing is checked and nothing reported', async () => {
  const parameters = [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }];
  const { gateway, call } = await openValidated(
    documentOf('3.0.3', '/dogs', { get: { parameters, responses: {} } }),
    {
      validation: { requests: 'off', responses: 'off' },
    },
  );
  expect(await call('/dogs?limit=x')).toEqual({ status: 200 });
  await settle();
  expect(gateway.drifts).toEqual([]);
});

test('a schema that only refers to itself is reported once, and its operation is not checked', async () => {
  const schemas = {
    Loop: { allOf: [{ $ref: '#/components/schemas/Other' }] },
    Other: { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Loop' }] },
  };
  const parameters = [{ name: 'v', in: 'query', schema: { $ref: '#/components/schemas/Loop' } }];
  const { gateway, call } = await openValidated(
    documentOf(
      '3.0.3',
      '/dogs',
      { get: { parameters, responses: {} }, post: { responses: {} } },
      { components: { schemas } },
    ),
  );
  expect([await call('/dogs?v=x'), await call('/dogs?v=y')]).toEqual([{ status: 200 }, { status: 200 }]);
  expect(gateway.faults.map(String)).toEqual([
    'Error: A schema of GET /dogs of DogPark/v1 cannot be compiled, so that it is not checked.',
  ]);
});

test('what is compiled outlives a reload that leaves the API as it is', async () => {
  const parameters = [{ name: 'v', in: 'query', schema: { type: 'integer', minimum: 1 } }];
  const { gateway, call, table } = await openValidated(
    documentOf('3.0.3', '/dogs', { get: { parameters, responses: {} } }),
  );
  const validation = () =>
    gateway.serving.generation?.gateway.apis.byAddress.get('dog_park/v1')?.part.validation;
  const before = validation();
  await gateway.swap({ ...table, manifest: { ...table.manifest, organisation: 'Others' } });
  expect(await call('/dogs?v=0')).toMatchObject({ status: 422 });
  expect([before !== undefined, validation() === before]).toEqual([true, true]);
});

test('an answer whose check does not finish is reported as an error once, and aborts nothing else', async () => {
  const links = Array.from({ length: 60 }, (_, index) => [
    `S${index}`,
    { allOf: [{ $ref: `#/components/schemas/S${index + 1}` }] },
  ]);
  const last = { type: 'object', properties: { c: { $ref: '#/components/schemas/S0' } } };
  const schemas = { ...Object.fromEntries(links), S60: last } as JsonObject;
  const schema = { $ref: '#/components/schemas/S0' };
  const get = { responses: { '200': { content: { 'application/json': { schema } } } } };
  const { gateway, call } = await openValidated(
    documentOf('3.0.3', '/dogs', { get }, { components: { schemas } }),
    {
      validation: reportAll,
      upstream: (_request, response) => {
        response.writeHead(200, json).end(`${'{"c":'.repeat(250)}1${'}'.repeat(250)}`);
      },
    },
  );
  expect(await call('/dogs')).toEqual({ status: 200 });
  await eventually(() =>
    expect(gateway.faults.map((fault) => String((fault as Error).cause))).toEqual([
      'RangeError: Maximum call stack size exceeded',
    ]),
  );
  expect(await call('/dogs')).toEqual({ status: 200 });
  await settle();
  expect(gateway.faults).toHaveLength(1);
});
