// @module-tag full
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { draws } from '../../full-run.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callsToDogs, dogs, type ShortCall, toNdjson } from './observed-traffic.ts';

interface Difference {
  readonly kind: string;
  readonly operation: string;
  readonly message: string;
  readonly place?: string;
  readonly status?: number;
}

/** Observes calls with a document, and then with what is suggested. */
async function suggest(document: string, calls: readonly ShortCall[], file = 'openapi.yaml') {
  await using folder = await temporaryFolder({ [file]: document, 'calls.ndjson': toNdjson(calls) });
  const observe = (...words: readonly string[]) =>
    callGatewright(folder.path, ['observe', '--traffic', 'calls.ndjson', '--format', 'json', ...words]);
  const before = await observe('--suggest', `new-${file}`, file);
  const after = await observe(`new-${file}`);
  const text = await folder.read(`new-${file}`);
  return { before, after, text };
}

/** The differences that additions to the document can end, and whose names are no data. */
function addable(stdout: string): readonly Difference[] {
  const { differences } = JSON.parse(stdout) as { readonly differences: readonly Difference[] };
  return differences.filter(
    ({ kind, operation, message, place = '' }) =>
      kind.startsWith('undeclared-') &&
      !/^(PURGE .*|\w+ [^a-z]*(\{\w+\}|\/)*)$/.test(operation) &&
      // A path that is new may match calls of which the service knows nothing.
      !/^The status (404|405|501)/.test(message) &&
      !/of a hidden name|of the body/.test(message) &&
      !place.endsWith('/*'),
  );
}

/** Leaves out that a service does not know a call, which may match an operation that is new. */
function isOfKnown(before: string): (difference: Difference) => boolean {
  const { operations } = JSON.parse(before) as { readonly operations: readonly Difference[] };
  const known = new Set(operations.map(({ operation }) => operation));
  return ({ operation, status = 0 }) => known.has(operation) || ![404, 405, 501].includes(status);
}

const more = `
  /cats:
    get:
      parameters: [{ name: filter, in: query, style: deepObject, schema: { type: object, properties: { name: { type: string } } } }]
      responses:
        default: { $ref: '#/components/responses/Cats' }
    put:
      requestBody: { $ref: '#/components/requestBodies/Cat' }
      responses: { 2XX: { description: ok } }
`;

const components = `  responses:
    Cats:
      description: all
      content:
        application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Cat' } } }
  requestBodies:
    Cat: { content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } } }
`;

const schemas = `    Cat:
      allOf:
        - $ref: '#/components/schemas/Dog'
        - type: object
          properties: { lives: { type: integer }, mother: { $ref: '#/components/schemas/Cat' } }
    Toy:
      oneOf:
        - { type: object, properties: { ball: { type: string } }, additionalProperties: false }
        - { type: object, properties: { bone: { type: string } }, additionalProperties: false }
`;

const block = `${dogs
  .replace('components:\n', `${more.slice(1)}components:\n${components}`)
  .replace('tags:\n', 'toy: { $ref: "#/components/schemas/Toy" }\n        tags:\n')}${schemas}`;

const swagger = `swagger: '2.0'
info: { title: Dogs, version: '1' }
basePath: /v1
produces: [application/json]
paths:
  /dogs:
    get:
      parameters:
        - { name: limit, in: query, type: integer }
      responses:
        200:
          description: ok
          schema: { type: array, items: { $ref: '#/definitions/Dog' } }
    post:
      consumes:
        - application/json
      responses:
        201: { description: created }
    put:
      parameters:
        - { name: dog, in: body, schema: { $ref: '#/definitions/Dog' } }
      responses:
        201: { $ref: '#/responses/Done' }
        default: { $ref: '#/responses/Done' }
  /cats:
    get:
      responses: { default: { $ref: '#/responses/Done' } }
responses:
  Done: { description: done, schema: { $ref: '#/definitions/Dog' } }
definitions:
  Dog: # a dog
    properties:
      name: { type: string }
`;

const documents: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'blocks of YAML': ['openapi.yaml', block],
  'OpenAPI 3.1': ['openapi.yaml', block.replace('openapi: 3.0.3', 'openapi: 3.1.0')],
  'JSON on many lines': ['openapi.json', JSON.stringify(parse(block), null, 2)],
  'JSON on one line': ['openapi.json', JSON.stringify(parse(block))],
  'YAML in brackets': ['openapi.yaml', stringify(parse(block), { collectionStyle: 'flow' })],
  'Swagger 2.0': ['openapi.yaml', swagger],
};

const names = [
  'name',
  'age',
  'owner',
  'lives',
  'ball',
  'bone',
  'mother',
  'toy',
  'nickname',
  'createdAt',
  'x',
  'first_name',
  '9f8e7d6c5b4a',
  'ada@example.edu',
];

const value = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>('a', 1, 1.5, true, null, 'true', '7'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json',
      'application/problem+json',
      'text/csv',
      'application/x-www-form-urlencoded',
    ),
    'X-Level': fc.constantFrom('1', 'high'),
  },
  { requiredKeys: [] },
);

