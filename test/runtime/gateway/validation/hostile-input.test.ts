import { expect, test } from 'vitest';
import { compilePattern } from '../../../../src/runtime/gateway/validation/compile-pattern.ts';
import { knownFormats } from '../../../../src/runtime/gateway/validation/formats.ts';
import { documentOf, openValidated } from './validated-api.ts';

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

test('patterns keep their meaning: those of Unicode, of other dialects, and what is none', () => {
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
      errors: [`The body must be of the format ${format}.`],
    });
  },
);

test('base64 of any length is told from what is none', () => {
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

test('the items of a long array are told apart in one pass', async () => {
  const schema = { type: 'array', uniqueItems: true };
  const requestBody = { content: { 'application/json': { schema } } };
  const { call } = await openValidated(
    documentOf('3.1.0', '/dogs', { post: { requestBody, responses: {} } }),
  );
  const items = Array.from({ length: 200_000 }, (_, index) => ({ index }));
  const send = (body: unknown) =>
    call('/dogs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await send(items)).toEqual({ status: 200 });
  expect(await send([...items, { index: 7 }])).toEqual({
    status: 422,
    code: 'validation_failed',
    errors: ['The body must not have an item twice.'],
  });
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