/** A text has a media type. */
const typed = (call: ShortCall): ShortCall => ({
  ...call,
  ...(typeof call.requestBody === 'string' && {
    requestHeaders: { 'content-type': 'text/plain', ...call.requestHeaders },
  }),
});

const call: fc.Arbitrary<ShortCall> = fc.record(
  {
    method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PURGE', 'HEAD'),
    url: fc
      .tuple(
        fc.array(fc.constantFrom('dogs', 'cats', 'users', 'orders', '7', 'ada', 'q.z', '%20'), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom('', '/v1'),
        fc.dictionary(
          fc.constantFrom('limit', 'sort', 'filter[name]', 'page', 'a b', '9f8e7d6c5b4a'),
          fc.constantFrom('1', 'x', ''),
          { maxKeys: 3 },
        ),
      )
      .map(
        ([segments, base, query]) => `${base}/${segments.join('/')}?${new URLSearchParams(query).toString()}`,
      ),
    status: fc.constantFrom(200, 200, 201, 204, 302, 400, 404, 422, 500),
    requestHeaders: headers,
    requestBody: value,
    responseHeaders: headers,
    responseBody: value,
  },
  { requiredKeys: ['method', 'url', 'status'] },
);

describe('gatewright observe --suggest', () => {
  test('keeps comments and layout', async () => {
    const { before, after, text } = await suggest(dogs, callsToDogs);
    expect(before.stderr).toBe('Wrote new-openapi.yaml.\n');
    await expect(text).toMatchFileSnapshot('reports/suggested.yaml');
    expect(addable(before.stdout)).not.toEqual([]);
    expect(addable(after.stdout)).toEqual([]);
  });

  test.each([
    ['a schema with names', 'properties: { name: { type: string } }', ['/nickname']],
    ['a schema of a map', 'additionalProperties: { type: string }', []],
    ['any schema', '', []],
  ])('adds undeclared fields of a form of %s', async (_, members, places) => {
    const form = `application/x-www-form-urlencoded: { schema: { type: object, ${members} } }`;
    const json = 'application/json:\n            schema:';
    const document = dogs.replace(json, `${form}\n          ${json}`);
    const requestHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
    const requestBody = 'name=Rex&nickname=R&ada%40example.edu=1';
    const { before, after } = await suggest(document, [
      { method: 'POST', url: '/dogs', status: 201, requestHeaders, requestBody },
    ]);
    expect(addable(before.stdout).map(({ place }) => place)).toEqual(places);
    expect(addable(after.stdout)).toEqual([]);
  });

  test.each([
    ['a range of statuses', 'PUT', '/cats', [200, 201]],
    ['all statuses', 'GET', '/cats', [200, 400]],
  ])('adds what answers of %s have between them', async (_, method, url, statuses) => {
    const calls = statuses.map((status) => ({
      method,
      url,
      status,
      responseHeaders: { 'content-type': 'application/problem+json' },
      responseBody: { [status === 200 ? 'title' : 'detail']: 'a' },
    }));
    const { before, after } = await suggest(block, calls);
    expect(addable(before.stdout)).not.toEqual([]);
    expect(addable(after.stdout)).toEqual([]);
  });

  test('adds what requests of two operations with one body have between them', async () => {
    const shared = "    put:\n      requestBody: { $ref: '#/components/requestBodies/Cat' }\n";
    const document = block.replace(shared, `${shared.replace('put', 'post')}      responses: {}\n${shared}`);
    const calls = ['POST', 'PUT'].map((method) => ({
      method,
      url: '/cats',
      status: 200,
      requestHeaders: { 'content-type': 'application/problem+json' },
      requestBody: { [method === 'PUT' ? 'title' : 'detail']: 'a' },
    }));
    const { before, after } = await suggest(document, calls);
    expect(addable(before.stdout)).not.toEqual([]);
    expect(addable(after.stdout)).toEqual([]);
  });

  test.each(Object.entries(documents))(
    'leaves nothing undeclared in the same traffic: %s',
    async (_, [file, document]) => {
      await fc.assert(
        fc.asyncProperty(fc.array(call.map(typed), { minLength: 1, maxLength: 12 }), async (calls) => {
          const { before, after, text } = await suggest(document, calls, file);
          const written = new RegExp(
            `^(Not added: \\w+ [^ ]+: the method .*\n)*Wrote new-${file}(, without additions)?\\.\n$`,
          );
          expect(before.stderr, text).toMatch(written);
          expect(after.stderr).toBe('');
          expect(addable(after.stdout).filter(isOfKnown(before.stdout)), text).toEqual([]);
          if (document.includes('\n')) expectLines(document, text);
        }),
        { numRuns: draws(150) },
      );
    },
    300_000,
  );
});

/** Each line of the document is still there, in its order; only commas, and members before a bracket, may be added. */
function expectLines(document: string, text: string): void {
  const lines = text.split('\n');
  let at = 0;
  for (const line of document.split('\n')) {
    const pieces = line
      .trimEnd()
      .replace(/[,\]} ]*$/, '')
      .split(/ *(?=[\]}])/);
    const found = lines.findIndex((one, index) => index >= at && hasInOrder(one, pieces));
    if (found === -1) expect(text).toContain(line);
    at = found;
  }
}

function hasInOrder(line: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = line.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return true;
}
